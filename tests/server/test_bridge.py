"""Calls that can wait, calls between trio and the loop, and delays of the referee that are not charged to a bot."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from referee import hosting
from referee.kernel.job import TimeControl
from referee.kernel.record import Cause
from referee.server.bridge import PATIENT_SLICE, Patience, open_bridge
from referee.server.match.sleeper import Sleeper
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.running import Running, local_referee


class TestPatience:
    """Without a loop: scheduled calls are only noted."""

    @pytest.fixture
    def soon(self) -> list[Callable[[], None]]:
        return []

    @pytest.fixture
    def patience(self, soon: list[Callable[[], None]]) -> Patience:
        return Patience(soon.append)

    def test_all_calls_are_made_in_order_for_one_wake_up(
        self, patience: Patience, soon: list[Callable[[], None]]
    ) -> None:
        made: list[int] = []
        for number in range(5):
            patience.post(made.append, number)
        assert (made, len(soon)) == ([], 1)
        soon.pop()()
        assert (made, soon) == ([0, 1, 2, 3, 4], [])
        patience.post(made.append, 5)
        assert len(soon) == 1

    def test_a_call_that_fails_does_not_hurt_the_others(
        self, patience: Patience, soon: list[Callable[[], None]]
    ) -> None:
        made: list[int] = []
        patience.post(int, "x")
        patience.post(made.append, 1)
        with pytest.raises(ValueError, match="invalid literal"):
            soon.pop()()
        soon.pop()()
        assert made == [1]

    def test_calls_that_are_left_meanwhile_are_made_too(
        self, patience: Patience, soon: list[Callable[[], None]]
    ) -> None:
        made: list[int] = []
        patience.post(lambda: patience.post(made.append, 1))
        while soon:
            soon.pop()()
        assert made == [1]

    def test_many_calls_are_made_in_slices(self, patience: Patience, soon: list[Callable[[], None]]) -> None:
        made: list[int] = []

        def work(number: int) -> None:
            time.sleep(PATIENT_SLICE / 4)
            made.append(number)

        for number in range(40):
            patience.post(work, number)
        while len(made) < 40:
            before = len(made)
            assert len(soon) == 1
            soon.pop()()
            assert 1 <= len(made) - before <= 5
        assert (made, soon) == (list(range(40)), [])


def test_the_loop_has_its_turn_after_each_slice() -> None:
    """What a bot has sent never waits for more than one request of other callers."""

    async def main() -> None:
        made: list[str] = []
        loop = asyncio.get_running_loop()
        over = trio.Event()

        def serve() -> None:
            time.sleep(2 * PATIENT_SLICE)
            made.append("service")

        def take_from_bot() -> None:
            made.append("bot")
            if made.count("service") < 10:
                loop.call_soon(take_from_bot)
            else:
                over.set()

        with open_bridge() as bridge:
            for _ in range(10):
                bridge.post_patiently(serve)
            loop.call_soon(take_from_bot)
            await over.wait()
        assert "service service" not in " ".join(made)

    hosting.run(main)


def test_who_has_gone_is_not_answered() -> None:
    async def main() -> None:
        asked: list[int] = []
        with open_bridge() as bridge:

            async def ask_and_go() -> None:
                asking = [asyncio.create_task(bridge.ask_patiently(asked.append, number)) for number in range(10)]
                await asyncio.sleep(0)
                for one in asking[:9]:
                    one.cancel()
                await asking[9]

            await bridge.on_loop(ask_and_go)
        assert asked == [9]

    hosting.run(main)


def test_a_sleeper_is_woken_once_or_runs_out_of_time() -> None:
    async def main() -> None:
        sleeper = Sleeper()
        sleeper.wake()  # no task sleeps: nothing happens
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sleeper.sleep)
            await trio.testing.wait_all_tasks_blocked()
            sleeper.wake()
            sleeper.wake()
        begun = trio.current_time()
        await sleeper.sleep_until(begun + 5)
        assert trio.current_time() == begun + 5
        sleeper.wake()

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_each_side_answers_the_other() -> None:
    async def main() -> None:
        with open_bridge() as bridge:

            async def ask() -> float:
                with pytest.raises(ZeroDivisionError):
                    await bridge.ask_patiently(lambda: 1 // 0)
                return await bridge.ask_patiently(trio.current_time)

            assert await bridge.on_loop(ask) <= trio.current_time()

            async def fail() -> None:
                raise OSError("no such address")

            with pytest.raises(OSError, match="no such address"):
                await bridge.on_loop(fail)

    hosting.run(main)


HURRY = TimeControl(decision_ms=1_000, bank_ms=0, margin_ms=0)
DELAY = 2.0
"""How long the referee sleeps: twice the time of a decision, to test a delay of real threads."""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with local_referee(tmp_path) as referee:
        yield referee


def _in_trio(running: Running, work: Callable[[], None]) -> None:
    running.call(lambda: trio.lowlevel.current_trio_token().run_sync_soon(work))


def _on_loop(running: Running, work: Callable[[], None]) -> None:
    running.call(lambda: asyncio.get_running_loop().call_soon(work))


@pytest.mark.parametrize("hold_up", [pytest.param(_in_trio, id="by trio"), pytest.param(_on_loop, id="by the loop")])
def test_the_referees_own_delay_is_not_charged(
    running: Running, hold_up: Callable[[Running, Callable[[], None]], None]
) -> None:
    """A bot answers while the referee's thread cannot run for twice the time of the decision."""
    held_up = threading.Event()

    def delay() -> None:
        held_up.set()
        time.sleep(DELAY)

    with raw_bot(running.address) as a, raw_bot(running.address) as b:
        bots = [a, b]
        for name, bot in zip("ab", bots, strict=True):
            bot.hello(running.token(name))
        match = job(time_control=HURRY)
        played = running.play(match)
        (first,) = match.start().asked
        turn = bots[first].hear_until("turn").turn
        hold_up(running, delay)
        held_up.wait()
        bots[first].choose(turn)
        with ThreadPoolExecutor() as threads:
            list(threads.map(RawBot.play_on, bots))
        record = played.result()
    step = record.steps[0]
    assert step.answers[0].cause is Cause.CHOSEN
    assert step.strikes == []
    (time_taken,) = step.time or []
    assert time_taken.wall_ms > HURRY.decision_ms
    assert time_taken.wall_ms - time_taken.lag_ms < HURRY.decision_ms
    assert record.end is not None
    assert record.end.time is not None
    assert record.end.time.overloaded
