"""`tournament report`: write a page with everything about a tournament."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import say
from tournament.commands.arguments import (
    cycles_option,
    database_argument,
    davidson_option,
    output_option,
    prior_option,
    warn_of_deals,
)
from tournament.commands.filters import filter_options
from tournament.report.findings import FindingsWanted
from tournament.report.page import DRAWN_AT_ONCE, write_report
from tournament.storage.filtered_archive import open_filtered
from tournament.storage.filtering import MatchFilter


@click.command
@database_argument
@output_option
@filter_options
@prior_option
@davidson_option
@cycles_option
@click.option(
    "--replays/--no-replays",
    default=None,
    help="Whether to write a replay page for each match. Default: for all if there are at most "
    f"{DRAWN_AT_ONCE}, otherwise for three matches of each bot: the last one, the closest one and the last one that "
    f"it forfeited.",
)
def report(
    database: Path,
    folder: Path,
    chosen: MatchFilter,
    prior: float | None,
    davidson: bool,
    cycles: bool,
    replays: bool | None,
) -> None:
    """Write DIR/index.html, a page with everything about the tournament in DATABASE, and print its path.

    With more than 40 bots or 1,000 matches, there are further pages beside it, to which it links.

    The page works offline: drawings are embedded, and replays are in files beside it. While the tournament is running,
    replays whose deals are still to be played in other rotations are left out.

    With options that choose matches, all tables are computed as if no other matches had been played.
    """
    wanted = FindingsWanted(davidson=davidson, cycles=cycles)
    with open_filtered(database, chosen) as archive:
        warn_of_deals(archive.tournament.plan)
        page = write_report(archive, folder, replays=replays, prior=prior, wanted=wanted, tell=_talk)
    say(page)


def _talk(text: str) -> None:
    say(text, err=True)
