"""Sealed rounds in virtual time: one step for all seats, and none can find out what another one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
import trio
import trio.lowlevel
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import MockClock

from referee.kernel.record import (
    Record,
    header_of,
)
from referee.server.match.task import MatchTask
from referee.server.match.writer import RecordWriter
from tests.server.match.virtual import TIMES, always_illegal
from tests.support.matches import job
from tests.support.sealed_game import sealed_match
from tests.support.seats import MemorySeat, silent


def _sealed(plans: Sequence[dict[int, Callable[[MemorySeat, wire.Turn], None]]]) -> tuple[Record, list[MemorySeat]]:
    """Plays a sealed round of three seats that take 0.3, 0.1 and 0.2 seconds."""

    async def play() -> tuple[Record, list[MemorySeat]]:
        async with trio.open_nursery() as nursery:
            match = sealed_match()
            seats = [
                MemorySeat(nursery, answer=1, plan=plan, thinks=thinks, wants_updates=True)
                for plan, thinks in zip(plans, [0.3, 0.1, 0.2], strict=True)
            ]
            writer = RecordWriter.begin(header_of(job(3, time_control=TIMES), match), lambda _: None)
            return await MatchTask(match, writer, seats).play(), seats

    return trio.run(play, clock=MockClock(autojump_threshold=0))


def test_a_sealed_round_is_one_step_with_the_answers_in_seat_order() -> None:
    record, seats = _sealed([{}, {}, {}])
    (step,) = record.steps
    assert [(answer.seat, answer.option) for answer in step.answers] == [(0, 1), (1, 1), (2, 1)]
    assert [time.wall_ms for time in step.time or []] == [300, 100, 200]
    assert {at for seat in seats for at, response in seat.heard if response.HasField("turn")} == {seats[0].heard[0][0]}


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(MemorySeat.choose, id="answers"),
        pytest.param(always_illegal, id="is forfeited"),
        pytest.param(lambda seat, _: seat.resign(), id="resigns"),
        pytest.param(lambda seat, _: seat.disconnect(), id="leaves"),
        pytest.param(silent, id="is silent"),
    ],
)
def test_nobody_can_tell_what_another_seat_does_in_a_sealed_round(
    act: Callable[[MemorySeat, wire.Turn], None],
) -> None:
    """The others receive the same before the end, at the same time."""
    _, calm = _sealed([{}, {}, {}])
    _, seats = _sealed([{}, {1: act}, {}])
    for seat in (0, 2):
        heard, heard_calmly = (
            [(at - there[seat].heard[0][0], said) for at, said in there[seat].heard if not said.HasField("match_ended")]
            for there in (seats, calm)
        )
        assert heard == heard_calmly
