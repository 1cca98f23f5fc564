"""The two threads and what goes between them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from referee.server.bridge import Bridge, Handover, open_bridge


@asynccontextmanager
async def nothing(_bridge: Bridge) -> AsyncIterator[None]:
    yield


def in_a_bridge(test: Callable[[Bridge], Awaitable[None]]) -> None:
    """Runs an async test in trio, with a bridge to a loop that has nothing to do. No thread is left."""
    before = set(threading.enumerate())

    async def run() -> None:
        async with trio.open_nursery() as nursery, open_bridge(nursery, nothing) as (bridge, _front):
            await test(bridge)

    trio.run(run)
    assert set(threading.enumerate()) <= before


@given(st.lists(st.booleans(), max_size=40))
def test_every_call_is_made_once_in_order_by_as_few_wake_ups_as_can_be(posts: list[bool]) -> None:
    """True: something is posted; False: the other thread comes to it, if it was woken."""
    made: list[int] = []
    wake_ups: list[int] = []
    handover = Handover(lambda: wake_ups.append(len(made)))
    waiting = 0
    for number, post in enumerate(posts):
        if post:
            handover.post(made.append, number)
            waiting += 1
        elif waiting:
            handover.hand_over()
            waiting = 0
    handover.hand_over()
    assert made == [number for number, post in enumerate(posts) if post]
    assert wake_ups == sorted(set(wake_ups))


def test_what_is_posted_while_calls_are_made_wakes_again() -> None:
    wake_ups: list[str] = []
    handover = Handover(lambda: wake_ups.append("wake"))
    handover.post(lambda: handover.post(wake_ups.append, "late"))
    handover.hand_over()
    assert wake_ups.count("wake") == 2
    assert wake_ups[-1] == "late"


def test_a_call_that_fails_is_logged_and_the_others_are_made(caplog: pytest.LogCaptureFixture) -> None:
    made: list[str] = []
    handover = Handover(lambda: None)
    handover.post(made.append, "before")
    handover.post(int, "not a number")
    handover.post(made.append, "after")
    handover.hand_over()
    assert made == ["before", "after"]
    assert "not a number" in caplog.text


def test_questions_from_the_loop_are_answered_in_the_thread_of_trio() -> None:
    async def test(bridge: Bridge) -> None:
        here = threading.current_thread()

        async def ask() -> tuple[threading.Thread, threading.Thread]:
            return await bridge.ask(threading.current_thread), threading.current_thread()

        answerer, asker = await bridge.on_loop(ask)
        assert answerer is here
        assert asker is not here

    in_a_bridge(test)


def test_what_the_answer_raises_is_raised_where_it_was_asked_and_awaited() -> None:
    async def test(bridge: Bridge) -> None:
        async def ask() -> None:
            await bridge.ask(int, "x")

        with pytest.raises(ValueError, match="'x'"):
            await bridge.on_loop(ask)

    in_a_bridge(test)


def test_an_answer_that_nobody_waits_for_any_more_is_dropped() -> None:
    async def test(bridge: Bridge) -> None:
        asked = trio.Event()

        async def ask_and_go() -> None:
            task = asyncio.create_task(bridge.ask(asked.set))
            await asyncio.sleep(0)
            task.cancel()

        await bridge.on_loop(ask_and_go)
        await asked.wait()
        assert await bridge.on_loop(asyncio.sleep, 0, "still alive") == "still alive"

    in_a_bridge(test)


def test_thousands_of_calls_from_both_sides_arrive_in_order() -> None:
    async def test(bridge: Bridge) -> None:
        back: list[int] = []
        all_back = trio.Event()

        def take(number: int) -> None:
            back.append(number)
            if number == 9_999:
                all_back.set()

        for number in range(10_000):
            bridge.to_loop.post(bridge.to_trio.post, take, number)
        await all_back.wait()
        assert back == list(range(10_000))

    in_a_bridge(test)


def test_what_fails_before_serving_is_raised_and_leaves_no_thread() -> None:
    @asynccontextmanager
    async def broken(_bridge: Bridge) -> AsyncIterator[None]:
        raise LookupError("no such place")
        yield

    async def run() -> None:
        async with trio.open_nursery() as nursery, open_bridge(nursery, broken):
            raise AssertionError("never served")

    before = set(threading.enumerate())
    with pytest.raises(ExceptionGroup) as caught:
        trio.run(run)
    assert caught.group_contains(LookupError, match="no such place")
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("end", ["raise", "cancel"])
def test_the_thread_ends_however_the_block_is_left(end: str) -> None:
    before = set(threading.enumerate())

    async def run() -> None:
        async with trio.open_nursery() as nursery, open_bridge(nursery, nothing):
            if end == "raise":
                raise LookupError
            nursery.cancel_scope.cancel()
            await trio.sleep_forever()

    if end == "raise":
        with pytest.raises(ExceptionGroup):
            trio.run(run)
    else:
        trio.run(run)
    assert set(threading.enumerate()) <= before
