"""`tournament replay`: let a match be played again."""

from __future__ import annotations

from pathlib import Path

import click

from tournament.commands.arguments import database_argument, match_argument, print_decision, why_option
from tournament.storage import deciding


@click.command
@database_argument
@match_argument
@why_option
def replay(database: Path, match: str, why: str) -> None:
    """Annul a match of the tournament in DATABASE, and let the next `tournament run` play it again.

    MATCH is the match's name, for example d002-t001-r0. It gets new cards, unless each deal is played once per rotation
    of the seats: then it keeps its cards. The log of decisions, which show, report, export and verify print, keeps the
    old record and the reason. `tournament verify` checks the old record, too.
    """
    lines = deciding.replay(database, match, why)
    print_decision(f"match {match} will be played again by the next `tournament run`", lines)
