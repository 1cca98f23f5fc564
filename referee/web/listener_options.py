"""The options of every command that serves pages: the address, and who may see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

import click

from referee.pages.markup import ROOT
from referee.terminal.metrics_option import metrics_option
from referee.web.listeners import read_listener, read_prefix

ADDRESS = "127.0.0.1:8760"


OPTIONS = (
    click.option(
        "--prefix",
        default="",
        metavar="PATH",
        help="The path at which a proxy serves these pages, e.g. /cup. Default: its root.",
    ),
    click.option(
        "--proxy",
        "proxies",
        multiple=True,
        metavar="ADDRESS",
        help="Trust the proxy at this IP address or network when it reports who sent a request, in the headers "
        "X-Forwarded-For, -Proto and -Host, or Forwarded. May be repeated.",
    ),
    click.option(
        "--host",
        "names",
        multiple=True,
        metavar="HOST",
        help="Another host name of this server, such as that of a proxy. May be repeated.",
    ),
    click.option(
        "--private",
        is_flag=True,
        help="Show nothing without the key, even to visitors from this machine, such as those of a proxy.",
    ),
    click.option("--everybody", is_flag=True, help="Let visitors from other machines watch without the key."),
    click.option(
        "--address",
        "bind",
        default=ADDRESS,
        show_default=True,
        help="Address to listen on: host:port, with the host as an IP address. Port 0 picks a free port.",
    ),
)


def listener_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command gets them as one `listener`."""

    @wraps(command)
    def with_listener(
        *,
        bind: str,
        names: Sequence[str],
        everybody: bool,
        private: bool,
        proxies: Sequence[str],
        prefix: str,
        metrics: str,
        **rest: Any,
    ) -> Any:
        ROOT.set(read_prefix(prefix))
        listener = read_listener(bind, names, proxies, everybody=everybody, private=private)
        return command(listener=replace(listener, metrics=metrics), **rest)

    wrapped: Callable[..., Any] = metrics_option(with_listener)
    for option in OPTIONS:
        wrapped = option(wrapped)
    return wrapped
