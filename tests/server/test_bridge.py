"""The hand-over between the two threads, and that neither one's delay is charged to a bot."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from referee.kernel.job import TimeControl
from referee.kernel.record import Cause
from referee.server.bridge import PATIENT_SLICE, SLICE, SWITCH_INTERVAL, Bridge, Handover, open_bridge
from referee.server.match.sleeper import Sleeper
from tests.support.matches import job
from tests.support.raw_bot import RawBot, raw_bot
from tests.support.running import Running, local_referee


class TestHandover:
    """Without threads: `wake` only counts."""

    @pytest.fixture
    def wakes(self) -> list[None]:
        return []

    @pytest.fixture
    def handover(self, wakes: list[None]) -> Handover:
        return Handover(lambda: wakes.append(None))

    def test_all_calls_are_made_in_order_for_one_wake_up(self, handover: Handover, wakes: list[None]) -> None:
        made: list[int] = []
        for number in range(5):
            handover.post(made.append, number)
        assert (made, len(wakes)) == ([], 1)
        handover.hand_over()
        assert made == [0, 1, 2, 3, 4]
        handover.post(made.append, 5)
        assert len(wakes) == 2

    def test_a_call_that_fails_does_not_hurt_the_others(
        self, handover: Handover, caplog: pytest.LogCaptureFixture
    ) -> None:
        made: list[int] = []
        handover.post(int, "x")
        handover.post(made.append, 1)
        handover.hand_over()
        assert made == [1]
        assert "invalid literal" in caplog.text

    def test_calls_that_are_left_meanwhile_are_made_too(self, handover: Handover) -> None:
        made: list[int] = []
        handover.post(lambda: handover.post(made.append, 1))
        handover.hand_over()
        handover.hand_over()
        assert made == [1]


class TestRightOfWay:
    """What waits must not keep the thread from its other work, and what bots say goes before all the rest."""

    @pytest.fixture
    def wakes(self) -> list[None]:
        return []

    @pytest.fixture
    def handover(self, wakes: list[None]) -> Handover:
        return Handover(lambda: wakes.append(None))

    @pytest.mark.parametrize(
        ("kind", "slice_"),
        [pytest.param("post", SLICE, id="of bots"), pytest.param("post_patient", PATIENT_SLICE, id="patient")],
    )
    def test_many_calls_are_made_in_slices(
        self, handover: Handover, wakes: list[None], kind: str, slice_: float
    ) -> None:
        made: list[int] = []

        def work(number: int) -> None:
            time.sleep(slice_ / 4)
            made.append(number)

        for number in range(40):
            getattr(handover, kind)(work, number)
        slices = 0
        while len(made) < 40:
            before = len(made)
            assert len(wakes) == 1 + slices
            handover.hand_over()
            assert 1 <= len(made) - before <= 5
            slices += 1
        assert made == list(range(40))
        assert len(wakes) == slices

    def test_what_bots_say_goes_first(self, handover: Handover) -> None:
        made: list[str] = []

        def serve() -> None:
            made.append("service")
            handover.post(made.append, "later bot")

        handover.post_patient(serve)
        handover.post_patient(made.append, "next service")
        handover.post(made.append, "bot")
        handover.hand_over()
        assert made == ["bot", "service"]
        handover.hand_over()
        assert made == ["bot", "service", "later bot", "next service"]

    def test_services_are_served_though_bots_always_have_more_to_say(self, handover: Handover) -> None:
        made: list[int] = []

        def talk() -> None:
            handover.post(talk)

        handover.post(talk)
        for number in range(3):
            handover.post_patient(made.append, number)
        for _ in range(3):
            handover.hand_over()
        assert made == [0, 1, 2]

    def test_catching_up_takes_all_that_bots_said_and_nothing_else(self, handover: Handover) -> None:
        made: list[float] = []
        handover.post_patient(made.append, 0)
        for number in range(20):
            handover.post(time.sleep, SLICE / 10)
            handover.post(made.append, number)
        handover.catch_up()
        assert made == list(range(20))


def test_who_has_gone_is_not_answered() -> None:
    async def main() -> None:
        asked: list[int] = []
        async with trio.open_nursery() as nursery:
            async with open_bridge(nursery, _front) as (bridge, _):

                async def ask_and_go() -> None:
                    asking = [asyncio.create_task(bridge.ask_patiently(asked.append, number)) for number in range(10)]
                    await asyncio.sleep(0)
                    for one in asking[:9]:
                        one.cancel()
                    await asking[9]

                # Both threads at once would let the first one be asked in time.
                held = threading.Event()
                bridge.to_trio.post(held.wait)
                bridge.to_loop.post(lambda: bridge.to_trio.post_patient(asked.append, -1))
                threading.Timer(0.2, held.set).start()
                await bridge.on_loop(ask_and_go)
            nursery.cancel_scope.cancel()
        assert asked == [-1, 9]

    trio.run(main)


def test_the_threads_change_quickly_only_while_there_are_two() -> None:
    async def main() -> None:
        before = sys.getswitchinterval()
        async with trio.open_nursery() as nursery:
            async with open_bridge(nursery, _front):
                assert sys.getswitchinterval() == pytest.approx(SWITCH_INTERVAL)
            nursery.cancel_scope.cancel()
        assert sys.getswitchinterval() == before

    trio.run(main)


def test_a_sleeper_is_woken_once_or_runs_out_of_time() -> None:
    async def main() -> None:
        sleeper = Sleeper()
        sleeper.wake()  # nobody sleeps: nothing happens
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


@asynccontextmanager
async def _front(bridge: Bridge) -> AsyncIterator[Bridge]:
    yield bridge


def test_questions_from_the_loop_are_answered_in_trios_thread() -> None:
    async def main() -> None:
        async with trio.open_nursery() as nursery:
            async with open_bridge(nursery, _front) as (bridge, _):

                async def ask() -> list[object]:
                    with pytest.raises(ZeroDivisionError):
                        await bridge.ask(lambda: 1 // 0)
                    return [await bridge.ask(trio.current_time) > 0, asyncio.get_running_loop().is_running()]

                assert await bridge.on_loop(ask) == [True, True]
            nursery.cancel_scope.cancel()

    trio.run(main)


def test_what_the_front_raises_at_its_start_is_raised() -> None:
    @asynccontextmanager
    async def broken(_bridge: Bridge) -> AsyncIterator[None]:
        raise OSError("no such address")
        yield

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            with pytest.raises(OSError, match="no such address"):
                async with open_bridge(nursery, broken):
                    raise AssertionError("it is open")

    trio.run(main)


HURRY = TimeControl(decision_ms=1_000, bank_ms=0, margin_ms=0)
DELAY = 2.0


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with local_referee(tmp_path) as referee:
        yield referee


def _in_trio(running: Running, work: Callable[[], None]) -> None:
    running.call(lambda: running.referee._bridge.to_trio.post(work))


def _on_loop(running: Running, work: Callable[[], None]) -> None:
    running.call(lambda: running.referee._bridge.to_loop.post(work))


@pytest.mark.parametrize(
    "hold_up",
    [pytest.param(_in_trio, id="trio's thread"), pytest.param(_on_loop, id="the loop's thread")],
)
def test_the_referees_own_delay_is_not_charged(
    running: Running, hold_up: Callable[[Running, Callable[[], None]], None]
) -> None:
    """A bot answers while a thread of the referee is not able to run for twice the time of the decision."""
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
