"""Commands that are imported when they are chosen: who asks for one does not wait for what all the others need."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class LateCommand(click.Command):
    """The command `name` of a program, which is what the module `name` of `package` calls so.

    Until it is chosen it is known by its name and its line in the program's help, and that is how its own help begins.
    """

    def __init__(self, name: str, package: str, line: str) -> None:
        super().__init__(name, short_help=line)
        self._home = f"{package}.{name}"

    def load(self) -> click.Command:
        """The command itself."""
        command: click.Command = getattr(import_module(self._home), self._home.rpartition(".")[2])
        return command

    def make_context(self, *words: Any, **extra: Any) -> click.Context:
        """The context of the command itself: click runs and completes the command of a context."""
        return self.load().make_context(*words, **extra)
