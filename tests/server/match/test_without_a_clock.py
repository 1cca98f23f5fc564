"""A seat that a person plays: it has no clock, while the others keep theirs."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import trio
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import MockClock

from referee.kernel.job import MAX_TIME_MS
from referee.kernel.record import Cause, Record, SeatEnd, read_record
from referee.kernel.replay import verify
from referee.server.match.task import MatchTask
from tests.server.match.virtual import TIMES
from tests.support.matches import job
from tests.support.seats import Act, MemorySeat, silent

HOUR = 3600.0


def played(
    person: Callable[[trio.Nursery], MemorySeat], plan_of_bot: dict[int, Act], untimed: tuple[int, ...] = (1,)
) -> tuple[Record, list[wire.Turn]]:
    """The record of a bot in seat 0 and a person in seat 1, and the person's Turns."""

    async def play() -> tuple[Record, list[wire.Turn]]:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, answer=1, plan=plan_of_bot), person(nursery)]
            match = msgspec.structs.replace(job(2, time_control=TIMES), untimed=untimed)
            record = await MatchTask.begin(match, seats, lambda _: None).play()
            nursery.cancel_scope.cancel()
        return record, seats[1].turns()

    return trio.run(play, clock=MockClock(autojump_threshold=0))


def test_a_person_may_think_for_hours_and_a_bot_may_not() -> None:
    record, turns = played(lambda nursery: MemorySeat(nursery, answer=1, thinks=HOUR), {1: silent})
    causes = [(answer.seat, answer.cause) for step in record.steps for answer in step.answers]
    assert {cause for seat, cause in causes if seat == 1} == {Cause.CHOSEN}
    assert [cause for seat, cause in causes if seat == 0].count(Cause.TIMEOUT) == 1
    assert {turn.decision_left.ToMilliseconds() for turn in turns} == {MAX_TIME_MS}
    assert {turn.bank_left.ToMilliseconds() for turn in turns} == {TIMES.bank_ms}
    kept = read_record(record.to_bytes())
    assert kept.header.untimed == [1]
    verify(kept)


def test_a_person_that_resigns_is_forfeited_and_the_others_play_on() -> None:
    record, _ = played(lambda nursery: MemorySeat(nursery, plan={2: lambda seat, _: seat.resign()}), {})
    assert record.end is not None
    assert record.end.ends == [SeatEnd.PLAYED, SeatEnd.RESIGNED]
    verify(record)
