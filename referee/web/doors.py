"""Where a site is served, and for whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from secrets import token_urlsafe

from referee.digits import HIGHEST_PORT, whole_number
from referee.errors import UsageError
from referee.web.guarding import Guard, is_number


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
    host, colon, digits = address.rpartition(":")
    port = whole_number(digits, HIGHEST_PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not (colon and port is not None and (host == "localhost" or is_number(host))):
        raise UsageError(
            f"--address {address[:80]!r}: expected the number of an address and a port, as 127.0.0.1:8760, "
            "0.0.0.0:8760 or [::1]:8760"
        )
    return Door(host, port, tuple(names), everybody)
