"""How much of the shared resources one address may use, so that no single visitor can use all of them."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network, ip_address

import trio

from referee.counts import counted
from referee.web.requests import Refused

PREFIX = 64
"""The bits of an IPv6 address that identify one network, which can use any number of addresses."""
MOST_REMEMBERED = 10_000


def household(address: str) -> str:
    """What counts as one visitor: an IPv4 address, or an IPv6 network; empty for this machine.

    Requests from this machine come from its own programs, or from a proxy that does not report its visitors (see
    `--proxy`). Both may use as much as all strangers together.
    """
    try:
        number = ip_address(address)
    except ValueError:
        return ""
    if isinstance(number, IPv6Address):
        number = number.ipv4_mapped or number
    if number.is_loopback:
        return ""
    if isinstance(number, IPv6Address):
        return str(IPv6Network((number, PREFIX), strict=False))
    return str(number)


class AddressShares:
    """How much each address holds of something, up to a limit."""

    def __init__(self, most: int, what: str) -> None:
        """`what` names the thing that is held, in the singular, e.g. "live page"."""
        self._most = most
        self._what = what
        self._held: Counter[str] = Counter()

    @contextmanager
    def held(self, address: str) -> Iterator[None]:
        """Hold one during the block. Raises `Refused` if the address holds as many as it may."""
        home = household(address)
        if home and self._held[home] >= self._most:
            why = f"Your address has {counted(self._most, self._what)} open, which is the limit. Close some of them."
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, why)
        self._held[home] += 1
        try:
            yield
        finally:
            self._held[home] -= 1
            if not self._held[home]:
                del self._held[home]


class Tries:
    """How often each address has failed lately."""

    def __init__(self, most: int, seconds: float) -> None:
        """At most `most` failures in `seconds`."""
        self._most = most
        self._seconds = seconds
        self._failed: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, address: str) -> None:
        """Raise `Refused` if the address has failed too often."""
        failed = self._failed.get(household(address), ())
        if sum(trio.current_time() - at < self._seconds for at in failed) >= self._most:
            why = f"{counted(self._most, 'try', 'tries')} from your address failed. Wait a minute, then try again."
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, why)

    def fail(self, address: str) -> None:
        """Record a failure."""
        home = household(address)
        if home:
            self._failed.setdefault(home, deque(maxlen=self._most)).append(trio.current_time())
            self._failed.move_to_end(home)
            while len(self._failed) > MOST_REMEMBERED:
                self._failed.popitem(last=False)
