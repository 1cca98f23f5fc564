"""`referee token`: makes a token for a bot, a spectator or an organiser."""

from __future__ import annotations

from pathlib import Path

import click

from referee.server.app import tokens_in
from referee.server.storage.tokens import Role
from referee.terminal.printing import say


@click.command
@click.argument("name")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), required=True, help="Data folder of the referee."
)
@click.option(
    "--spectator", "role", flag_value=Role.SPECTATOR, help="Allow listing and watching matches, but not playing."
)
@click.option(
    "--organiser",
    "role",
    flag_value=Role.ORGANISER,
    help="Allow creating, watching and cancelling matches and reading their records, but not playing.",
)
def token(name: str, data: Path, role: Role | None) -> None:
    """Make a token for the bot, spectator or organiser NAME and print it once.

    Only a hash of the token is kept. An earlier token of NAME becomes invalid. A running referee accepts the new token
    at once.
    """
    say(tokens_in(data).issue(name, role or Role.BOT))
