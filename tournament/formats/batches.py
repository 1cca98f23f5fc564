"""Draw deals at the tables that reveal most about the ranking: for the adaptive schedule and the ladder.

Deals are drawn in batches that are large enough for every bot to play once. A batch is drawn from all results except
those of the previous batch, so that matches can run while it is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.kernel.chance import Chance, seed_from
from tournament.formats.contract import Contest
from tournament.formats.seats import deals_at, seat_table, seats_so_far
from tournament.schedule.slots import Drawn

if TYPE_CHECKING:
    from tournament.formats.information import Floats, Information

WINDOW = 2
"""How many batches may be played at the same time."""

TINY = 1e-9
"""How much chance decides, relative to the value of a match."""


def size_of_batch(contest: Contest) -> int:
    """Return the number of deals in which everyone could play once."""
    return max(len(contest.plan.playing) // contest.plan.tournament.seats, 1)


def known_about(contest: Contest, ranked: Sequence[str] | None = None) -> Information:
    """Return what is known about the strengths of all bots of the plan, by their number in it.

    `ranked` are the bots whose order is to be found; by default, all.
    """
    from tournament.formats.information import Information, met_at, points_of  # noqa: PLC0415 - numpy loads slowly

    numbers = {bot.name: number for number, bot in enumerate(contest.plan.bots)}
    rotations = contest.plan.tournament.seats if contest.duplicate else 1
    unseen = [drawn for drawn in contest.drawn if drawn.block not in contest.results]
    points = points_of((result for block in contest.results.values() for result in block), numbers)
    met = met_at(((drawn.bots, rotations) for drawn in unseen), numbers)
    return Information(points, met, None if ranked is None else [numbers[bot] for bot in ranked])


class DealBatch:
    """A batch that is being drawn; the number of deals that a bot plays in it is limited.

    Attributes:
        drawn: What was drawn so far.
        deals: How many deals of each bot were drawn, with those of earlier batches.
        free: The bots that can be drawn.
    """

    def __init__(self, contest: Contest, known: Information, most: int | None = None) -> None:
        self.drawn: list[Drawn] = []
        self.deals = Counter(bot for drawn in contest.drawn for bot in drawn.bots)
        from numpy import array  # noqa: PLC0415 - it loads slowly

        self._contest = contest
        self._known = known
        self._names = [bot.name for bot in contest.plan.bots]
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self.free = [bot.name for bot in contest.plan.playing]
        self._most = most
        self._rotations = contest.plan.tournament.seats if contest.duplicate else 1
        self._sat = seats_so_far(contest)
        self._tables = {frozenset(drawn.bots): drawn.table for drawn in contest.drawn}
        self._first = {drawn.table: drawn.bots for drawn in contest.drawn if drawn.deal == 1}
        self._last = {drawn.table: drawn.deal for drawn in contest.drawn}
        chance = Chance(seed_from(contest.plan.tournament.seed), f"batch {contest.stage + 1}", {})
        self._lots: Floats = 1 + TINY * array([chance.below(1000) for _ in self._names])

    def draw_one(self, first: str | None) -> None:
        """Draw a deal at the table that is most useful, of those with the bot that has to play `first`, if any."""
        chosen = self._chosen(None if first is None else self._numbers[first])
        for place, one in enumerate(chosen):
            for other in chosen[:place]:
                self._known.add(one, other, self._rotations)
        names = [self._names[number] for number in sorted(chosen)]
        self.deals.update(names)
        key = frozenset(names)
        table = self._tables.setdefault(key, len(self._tables) + 1)
        deal = self._last.get(table, 0) + 1
        self._last[table] = deal
        seated = self._first.setdefault(table, seat_table(names, self._sat))
        (drawn,) = deals_at(table, seated, [deal], stage=self._contest.stage, duplicate=self._contest.duplicate)
        self.drawn.append(drawn)
        for seat, bot in enumerate(() if self._contest.duplicate else drawn.bots):
            self._sat[bot][seat] += 1
        if self._most is not None:
            played = Counter(bot for one in self.drawn for bot in one.bots)
            self.free = [bot for bot in self.free if played[bot] < self._most]

    def _chosen(self, first: int | None) -> list[int]:
        """Return the bots of the next table: the best pair, then the bot that adds most to it."""
        gains, free = self._known.gains(), [self._numbers[bot] for bot in self.free]
        lots = self._lots[free]
        if first is None:
            first = free[int((gains[free][:, free].max(axis=1) * lots).argmax())]
        chosen = [first]
        while len(chosen) < self._contest.plan.tournament.seats:
            value = sum(gains[free, one] for one in chosen) * lots
            value[[bot in chosen for bot in free]] = -1.0
            chosen.append(free[int(value.argmax())])
        return chosen
