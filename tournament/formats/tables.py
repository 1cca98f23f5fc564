"""The outcomes at the tables that a format has drawn: which bots were better, by how much, and which had a bye."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby

from msgspec import Struct

from tournament.formats.contract import Contest
from tournament.schedule.slots import Drawn
from tournament.statistics.results import MatchResult


class PlayedTable(Struct, frozen=True, dict=True):
    """All deals at a table.

    Attributes:
        stage: The stage in which it was drawn first.
        table: Its number.
        bots: The bots that sat there.
        results: Its matches that count.
        walkover: Bots that get the points of a bye, because another bot of the table was withdrawn before the end.
    """

    stage: int
    table: int
    bots: tuple[str, ...]
    results: Sequence[MatchResult]
    walkover: frozenset[str] = frozenset()

    @cached_property
    def shares(self) -> Mapping[str, float]:
        """The share of the points that each bot won against the others, from 0 to 1; 1/2 if no match counts."""
        taken: defaultdict[str, float] = defaultdict(float)
        for result in self.results:
            seats = range(len(result.bots))
            for seat in seats:
                taken[result.bots[seat]] += sum(result.points(seat, other) for other in seats if other != seat)
        most = len(self.results) * (len(self.bots) - 1)
        return {bot: taken[bot] / most if most else 0.5 for bot in self.bots}

    def points(self, bot: str, other: str) -> float:
        """Return the points of a bot against another: 1 if it won more points at the table, 1/2 if equally many."""
        return 0.5 + 0.5 * ((self.shares[bot] > self.shares[other]) - (self.shares[bot] < self.shares[other]))

    @cached_property
    def scores(self) -> Mapping[str, float]:
        """The mean of what each bot won against the others, or the points of a bye."""
        bye = bye_points(len(self.bots))
        return {bot: bye if bot in self.walkover else self._score(bot) for bot in self.bots}

    def _score(self, bot: str) -> float:
        if self.walkover:  # it is withdrawn itself
            return 0.0
        others = [other for other in self.bots if other != bot]
        return sum(self.points(bot, other) for other in others) / len(others)


def bye_points(seats: int) -> float:
    """Return the points of a bye: as many as for a win at a table of two, otherwise the average of a table."""
    return 1.0 if seats == 2 else 0.5


def tables_of(contest: Contest) -> list[PlayedTable]:
    """Return the tables that have no match left to play, by number."""
    drawn = sorted(contest.drawn, key=lambda one: (one.table, one.deal))
    tables = (_table(contest, [*of_table]) for _, of_table in groupby(drawn, key=lambda one: one.table))
    return [table for table in tables if table is not None]


def _table(contest: Contest, drawn: Sequence[Drawn]) -> PlayedTable | None:
    bots = drawn[0].bots
    matches = len(drawn) * (len(bots) if contest.duplicate else 1)
    found = [result for one in drawn for result in contest.results.get(one.block, ())]
    playing = {bot.name for bot in contest.plan.playing}
    if len(found) < matches and playing.issuperset(bots):
        return None
    return PlayedTable(
        stage=drawn[0].stage,
        table=drawn[0].table,
        bots=tuple(sorted(bots)),
        results=[result for result in found if result.rated],
        walkover=frozenset(playing.intersection(bots) if len(found) < matches else ()),
    )


def seeds_of(contest: Contest) -> list[str]:
    """Return all bots in the order of their seeding: by the ratings of the plan, then by their place in the plan."""
    ratings = contest.plan.format.ratings
    names = [bot.name for bot in contest.plan.bots]
    return sorted(names, key=lambda name: (name not in ratings, -ratings.get(name, 0.0), names.index(name)))


def byes_of(contest: Contest) -> list[tuple[int, str]]:
    """Return each bye: the stage, and the bot that took part when the stage was drawn but has no table in it."""
    seated = {(drawn.stage, bot) for drawn in contest.drawn for bot in drawn.bots}
    editions = {drawn.stage: drawn.edition for drawn in contest.drawn}
    return [
        (stage, bot.name)
        for stage, edition in editions.items()
        for bot in contest.plans[edition].playing
        if (stage, bot.name) not in seated
    ]


def next_table(contest: Contest) -> int:
    """Return the number of the next table."""
    return max((drawn.table for drawn in contest.drawn), default=0) + 1
