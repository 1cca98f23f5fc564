"""The commands of a program, as tests go through them."""

from __future__ import annotations

from collections.abc import Iterator

import click

from referee.terminal.late_commands import LateCommand


def commands_of(group: click.Group, *words: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with its words, after those of the group; a group of commands before what is in it."""
    for name, named in group.commands.items():
        command = named.load() if isinstance(named, LateCommand) else named
        yield (*words, name), command
        if isinstance(command, click.Group):
            yield from commands_of(command, *words, name)
