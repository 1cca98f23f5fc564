"""How a feed reaches a browser: at once, in order, and with time limits if it does not read or nothing happens."""

from __future__ import annotations

import select
import socket
from collections.abc import Awaitable, Callable

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from referee.web.feeds import Feed
from referee.web.passing_on import SECONDS_BETWEEN_HEARTBEATS, STILL_HERE, PassingOn
from tests.support.waiting import PATIENCE

READING = 10.0
LARGE = "x" * 3_000_000
HEARTBEATS_UNTIL_FULL = 120
"""Half an hour: the buffers of this machine's sockets are larger than those of a browser far away."""
Check = Callable[[Feed, socket.socket], Awaitable[None]]


def with_a_browser(check: Check, clock: MockClock) -> list[str]:
    """Let a browser follow a feed whose first state is "first"; return how that ended."""
    ended: list[str] = []

    async def pass_on(passing: PassingOn, feed: Feed) -> None:
        try:
            ended.append("all told" if await passing.run(feed) else "given up")
        except trio.BrokenResourceError:
            ended.append("gone")

    async def main() -> None:
        ours, browser = trio.socket.socketpair()
        feed = Feed()
        feed.show({"a": ["first"]})
        with ours, socket.socket(fileno=browser.detach()) as theirs:
            theirs.settimeout(PATIENCE)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(pass_on, PassingOn(trio.SocketStream(ours), bytes, READING), feed)
                await wait_all_tasks_blocked()
                await check(feed, theirs)
                await wait_all_tasks_blocked()
                nursery.cancel_scope.cancel()
        assert feed.followers == 0

    trio.run(main, clock=clock)
    return ended


def test_what_is_shown_is_sent_in_that_very_call() -> None:
    async def check(feed: Feed, browser: socket.socket) -> None:
        assert b"first" in _there(browser)
        feed.show({"a": ["second"]})
        assert b"second" in _there(browser)  # no task has run since
        feed.close()
        assert b"event: over" in _there(browser)

    assert with_a_browser(check, MockClock()) == ["all told"]


def test_who_reads_slowly_misses_what_was_between_and_nothing_else() -> None:
    async def check(feed: Feed, browser: socket.socket) -> None:
        feed.show({"a": [LARGE]})
        for number in range(5):
            feed.show({"a": [f"number {number}"]})
        feed.close()
        told = bytearray()
        while part := await trio.to_thread.run_sync(browser.recv, 100_000):
            told += part
            if told.endswith(b"event: over\ndata: -\n\n"):
                break
        assert (told.count(LARGE.encode()), told.count(b"number")) == (1, 1)
        assert told.index(b"xxx") < told.index(b"number 4") < told.index(b"event: over")

    assert with_a_browser(check, MockClock()) == ["all told"]


@pytest.mark.parametrize("how", ["given up", "gone"])
def test_who_does_not_read_or_is_gone_is_left(how: str) -> None:
    clock = MockClock()

    async def check(feed: Feed, browser: socket.socket) -> None:
        if how == "gone":
            browser.close()
        feed.show({"a": [LARGE]})
        await wait_all_tasks_blocked()
        if how == "given up":
            assert feed.followers == 1
            clock.jump(READING)

    assert with_a_browser(check, clock) == [how]


def test_who_reads_nothing_of_a_quiet_feed_is_left() -> None:
    clock = MockClock()

    async def check(feed: Feed, _browser: socket.socket) -> None:
        for _ in range(HEARTBEATS_UNTIL_FULL):
            clock.jump(SECONDS_BETWEEN_HEARTBEATS)
            await wait_all_tasks_blocked()
            if not feed.followers:
                return

    assert with_a_browser(check, clock) == ["given up"]


def test_who_hears_nothing_for_long_hears_that_we_are_here() -> None:
    clock = MockClock()

    async def check(feed: Feed, browser: socket.socket) -> None:
        browser.recv(1000)
        for wait, said in (
            (SECONDS_BETWEEN_HEARTBEATS - 1, b""),
            (1, STILL_HERE),
            (SECONDS_BETWEEN_HEARTBEATS - 1, b""),
            (1, STILL_HERE),
        ):
            clock.jump(wait)
            await wait_all_tasks_blocked()
            assert _there(browser) == said
        clock.jump(SECONDS_BETWEEN_HEARTBEATS - 1)
        feed.show({"a": ["second"]})
        assert b"second" in _there(browser)
        clock.jump(1)
        await wait_all_tasks_blocked()
        assert _there(browser) == b""  # it has just received something
        feed.close()

    assert with_a_browser(check, clock) == ["all told"]


def _there(browser: socket.socket) -> bytes:
    """The data received so far."""
    return browser.recv(10_000) if select.select([browser], [], [], 0)[0] else b""
