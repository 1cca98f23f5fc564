"""`referee token`: lets a bot, a spectator or an organiser in."""

from __future__ import annotations

from pathlib import Path

import click

from referee.server.app import tokens_in
from referee.server.storage.tokens import Role
from referee.terminal.printing import say


@click.command
@click.argument("name")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), required=True, help="The data directory of the referee."
)
@click.option("--spectator", "role", flag_value=Role.SPECTATOR, help="Allow to list and watch matches, not to play.")
@click.option(
    "--organiser",
    "role",
    flag_value=Role.ORGANISER,
    help="Allow to create, watch and cancel matches and to read their records, not to play.",
)
def token(name: str, data: Path, role: Role | None) -> None:
    """Make a token for the bot, spectator or organiser NAME and print it, this once.

    Only a hash of it is kept. A token that NAME had before is no longer good. A running referee takes notice.
    """
    say(tokens_in(data).issue(name, role or Role.BOT))
