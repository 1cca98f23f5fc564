"""What one address may take of what all share."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
import trio
from trio.testing import MockClock

from referee.web.requests import Refused
from referee.web.shares import AddressShares, Tries, household


@pytest.mark.parametrize(
    ("address", "home"),
    [
        pytest.param("203.0.113.7", "203.0.113.7", id="an IPv4 address"),
        pytest.param("::ffff:203.0.113.7", "203.0.113.7", id="the same as IPv6"),
        pytest.param("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", id="an IPv6 network"),
        pytest.param("127.0.0.2", "", id="this machine"),
        pytest.param("::1", "", id="this machine by IPv6"),
        pytest.param("::ffff:127.0.0.1", "", id="this machine by both"),
        pytest.param("", "", id="unknown"),
    ],
)
def test_who_counts_as_one_visitor(address: str, home: str) -> None:
    assert household(address) == home


def test_an_address_has_its_share_and_others_theirs() -> None:
    shares = AddressShares(2, "live page")
    with ExitStack() as stack:
        for address in ("203.0.113.7", "203.0.113.7", "203.0.113.8", *["127.0.0.1"] * 5):
            stack.enter_context(shares.held(address))
        with pytest.raises(Refused, match="2 live pages open"), shares.held("203.0.113.7"):
            pass
    with shares.held("203.0.113.7"):
        pass


def test_failures_are_forgotten_after_a_while() -> None:
    async def run() -> None:
        tries = Tries(3, 60.0)
        for _ in range(5):
            tries.fail("203.0.113.7")
            tries.fail("127.0.0.1")
        with pytest.raises(Refused, match="3 tries from your address failed"):
            tries.check("203.0.113.7")
        tries.check("203.0.113.8")
        tries.check("127.0.0.1")
        await trio.sleep(61)
        tries.check("203.0.113.7")

    trio.run(run, clock=MockClock(autojump_threshold=0))
