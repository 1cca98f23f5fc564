"""`referee serve`: a referee for bots that connect from anywhere."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from textwrap import indent
from typing import Any

import click

from referee import hosting
from referee.commands.options import read_span, time_options
from referee.commands.serve_metrics import observe_lobby, show_lobby
from referee.metrics import Metrics, open_metrics
from referee.neutral import neutral, one_line
from referee.server.app import open_referee
from referee.server.config import Config
from referee.server.match.delay import Delay, read_delay
from referee.server.open_files import allow_many_files
from referee.terminal.metrics_option import metrics_option
from referee.terminal.printing import say
from referee.terminal.traces_option import traces_option
from referee.traces import Traces, open_traces

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def _read_public(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Delay | None:
    return None if text is None else read_delay(text)


@click.command
@click.option(
    "--address",
    default="127.0.0.1:8750",
    show_default=True,
    help="Address to listen on: host:port or unix:/path. Port 0 picks a free port.",
)
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for tokens and records."
)
@click.option("--tls-cert", type=_FILE, help="Certificate chain of this server (PEM).")
@click.option("--tls-key", type=_FILE, help="Private key of the certificate (PEM).")
@click.option(
    "--insecure",
    is_flag=True,
    help="Serve other machines without TLS: everyone on the network path can read the traffic.",
)
@click.option(
    "--grace",
    callback=read_span,
    metavar="DURATION",
    default="30s",
    show_default=True,
    help="Time that running matches get to finish when the referee is stopped.",
)
@click.option(
    "--public",
    is_flag=False,
    flag_value="end",
    callback=_read_public,
    metavar="[DELAY]",
    help="Let everyone list and watch matches without a token, with this delay, e.g. 20steps or 5m. Without a value: "
    "only after the match.",
)
@metrics_option
@traces_option
@time_options
def serve(grace: int, metrics: str, traces: str, **settings: Any) -> None:
    """Run a referee to which bots connect and whose matches are created over gRPC. Ctrl-C or SIGTERM stops it.

    Prints its address once bots can connect. Continues unfinished matches of an earlier run. The time options apply to
    matches that are created without a time control.
    """
    config = Config(grace=grace / 1000, **settings)
    logging.basicConfig(level=logging.INFO, handlers=[_log_handler()])
    allow_many_files()
    with open_metrics(metrics) as shown, open_traces(traces) as sent:
        hosting.run(_serve, config, shown, sent)


class _Lines(logging.Formatter):
    """Turns each message, even with text from bots or callers, into one harmless line; indents the lines of errors."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging calls it so
        record.message = one_line(record.message)
        return super().formatMessage(record)

    def formatException(self, exc_info: Any) -> str:  # noqa: N802 - logging calls it so
        return indent(neutral(super().formatException(exc_info)), "  ")


def _log_handler() -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines("%(asctime)s %(levelname)s %(message)s"))
    return handler


async def _serve(config: Config, metrics: Metrics | None, traces: Traces | None) -> None:
    async with open_referee(config) as referee:
        counts = None if metrics is None else show_lobby(metrics, referee.lobby)
        if metrics is not None:
            logging.info("metrics: %s", metrics.address)
        observe_lobby(referee.lobby, counts, traces)
        await referee.serve_until_stopped(lambda: say(referee.address))
