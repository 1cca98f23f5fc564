"""A coroutine that is started without a task continues by itself, reports its end, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.server.rpc.eager import begin


class Ending:
    """Record the end."""

    def __init__(self) -> None:
        self.told: list[Exception | None] = []

    def __call__(self, error: Exception | None) -> None:
        self.told.append(error)


@contextmanager
def _uncollected() -> Iterator[None]:
    """While the block runs, objects are freed only by reference counts."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _wait(*futures: asyncio.Future[None]) -> None:
    for future in futures:
        await future


@pytest.mark.parametrize("waits", [0, 1, 2])
def test_goes_on_after_each_wait(waits: int) -> None:
    async def run() -> None:
        futures = [asyncio.get_running_loop().create_future() for _ in range(waits)]
        ending = Ending()
        begin(_wait(*futures), ending)
        for future in futures:
            assert ending.told == []
            future.set_result(None)
            await asyncio.sleep(0)
        assert ending.told == [None]

    asyncio.run(run())


@pytest.mark.parametrize("at_once", [True, False])
def test_tells_what_was_raised(*, at_once: bool) -> None:
    async def run() -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        ending, error = Ending(), ValueError("the connection is gone")
        if at_once:
            future.set_exception(error)
        begin(_wait(future), ending)
        if not at_once:
            future.set_exception(error)
            await asyncio.sleep(0)
        assert ending.told == [error]

    asyncio.run(run())


@pytest.mark.parametrize("waits", [0, 1])
def test_leaves_nothing_for_a_collection(waits: int) -> None:
    """There is a write for every decision: objects that wait for a collection would push all else out of the caches."""

    async def run() -> None:
        futures = [asyncio.get_running_loop().create_future() for _ in range(waits)]
        ending = Ending()
        known = weakref.ref(ending)
        begin(_wait(*futures), ending)
        del ending
        for future in futures:
            future.set_result(None)
            await asyncio.sleep(0)
        assert known() is None, "something that was begun still knows what was to be called at its end"

    with _uncollected():
        asyncio.run(run())
