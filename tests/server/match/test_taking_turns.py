"""Many matches whose bots are all disconnected, in virtual time: they step one at a time; others do not wait."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from referee.kernel.job import TimeControl
from referee.kernel.record import Record, SeatEnd
from referee.server.match.hooks import MatchHooks
from referee.server.match.taking_turns import SECONDS_BETWEEN, TakingTurns
from referee.server.match.task import MatchTask
from tests.support.matches import job
from tests.support.seats import MemorySeat

QUICK = TimeControl(startup_ms=1, cover_forfeits=False)
AWAY, HERE = (False, False), (True, False)


@pytest.mark.parametrize(
    ("connected", "matches"),
    [
        pytest.param(AWAY, 1, id="one that nobody comes to"),
        pytest.param(AWAY, 30, id="many that nobody comes to"),
        pytest.param(HERE, 30, id="many with a bot that is there"),
    ],
)
def test_one_step_at_a_time(connected: tuple[bool, bool], matches: int) -> None:
    written: list[float] = []
    records: list[Record] = []

    async def play(nursery: trio.Nursery, taking_turns: TakingTurns) -> None:
        seats = [MemorySeat(nursery, connected=here) for here in connected]
        task = MatchTask.begin(
            job(time_control=QUICK),
            seats,
            lambda _line: written.append(trio.current_time()),
            MatchHooks(taking_turns=taking_turns),
        )
        records.append(await task.play())

    async def main() -> None:
        taking_turns = TakingTurns()
        async with trio.open_nursery() as nursery:
            for _ in range(matches):
                nursery.start_soon(play, nursery, taking_turns)

    trio.run(main, clock=MockClock(autojump_threshold=0))
    steps = sum(len(record.steps) for record in records)
    assert {end for record in records if record.end is not None for end in record.end.ends} >= {SeatEnd.NO_SHOW}
    duration = written[-1] - written[0] - QUICK.startup_ms / 1000
    if connected is AWAY:
        # Each step and each start has had its turn.
        assert duration == pytest.approx(SECONDS_BETWEEN * (steps + matches), rel=0.01)
        moments = [round(moment, 6) for moment in written[2 * matches :]]
        assert max(map(moments.count, moments)) <= 3  # a step, and the result of the match that made it
    else:
        assert duration == pytest.approx(0)
