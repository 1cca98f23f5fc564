"""The last line of a record: the result, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.ranking import Result, places_with_forfeits
from referee.kernel.record import End, Ended, SeatEnd, StrikeGiven
from referee.server.match.judge import SeatJudge


def end_of(
    judges: Sequence[SeatJudge], result: Result | None, void_reason: str, last_strikes: list[StrikeGiven], time: Ended
) -> End:
    """The end of a match, from its seats' judges; without a result it is void for `void_reason`."""
    forfeited = {judge.seat for judge in judges if judge.end is not SeatEnd.PLAYED}
    return End(
        places=[] if result is None else places_with_forfeits(result, forfeited),
        scores=[] if result is None else result.scores,
        reason="" if result is None else result.reason,
        void_reason=void_reason if result is None else "",
        ends=[judge.end for judge in judges],
        strikes=[judge.strikes for judge in judges],
        last_strikes=last_strikes,
        time=time,
    )
