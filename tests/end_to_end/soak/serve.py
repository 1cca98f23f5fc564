"""A referee that serves as `referee serve` does, but remembers little, and so has much to forget within minutes."""

from __future__ import annotations

import logging
from pathlib import Path

import click

from referee import hosting
from referee.server.app import open_referee
from referee.server.config import Config, Limits
from referee.server.open_files import allow_many_files

LISTED = 500
ENDS_OF_A_BOT = 20


@click.command
@click.option("--data", type=click.Path(path_type=Path), required=True)
@click.option("--address", required=True)
def serve(data: Path, address: str) -> None:
    """Serves until it is stopped."""
    logging.basicConfig(level=logging.INFO)
    allow_many_files()
    limits = Limits(remembered_matches=LISTED, remembered_ends=ENDS_OF_A_BOT)
    hosting.run(_serve, Config(data=data, address=address, limits=limits))


async def _serve(config: Config) -> None:
    async with open_referee(config) as referee:
        await referee.serve_until_stopped(lambda: click.echo(referee.address))


if __name__ == "__main__":
    serve()
