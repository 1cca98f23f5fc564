"""A step is played where its last answer arrives: at once, as far as the match may continue, and no further."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest
import trio
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import MockClock

from referee.kernel.match import Match
from referee.kernel.record import Record
from referee.server.match.task import MatchTask, play_match
from tests.support.matches import job
from tests.support.seats import MemorySeat, silent

EVERY_TURN = dict.fromkeys(range(1, 1000), silent)


def play(act: Callable[[MatchTask, list[MemorySeat]], None]) -> Record:
    """Play a match whose bots send nothing themselves; `act` is called when the first of them was asked."""

    async def main() -> Record:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, plan=EVERY_TURN) for _ in range(2)]
            task = MatchTask.begin(job(), seats, lambda _: None)
            nursery.start_soon(task.play)
            await trio.testing.wait_all_tasks_blocked()
            act(task, seats)
        return task.record

    return trio.run(main, clock=MockClock(autojump_threshold=0))


def answer(seat: MemorySeat) -> None:
    turn = seat.turns()[-1]
    seat.say(wire.Choice(match_id=turn.match_id, turn=turn.turn, option=0))


def asked(seats: list[MemorySeat]) -> int:
    return sum(len(seat.turns()) for seat in seats)


def first_asked(seats: list[MemorySeat]) -> MemorySeat:
    (seat,) = (seat for seat in seats if seat.turns())
    return seat


def test_the_next_turn_is_there_when_the_answer_is_taken() -> None:
    def act(task: MatchTask, seats: list[MemorySeat]) -> None:
        answer(first_asked(seats))
        assert (len(task.record.steps), asked(seats)) == (1, 2)

    play(act)


def test_a_match_that_is_voided_goes_no_further() -> None:
    def act(task: MatchTask, seats: list[MemorySeat]) -> None:
        task.void("a test says so")
        answer(first_asked(seats))
        assert (len(task.record.steps), asked(seats)) == (0, 1)

    record = play(act)
    assert record.end is not None
    assert record.end.void_reason == "a test says so"
    assert record.steps == []


@pytest.mark.parametrize(
    ("what", "steps"),
    [
        pytest.param("answer", 0, id="while it is played"),
        pytest.param("position_bytes", 1, id="while the next is put"),
    ],
)
def test_a_step_that_fails_where_an_answer_arrives_voids_the_match(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, what: str, steps: int
) -> None:
    def act(_task: MatchTask, seats: list[MemorySeat]) -> None:
        monkeypatch.setattr(Match, what, fail)
        answer(first_asked(seats))

    def fail(*_args: object) -> None:
        raise RuntimeError("no such rule")

    record = play(act)
    assert record.end is not None
    assert record.end.void_reason == "the referee failed: RuntimeError: no such rule"
    assert len(record.steps) == steps
    assert "no such rule" in caplog.text


def test_a_bot_that_answers_while_it_is_asked_is_heard_then() -> None:
    """An answer must not be handled within another one, or a long match would exhaust the stack."""
    depths: list[int] = []

    def at_once(seat: MemorySeat, _turn: wire.Turn) -> None:
        depths.append(len(inspect.stack(0)))
        answer(seat)

    async def main() -> Record:
        async with trio.open_nursery() as nursery:
            quick, slow = MemorySeat(nursery, plan=dict.fromkeys(range(1, 1000), at_once)), MemorySeat(nursery)
            record = await play_match(job(), [quick, slow], lambda _: None)
            assert len(quick.turns()) == len(depths)
        return record

    record = trio.run(main, clock=MockClock(autojump_threshold=0))
    assert record.end is not None
    assert not record.end.void
    assert len(depths) > 20
    assert max(depths) - min(depths) < 20
