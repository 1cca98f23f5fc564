"""The address of a site, and who may see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import token_urlsafe

from referee.addresses import host_and_port, is_local_host
from referee.errors import UsageError
from referee.web.access import AccessRules, is_number
from referee.web.proxies import Proxies, read_proxy

PREFIX = re.compile(r"(/[\w.~-]+)+/?", re.ASCII)


@dataclass(frozen=True)
class Listener:
    """The address of a site, and who may see it.

    Attributes:
        host: The IP address to listen on, or localhost.
        port: The port; 0 is any free one.
        names: Further host names of the server.
        open: Whether visitors from other machines may see the pages without the key.
        proxies: The proxies that are
            trusted when they report who sent a request.
        private: Whether visitors without the key see nothing, even from this machine.
        metrics: The address at which metrics are served; empty for none.
    """

    host: str = "127.0.0.1"
    port: int = 8760
    names: tuple[str, ...] = ()
    open: bool = False
    proxies: Proxies = field(default_factory=Proxies)
    private: bool = False
    metrics: str = ""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        return is_local_host(self.host)

    def access(self) -> AccessRules:
        """The access rules of the site, with a new key."""
        closed = self.private or not (self.is_local or self.open)
        return AccessRules(token_urlsafe(18), self.names, closed=closed)


def read_listener(
    address: str,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    *,
    everybody: bool = False,
    private: bool = False,
) -> Listener:
    """The listener at host:port, behind `proxies`. Raises `UsageError` if something is not an address."""
    if everybody and private:
        raise UsageError("--everybody and --private contradict each other")
    parts = host_and_port(address)
    if parts is None or not (parts[0] == "localhost" or is_number(parts[0])):
        raise UsageError(
            f"--address {address[:80]!r}: use an IP address and a port, e.g. 127.0.0.1:8760, 0.0.0.0:8760 or [::1]:8760"
        )
    return Listener(*parts, tuple(names), everybody, Proxies(tuple(map(read_proxy, proxies))), private)


def read_prefix(path: str) -> str:
    """The path at which a proxy serves the site, without a slash at its end. Raises `UsageError` for anything else."""
    if path and not PREFIX.fullmatch(path):
        raise UsageError(f"--prefix {path[:80]!r}: use a path of letters, digits and -._~, e.g. /cup")
    return path.rstrip("/")
