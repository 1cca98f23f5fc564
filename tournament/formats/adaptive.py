"""The adaptive schedule of a round robin: its deals are played at the tables that reveal most about the ranking.

Referee chooses the deals in batches. A batch is large enough for every bot to play once. A batch is drawn from all
results except those of the previous batch, so that matches can run all the time. A bot that has played less than half
as much as the average is drawn first, so nobody is left out, however clear its place is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import TYPE_CHECKING

from referee.counts import counted
from referee.kernel.chance import Chance, seed_from
from tournament.formats.contract import Contest, ContestFormat, NextDraw
from tournament.formats.seats import deals_at, seat_table, seats_so_far
from tournament.schedule.slots import Drawn

if TYPE_CHECKING:
    from tournament.formats.information import Floats, Information

FLOOR = 0.5
"""The share of the average number of deals that every bot plays in any case."""

TINY = 1e-9
"""How much weight chance has, relative to the value of a match."""


def _draw(contest: Contest) -> NextDraw:
    """Return the next batch."""
    from tournament.formats.information import Information, met_at, points_of  # noqa: PLC0415 - numpy loads slowly

    plan = contest.plan
    names = [bot.name for bot in plan.playing]
    left = _deals_of(contest) - len(contest.drawn)
    if left <= 0 or len(names) < plan.tournament.seats:
        return NextDraw(over=f"all {counted(len(contest.drawn), 'deal')} were drawn")
    numbers = {bot.name: number for number, bot in enumerate(plan.bots)}
    rotations = plan.tournament.seats if contest.duplicate else 1
    unseen = [drawn for drawn in contest.drawn if drawn.block not in contest.results]
    points = points_of((result for block in contest.results.values() for result in block), numbers)
    known = Information(points, met_at(((drawn.bots, rotations) for drawn in unseen), numbers))
    batch = _Batch(contest, known, numbers)
    for _ in range(min(left, max(len(names) // plan.tournament.seats, 1))):
        batch.draw_one(rotations)
    return NextDraw(drawn=batch.drawn, title=f"batch {contest.stage + 1}")


ADAPTIVE = ContestFormat(draw=_draw, window=2)


def _deals_of(contest: Contest) -> int:
    """Return how many deals a round robin of all bots would have."""
    plan = contest.plan
    return min(plan.format.tables, comb(len(plan.bots), plan.tournament.seats)) * plan.format.deals


class _Batch:
    """A batch that is being drawn.

    Attributes:
        drawn: What was drawn so far.
    """

    def __init__(self, contest: Contest, known: Information, numbers: Mapping[str, int]) -> None:
        self.drawn: list[Drawn] = []
        self._contest = contest
        self._known = known
        self._names = list(numbers)
        self._free = [numbers[bot.name] for bot in contest.plan.playing]
        self._sat = seats_so_far(contest)
        self._deals = Counter(numbers[bot] for drawn in contest.drawn for bot in drawn.bots)
        self._tables = {frozenset(drawn.bots): drawn.table for drawn in contest.drawn}
        self._first = {drawn.table: drawn.bots for drawn in contest.drawn if drawn.deal == 1}
        self._last = {drawn.table: drawn.deal for drawn in contest.drawn}
        chance = Chance(seed_from(contest.plan.tournament.seed), f"batch {contest.stage + 1}", {})
        self._lots = [1 + TINY * chance.below(1000) for _ in self._names]

    def draw_one(self, matches: int) -> None:
        """Draw a deal at the table that is most useful."""
        gains = self._known.gains()
        chosen = self._chosen(gains)
        for place, one in enumerate(chosen):
            for other in chosen[:place]:
                self._known.add(one, other, matches)
        self._deals.update(chosen)
        names = [self._names[number] for number in sorted(chosen)]
        key = frozenset(names)
        table = self._tables.setdefault(key, len(self._tables) + 1)
        deal = self._last.get(table, 0) + 1
        self._last[table] = deal
        seated = self._first.setdefault(table, seat_table(names, self._sat))
        (drawn,) = deals_at(table, seated, [deal], stage=self._contest.stage, duplicate=self._contest.duplicate)
        self.drawn.append(drawn)
        for seat, bot in enumerate(() if self._contest.duplicate else drawn.bots):
            self._sat[bot][seat] += 1

    def _chosen(self, gains: Floats) -> list[int]:
        """Return the bots of the next table: the best pair, then the bot that adds most to it."""
        seats, free = self._contest.plan.tournament.seats, self._free
        mean = sum(self._deals[bot] for bot in free) / len(free)
        fewest = min(free, key=lambda bot: self._deals[bot])
        if self._deals[fewest] <= FLOOR * mean:
            chosen = [fewest]
        else:
            chosen = [max(free, key=lambda bot: self._best(gains, bot))]
        while len(chosen) < seats:
            others = [bot for bot in free if bot not in chosen]
            chosen.append(max(others, key=lambda bot: sum(float(gains[bot, one]) for one in chosen) * self._lots[bot]))
        return chosen

    def _best(self, gains: Floats, bot: int) -> float:
        """Return the largest value of a match of a bot."""
        return float(gains[bot][self._free].max()) * self._lots[bot]
