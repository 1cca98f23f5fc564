"""Options of the commands that call a referee that runs: where it is, and who calls."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click
from referee_client.settings import Settings

from referee.commands.options import Decorator
from referee.digits import HIGHEST_PORT, whole_number
from referee.errors import UsageError


def read_address(_context: click.Context, _parameter: click.Parameter, text: str) -> str:
    """Where a referee is, as it was given. Raises `UsageError` if it can be no address."""
    host, colon, port = text.rpartition(":")
    if not (text.startswith("unix:") or (host and colon and whole_number(port, HIGHEST_PORT))):
        raise UsageError(
            f"{text[:80]!r} is no address of a referee: expected host:port, for example localhost:8750, or unix:/path"
        )
    return text


address_option: Decorator = click.option(
    "--address",
    envvar="REFEREE_ADDRESS",
    default="127.0.0.1:8750",
    show_default=True,
    callback=read_address,
    help="Where the referee is: host:port, or unix:/path. Or REFEREE_ADDRESS.",
)

_CALLER: list[Decorator] = [
    click.option(
        "--token",
        envvar="REFEREE_TOKEN",
        metavar="TOKEN",
        help="Your token. Everybody on this machine can see what stands in a command: REFEREE_TOKEN is safer.",
    ),
    click.option(
        "--token-file", type=click.File(), metavar="FILE", help="A file that holds your token, in place of --token."
    ),
    click.option(
        "--ca",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        envvar="REFEREE_CA",
        metavar="FILE",
        help="Connect with TLS, and trust these certificate authorities (PEM). Or REFEREE_CA.",
    ),
]


def caller_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of who calls a referee that runs; with its `address` the command gets them as one `settings`."""

    @wraps(command)
    def with_settings(*, address: str, token: str | None, token_file: Any, ca: Path | None, **rest: Any) -> Any:
        text = token_file.read() if token_file else token or ""
        return command(settings=Settings(address=address, token=text.strip(), ca=ca), **rest)

    wrapped: Callable[..., Any] = with_settings
    for option in reversed(_CALLER):
        wrapped = option(wrapped)
    return wrapped
