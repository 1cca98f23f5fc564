"""Runs a site: opens its port, tells its address, and ends when it is told to."""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

import trio

from referee.errors import UsageError
from referee.files import plain
from referee.web.doors import Door
from referee.web.guarding import KEY, Guard
from referee.web.routes import Site

if TYPE_CHECKING:
    from referee.web.server import WebLimits

NICENESS = 5

Background = Callable[[], Awaitable[None]]


async def serve_site(
    door: Door,
    guard: Guard,
    site: Site,
    tell: Callable[[str], None],
    background: Sequence[Background] = (),
    limits: WebLimits | None = None,
    *,
    gives_way: bool = True,
) -> None:
    """Serves until SIGINT or SIGTERM. `tell` gets the address, with the key, when browsers can come.

    With `gives_way` matches on the same machine go first when it is busy.
    """
    try:
        from referee.web.server import WebServer  # noqa: PLC0415 - all else works without the extra
    except ModuleNotFoundError as error:
        raise UsageError(f"serving pages needs the package {error.name}: pip install 'referee[web]'") from None
    server = WebServer(site.answer, site.refuse, limits)
    try:
        listeners = await trio.open_tcp_listeners(door.port, host=door.host)
    except OSError as error:
        why = f"{door.host}:{door.port} can not be listened at: {plain(error)}"
        raise UsageError(f"{why}; --address takes another port, and port 0 any that is free") from None
    if gives_way:
        _give_way()
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.serve, listeners)
            for task in background:
                nursery.start_soon(task)
            tell(address_of(door, listeners[0], guard))
            await anext(signals)
            nursery.cancel_scope.cancel()


def _give_way() -> None:
    """Lets others go first. Niceness alone would not: who wakes often for little cuts in, however nice it is."""
    os.nice(NICENESS)
    if hasattr(os, "sched_setscheduler"):  # not Linux
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def address_of(door: Door, listener: trio.SocketListener, guard: Guard) -> str:
    """What a person opens: it has the key."""
    port = listener.socket.getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(door.host, f"[{door.host}]" if ":" in door.host else door.host)  # noqa: S104
    return f"http://{host}:{port}/?{KEY}={guard.key}"
