"""`tournament show`: print the standings."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from referee.terminal.printing import print_json, say
from tournament.commands.arguments import database_argument, json_option, prior_option, warn_of_deals
from tournament.report.standings import standings_of, standings_text
from tournament.storage.archive import open_archive


@click.command
@database_argument
@prior_option
@json_option
def show(database: Path, prior: float | None, as_json: bool) -> None:
    """Print the standings of the tournament in DATABASE, even while it is running."""
    with _nothing_collected(), open_archive(database) as archive:
        warn_of_deals(archive.tournament.plan)
        standings = standings_of(archive, prior)
        if as_json:
            print_json(standings)
        else:
            say(standings_text(standings, archive.failures()))


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Turn the garbage collector off: it would take 10 % of the time, and the data is needed until the end."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
