"""The options of every command that serves pages: where, and for whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

from referee.web.doors import read_door

ADDRESS = "127.0.0.1:8760"


def door_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options; the command gets them as one `door`."""

    @wraps(command)
    def with_door(*, bind: str, names: Sequence[str], everybody: bool, **rest: Any) -> Any:
        return command(door=read_door(bind, names, everybody=everybody), **rest)

    wrapped: Callable[..., Any] = with_door
    for option in (
        click.option(
            "--host",
            "names",
            multiple=True,
            metavar="HOST",
            help="A further name by which browsers may call this server, as that of a proxy. May be repeated.",
        ),
        click.option("--everybody", is_flag=True, help="Let browsers elsewhere look without the key."),
        click.option(
            "--address",
            "bind",
            default=ADDRESS,
            show_default=True,
            help="Where the pages are: host:port, the host by its number; port 0: any.",
        ),
    ):
        wrapped = option(wrapped)
    return wrapped
