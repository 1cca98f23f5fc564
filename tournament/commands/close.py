"""`tournament close`: end a tournament early."""

from __future__ import annotations

from pathlib import Path

import click

from tournament.commands.arguments import database_argument, print_decision, read_reason
from tournament.storage import deciding


@click.command
@database_argument
@click.option("--why", default="", callback=read_reason, help="The reason, which the log of decisions shows.")
def close(database: Path, why: str) -> None:
    """Declare the tournament in DATABASE over, and publish the secret from which its deals are derived.

    The remaining matches are not played, and the plan cannot change any more. This cannot be undone.
    """
    print_decision("the tournament is closed", deciding.close(database, why))
