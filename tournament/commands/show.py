"""`tournament show`: print the standings."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from referee.terminal.printing import print_json, say
from tournament.commands.arguments import (
    cycles_option,
    database_argument,
    davidson_option,
    json_option,
    prior_option,
    warn_of_deals,
)
from tournament.commands.filters import filter_options
from tournament.report.findings import FindingsWanted
from tournament.report.standings import standings_of, standings_text
from tournament.storage.filtered_archive import open_filtered
from tournament.storage.filtering import MatchFilter


@click.command
@database_argument
@filter_options
@prior_option
@davidson_option
@cycles_option
@json_option
def show(database: Path, chosen: MatchFilter, prior: float | None, davidson: bool, cycles: bool, as_json: bool) -> None:
    """Print the standings of the tournament in DATABASE, even while it is running.

    With options that choose matches, all tables are computed as if no other matches had been played.
    """
    with _nothing_collected(), open_filtered(database, chosen) as archive:
        warn_of_deals(archive.tournament.plan)
        standings = standings_of(archive, prior, FindingsWanted(davidson=davidson, cycles=cycles, pairs=as_json))
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
