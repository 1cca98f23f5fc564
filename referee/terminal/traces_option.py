"""The option `--traces` of the commands that play matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from referee.traces import check_traces_address


def _read(_context: click.Context, _parameter: click.Parameter, address: str) -> str:
    if address:
        check_traces_address(address)
    return address


def traces_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option; the command gets the address, which is empty if nothing is to be traced."""
    return click.option(
        "--traces",
        callback=_read,
        default="",
        metavar="URL",
        help="Send a trace of each match that has ended to this OpenTelemetry collector (OTLP over gRPC), e.g. "
        "http://127.0.0.1:4317. Needs referee[traces].",
    )(command)
