"""`referee serve`: a referee for bots that come from anywhere."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from textwrap import indent
from typing import Any

import click

from referee.commands.options import read_span, time_options
from referee.neutral import neutral, one_line
from referee.server import hosting
from referee.server.app import open_referee
from referee.server.config import Config
from referee.server.match.delay import Delay, read_delay
from referee.server.open_files import allow_many_files
from referee.terminal.printing import say

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def _read_public(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Delay | None:
    return None if text is None else read_delay(text)


@click.command
@click.option("--address", default="127.0.0.1:8750", show_default=True, help="host:port, or unix:/path; port 0: any.")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), required=True, help="Where tokens and records are kept."
)
@click.option("--tls-cert", type=_FILE, help="The certificate chain of this server (PEM).")
@click.option("--tls-key", type=_FILE, help="The private key of the certificate (PEM).")
@click.option("--insecure", is_flag=True, help="Serve other machines without TLS: everybody on the way can read.")
@click.option(
    "--grace",
    callback=read_span,
    metavar="SPAN",
    default="30s",
    show_default=True,
    help="The time that running matches get to end when it is stopped.",
)
@click.option(
    "--public",
    is_flag=False,
    flag_value="end",
    callback=_read_public,
    metavar="[DELAY]",
    help="Let everybody list and watch matches, without a token: when a match is over, or with a delay: 20steps, 5m.",
)
@time_options
def serve(grace: int, **settings: Any) -> None:
    """Serve until SIGTERM or Ctrl-C: matches are created over gRPC, and bots connect by themselves.

    The address is printed when bots can connect. Matches of an earlier run that were not over are gone on with.
    The time control is for matches whose creator gives none.
    """
    config = Config(grace=grace / 1000, **settings)
    logging.basicConfig(level=logging.INFO, handlers=[_log_handler()])
    allow_many_files()
    hosting.run(_serve, config)


class _Lines(logging.Formatter):
    """Each message is one line and harmless, whatever bots or callers put into it; an error's lines are indented."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging calls it so
        record.message = one_line(record.message)
        return super().formatMessage(record)

    def formatException(self, exc_info: Any) -> str:  # noqa: N802 - logging calls it so
        return indent(neutral(super().formatException(exc_info)), "  ")


def _log_handler() -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines("%(asctime)s %(levelname)s %(message)s"))
    return handler


async def _serve(config: Config) -> None:
    async with open_referee(config) as referee:
        say(referee.address)
        await referee.serve_until_stopped()
