"""Runs a site: opens its port, announces its URL, and serves until a signal."""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

import trio

from referee.errors import UsageError
from referee.files import plain
from referee.metrics import open_metrics
from referee.pages.layout import KEY_PATH
from referee.web.access import AccessRules
from referee.web.listeners import Listener
from referee.web.routes import Site
from referee.web.server_metrics import show_server

if TYPE_CHECKING:
    from referee.web.server import WebLimits

NICENESS = 5

Background = Callable[[], Awaitable[None]]


async def serve_site(
    listener: Listener,
    access: AccessRules,
    site: Site,
    tell: Callable[[str], None],
    background: Sequence[Background] = (),
    limits: WebLimits | None = None,
    *,
    gives_way: bool = True,
) -> None:
    """Serve until SIGINT or SIGTERM. `tell` gets the URL, with the key, once browsers can connect.

    With `gives_way`, matches on the same machine have priority when it is busy.
    """
    try:
        from referee.web.server import WebServer  # noqa: PLC0415 - everything else works without the extra
    except ModuleNotFoundError as error:
        raise UsageError(f"serving pages needs the package {error.name}: pip install 'referee[web]'") from None
    server = WebServer(site.answer, site.refuse, limits, listener.proxies)
    try:
        listeners = await trio.open_tcp_listeners(listener.port, host=listener.host)
    except OSError as error:
        why = f"cannot listen on {listener.host}:{listener.port}: {plain(error)}"
        raise UsageError(f"{why}; choose another port with --address; port 0 picks a free one") from None
    access.cookie = f"referee_{listeners[0].socket.getsockname()[1]}"
    if gives_way:
        _give_way()
    with (
        open_metrics(listener.metrics) as metrics,
        trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals,
    ):
        if metrics is not None:
            show_server(metrics, server)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.serve, listeners)
            for task in background:
                nursery.start_soon(task)
            tell(address_of(listener, listeners[0], access))
            if metrics is not None:
                tell(f"metrics: {metrics.address}")
            await anext(signals)
            nursery.cancel_scope.cancel()


def _give_way() -> None:
    """Lower our priority.

    A higher nice value alone is not enough: a process that often wakes up briefly preempts others anyway.
    """
    os.nice(NICENESS)
    if hasattr(os, "sched_setscheduler"):  # not Linux
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def address_of(listener: Listener, socket: trio.SocketListener, access: AccessRules) -> str:
    """The URL for a person to open. The key is the part that browsers do not send, so it appears in no log."""
    port = socket.socket.getsockname()[1]
    here = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - not bound
    host = here.get(listener.host, f"[{listener.host}]" if ":" in listener.host else listener.host)
    return f"http://{host}:{port}{KEY_PATH}#{access.key}"
