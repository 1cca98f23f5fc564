"""Whole matches in virtual time, against seats in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import MockClock

from referee.kernel.job import TimeControl
from referee.kernel.record import Cause, Record, SeatEnd, StrikeCause, read_record
from referee.kernel.replay import verify
from referee.server.match.task import MatchTask
from tests.support.matches import job
from tests.support.seats import MemorySeat

TIMES = TimeControl(decision_ms=1_000, bank_ms=2_000, increment_ms=0, margin_ms=20, startup_ms=5_000, max_strikes=3)
MakeSeats = Callable[[trio.Nursery], Sequence[MemorySeat]]


class Played:
    """A match that was played in virtual time."""

    def __init__(self, make: MakeSeats, times: TimeControl = TIMES) -> None:
        self.lines: list[bytes] = []
        trio.run(self._play, make, times, clock=MockClock(autojump_threshold=0))
        assert b"".join(self.lines) == self.record.to_bytes()
        verify(read_record(self.record.to_bytes()))

    async def _play(self, make: MakeSeats, times: TimeControl) -> None:
        async with trio.open_nursery() as nursery:
            self.seats = make(nursery)
            start = trio.current_time()
            task = MatchTask.begin(job(len(self.seats), time_control=times), self.seats, self.lines.append)
            self.record: Record = await task.play()
            self.seconds = trio.current_time() - start
            nursery.cancel_scope.cancel()

    def causes(self, seat: int) -> list[Cause]:
        return [answer.cause for step in self.record.steps for answer in step.answers if answer.seat == seat]

    @property
    def ends(self) -> list[SeatEnd]:
        assert self.record.end is not None
        return self.record.end.ends

    @property
    def places(self) -> list[int]:
        assert self.record.end is not None
        return self.record.end.places

    def strike_causes(self) -> list[StrikeCause]:
        assert self.record.end is not None
        steps = [strike.cause for step in self.record.steps for strike in step.strikes]
        return steps + [strike.cause for strike in self.record.end.last_strikes]


def two(plan: dict[int, Callable[[MemorySeat, wire.Turn], None]], **knobs: float) -> MakeSeats:
    """Two seats, of which the second one has a plan."""
    return lambda nursery: [
        MemorySeat(nursery, answer=1),
        MemorySeat(nursery, answer=1, plan=plan, **knobs),  # type: ignore[arg-type]
    ]


def say(seat: MemorySeat, turn: wire.Turn, /, **choice: object) -> None:
    seat.say(wire.Choice(match_id=turn.match_id, **{"turn": turn.turn, **choice}))  # type: ignore[arg-type]


def always_illegal(seat: MemorySeat, turn: wire.Turn) -> None:
    for _ in range(5):
        say(seat, turn, option=250)
