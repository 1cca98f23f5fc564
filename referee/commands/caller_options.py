"""Options of the commands that call a running referee: its address, and the caller's token."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click
from referee_client.settings import Settings

from referee.addresses import host_and_port
from referee.commands.options import Decorator
from referee.errors import UsageError


def read_address(_context: click.Context, _parameter: click.Parameter, text: str) -> str:
    """The address of a referee, as given. Raises `UsageError` if it is not an address."""
    _, port = host_and_port(text) or ("", 0)
    if not (text.startswith("unix:") or port):
        raise UsageError(
            f"invalid address of a referee {text[:80]!r}: use host:port, e.g. localhost:8750, or unix:/path"
        )
    return text


address_option: Decorator = click.option(
    "--address",
    envvar="REFEREE_ADDRESS",
    default="127.0.0.1:8750",
    show_default=True,
    callback=read_address,
    help="Address of the referee: host:port or unix:/path. Or set REFEREE_ADDRESS.",
)

_CALLER: list[Decorator] = [
    click.option(
        "--token",
        envvar="REFEREE_TOKEN",
        metavar="TOKEN",
        help="Your token. Everyone on this machine can see command lines, so REFEREE_TOKEN is safer.",
    ),
    click.option(
        "--token-file", type=click.File(), metavar="FILE", help="File that contains your token, instead of --token."
    ),
    click.option(
        "--ca",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        envvar="REFEREE_CA",
        metavar="FILE",
        help="Connect with TLS and trust these certificate authorities (PEM). Or set REFEREE_CA.",
    ),
]


def caller_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a caller; the command gets them, with its `address`, as one `settings`."""

    @wraps(command)
    def with_settings(*, address: str, token: str | None, token_file: Any, ca: Path | None, **rest: Any) -> Any:
        text = token_file.read() if token_file else token or ""
        return command(settings=Settings(address=address, token=text.strip(), ca=ca), **rest)

    wrapped: Callable[..., Any] = with_settings
    for option in reversed(_CALLER):
        wrapped = option(wrapped)
    return wrapped
