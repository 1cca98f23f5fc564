"""Which seats of a match had to wait for a core because other bots used more than their fair share."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.record import Ended
from referee.kernel.times import Starved
from referee.server.match.judge import LateTurn, SeatJudge
from referee.server.match.link import Cores, CoreShortage, seconds_waited

MARKED_SECONDS = 0.1
"""A seat that waited for less than this time in a whole match is not reported."""

LATE_BY_IT = 0.1
"""A late turn counts as caused by a shortage if the bot waited for more than this part of it."""


async def ended_at(now_unix_s: float, judges: Sequence[SeatJudge]) -> Ended:
    """The time data at the end of a record: when the match ended, and how well time was kept."""
    starved = [one for judge in judges if judge.link.cores for one in await _starved(judge, judge.link.cores)]
    return Ended(now_unix_s, any(judge.overloaded for judge in judges), starved)


async def _starved(judge: SeatJudge, cores: Cores) -> list[Starved]:
    if judge.late:
        await cores.look_now()
    shortages = cores.shortages(judge.made_at)
    turns = [late.turn for late in judge.late if _came_of(late, shortages)]
    waited = sum(shortage.seconds for shortage in shortages)
    if not turns and waited < MARKED_SECONDS:
        return []
    takers = sorted({taker for shortage in shortages for taker in shortage.takers})
    return [Starved(judge.seat, round(1000 * waited, 3), takers, turns)]


def _came_of(late: LateTurn, shortages: Sequence[CoreShortage]) -> bool:
    return seconds_waited(shortages, late.begin, late.end) > LATE_BY_IT * (late.end - late.begin)
