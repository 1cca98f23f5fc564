"""Runs a site: opens its port, tells its address, and ends when it is told to."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from secrets import token_urlsafe

import trio

from referee.errors import UsageError
from referee.files import plain
from referee.web.guarding import KEY, Guard
from referee.web.routes import Site
from referee.web.server import Limits, WebServer

Background = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Door:
    """Where a site is served, and for whom.

    Attributes:
        host: The address of this machine, by its number or as localhost.
        port: 0: any.
        names: Further names under which browsers may call it.
        open: Whether everybody from elsewhere may look without the key.
    """

    host: str = "127.0.0.1"
    port: int = 8760
    names: tuple[str, ...] = ()
    open: bool = False

    @property
    def is_local(self) -> bool:
        """Whether only this machine can come."""
        return self.host == "localhost" or ip_address(self.host).is_loopback

    def guard(self) -> Guard:
        """Who looks at the requests; it has a new key."""
        closed = not (self.is_local or self.open)
        return Guard(token_urlsafe(18), self.names, closed=closed, cookie=f"referee_{self.port}")


def read_door(address: str, names: Sequence[str] = (), *, everybody: bool = False) -> Door:
    """The door at host:port. Raises `UsageError` if that is no address."""
    host, colon, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    try:
        if not colon or not 0 <= int(port) < 65536:
            raise ValueError
        if host != "localhost":
            ip_address(host)
    except ValueError:
        raise UsageError(
            f"--address {address!r}: expected the number of an address and a port, as 127.0.0.1:8760, "
            "0.0.0.0:8760 or [::1]:8760"
        ) from None
    return Door(host, int(port), tuple(names), everybody)


async def serve_site(
    door: Door,
    guard: Guard,
    site: Site,
    tell: Callable[[str], None],
    background: Sequence[Background] = (),
    limits: Limits | None = None,
) -> None:
    """Serves until SIGINT or SIGTERM. `tell` gets the address, with the key, when browsers can come."""
    server = WebServer(site.answer, site.refuse, limits)
    try:
        listeners = await trio.open_tcp_listeners(door.port, host=door.host)
    except OSError as error:
        why = f"{door.host}:{door.port} can not be listened at: {plain(error)}"
        raise UsageError(f"{why}; --address takes another port, and port 0 any that is free") from None
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.serve, listeners)
            for task in background:
                nursery.start_soon(task)
            tell(address_of(door, listeners[0], guard))
            await anext(signals)
            nursery.cancel_scope.cancel()


def address_of(door: Door, listener: trio.SocketListener, guard: Guard) -> str:
    """What a person opens: it has the key."""
    port = listener.socket.getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(door.host, f"[{door.host}]" if ":" in door.host else door.host)  # noqa: S104
    return f"http://{host}:{port}/?{KEY}={guard.key}"
