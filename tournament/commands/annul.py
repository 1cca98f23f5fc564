"""`tournament annul`: take a match out of the ratings."""

from __future__ import annotations

from pathlib import Path

import click

from tournament.commands.arguments import database_argument, match_argument, print_decision, why_option
from tournament.storage import deciding


@click.command
@database_argument
@match_argument
@why_option
def annul(database: Path, match: str, why: str) -> None:
    """Annul a match of the tournament in DATABASE: it no longer counts for ratings, and is not played again.

    MATCH is the match's name, for example d002-t001-r0. Its record stays. The log of decisions, which show, report,
    export and verify print, says when the match was annulled and why.
    """
    print_decision(f"match {match} is annulled", deciding.annul(database, match, why))
