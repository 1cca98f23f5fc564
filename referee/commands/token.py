"""`referee token`: lets a bot or an organiser in."""

from __future__ import annotations

from pathlib import Path

import click

from referee.server.app import tokens_in


@click.command
@click.argument("name")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), required=True, help="The data directory of the referee."
)
@click.option("--organiser", is_flag=True, help="Allow to create and cancel matches and to read their records.")
def token(name: str, data: Path, organiser: bool) -> None:
    """Make a token for the bot or organiser NAME and print it, this once.

    Only a hash of it is kept. A token that NAME had before is no longer good. A running referee takes notice.
    """
    click.echo(tokens_in(data).issue(name, organiser=organiser))
