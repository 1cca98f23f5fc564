"""The option `--metrics` of all commands that serve, or that play for a long time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from referee.metrics import read_metrics_address


def _read(_context: click.Context, _parameter: click.Parameter, address: str) -> str:
    if address:
        read_metrics_address(address)
    return address


def metrics_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option; the command gets the address, which is empty if no metrics are to be served."""
    return click.option(
        "--metrics",
        callback=_read,
        default="",
        metavar="ADDRESS",
        help="Serve metrics for Prometheus at this port of this machine, e.g. 9464, or at host:port. The metrics "
        "contain the names of bots, so let only Prometheus reach the port.",
    )(command)
