"""A program that contains a referee: trio as a guest, and the error where it is not one."""

from __future__ import annotations

import asyncio
import signal

import pytest
import trio
import trio.lowlevel
from trio.testing import MockClock

from referee import hosting
from referee.server.app import open_referee
from referee.server.config import Config


def test_it_returns_what_main_returns_and_raises_what_main_raises() -> None:
    async def divide(a: int, b: int) -> float:
        await trio.lowlevel.checkpoint()
        return a / b

    assert hosting.run(divide, 6, 3) == 2
    with pytest.raises(ZeroDivisionError):
        hosting.run(divide, 6, 0)


def test_both_live_in_one_thread() -> None:
    async def main() -> None:
        told = trio.Event()
        asyncio.get_running_loop().call_later(0, told.set)
        await told.wait()

    hosting.run(main)


def test_time_may_be_virtual() -> None:
    async def main() -> float:
        begun = trio.current_time()
        await trio.sleep(80_000)
        return trio.current_time() - begun

    assert hosting.run(main, clock=MockClock(autojump_threshold=0)) == 80_000


def test_ctrl_c_ends_it_as_it_ends_trio() -> None:
    async def main() -> None:
        try:
            asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGINT)
            await trio.sleep_forever()
        finally:
            closed.append(None)

    closed: list[None] = []
    with pytest.raises(KeyboardInterrupt):
        hosting.run(main)
    assert closed


def test_a_signal_reaches_trio() -> None:
    async def main() -> int:
        with trio.open_signal_receiver(signal.SIGTERM) as signals:
            signal.raise_signal(signal.SIGTERM)
            return await anext(signals)

    assert hosting.run(main) == signal.SIGTERM


def test_a_referee_says_how_it_wants_to_be_run() -> None:
    async def main() -> None:
        async with open_referee(Config()):
            raise AssertionError("it is open")

    with pytest.raises(RuntimeError, match=r"start the program with referee\.hosting\.run"):
        trio.run(main)
