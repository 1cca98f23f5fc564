"""The standings of a Swiss tournament or a group: points, and the tie-breaks that the plan has chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from tournament.formats.contract import Contest
from tournament.formats.tables import PlayedTable, bye_points, byes_of, seeds_of, tables_of

EXACT = 9
"""Points and tie-breaks are compared to this many decimal places."""


class SwissLine(Struct, frozen=True, kw_only=True):
    """A bot in the standings.

    Attributes:
        bot: Its name.
        place: Its place. Bots that no tie-break separates share a place.
        points: Its points.
        tie_breaks: Its value for each tie-break of the plan.
        tables: Its table in each round, if the whole table was played; None for a bye. In a group, the key is the
            table's number.
    """

    bot: str
    place: int
    points: float
    tie_breaks: tuple[float, ...]
    tables: Mapping[int, PlayedTable | None]


class SwissRounds:
    """What every bot did in the rounds that are complete.

    Attributes:
        seeds: All bots in the order of their seeding.
        tables: The table of each bot by round; None for a bye.
        points: The points of each bot.
    """

    def __init__(
        self, seeds: Sequence[str], seats: int, tables: Mapping[str, Mapping[int, PlayedTable | None]]
    ) -> None:
        self.seeds = seeds
        self.bye = bye_points(seats)
        self.tables = tables
        self.points = {
            bot: round(sum(self.score(bot, stage) for stage in self.tables[bot]), EXACT) for bot in self.seeds
        }

    def score(self, bot: str, stage: int) -> float:
        """Return the points that a bot got in a round."""
        table = self.tables[bot][stage]
        return self.bye if table is None else table.scores[bot]

    def ranked(self) -> list[str]:
        """Return all bots by points, and those with equal points in the order of their seeding."""
        return sorted(self.seeds, key=lambda bot: -self.points[bot])

    def buchholz(self, bot: str) -> float:
        """Return the sum of the points of the opponents; at a larger table, their mean.

        A bye counts as an opponent with the same points.
        """
        return sum(self._opponents(bot, table) for table in self.tables[bot].values())

    def _opponents(self, bot: str, table: PlayedTable | None) -> float:
        if table is None or table.walkover:
            return self.points[bot]
        others = [self.points[other] for other in table.bots if other != bot]
        return sum(others) / len(others)

    def sonneborn_berger(self, bot: str) -> float:
        """Return the sum of the opponents' points, each multiplied by what the bot won against that opponent."""
        found = 0.0
        for stage, table in self.tables[bot].items():
            if table is None or table.walkover:
                found += self.points[bot] * self.score(bot, stage)
            else:
                taken = [table.points(bot, other) * self.points[other] for other in table.bots if other != bot]
                found += sum(taken) / len(taken)
        return found

    def deals(self, bot: str) -> float:
        """Return the sum of the shares of points in all matches of each table."""
        return sum(
            self.bye if table is None or bot in table.walkover else table.shares[bot]
            for table in self.tables[bot].values()
        )

    def head_to_head(self, bots: Sequence[str]) -> dict[str, float]:
        """Return what each of these bots won against the others; 0 for all if two of them have not met."""
        among = set(bots)
        taken: dict[str, dict[str, float]] = {bot: {} for bot in bots}
        for bot in bots:
            for table in self.tables[bot].values():
                for other in among.intersection(() if table is None else table.bots) - {bot}:
                    assert table is not None
                    taken[bot][other] = taken[bot].get(other, 0.0) + table.points(bot, other)
        if any(len(of_bot) < len(bots) - 1 for of_bot in taken.values()):
            return dict.fromkeys(bots, 0.0)
        return {bot: sum(of_bot.values()) for bot, of_bot in taken.items()}


def swiss_rounds(contest: Contest) -> SwissRounds:
    """Return the rounds of a Swiss tournament."""
    seeds = seeds_of(contest)
    tables: dict[str, dict[int, PlayedTable | None]] = {bot: {} for bot in seeds}
    for table in tables_of(contest):
        for bot in table.bots:
            tables[bot][table.stage] = table
    for stage, bot in byes_of(contest):
        tables[bot][stage] = None
    return SwissRounds(seeds, contest.plan.tournament.seats, tables)


def swiss_standings(contest: Contest) -> list[SwissLine]:
    """Return the standings of a Swiss tournament, best first."""
    return standings_of_rounds(swiss_rounds(contest), contest.plan.format.tie_breaks)


def standings_of_rounds(rounds: SwissRounds, tie_breaks: Sequence[str]) -> list[SwissLine]:
    """Return the standings, best first."""
    single: dict[str, Callable[[str], float]] = {
        "buchholz": rounds.buchholz,
        "sonneborn-berger": rounds.sonneborn_berger,
        "deals": rounds.deals,
    }
    keys: defaultdict[str, list[float]] = defaultdict(list)
    for bot in rounds.seeds:
        keys[bot].append(rounds.points[bot])
    for name in tie_breaks:
        for tied in _tied(rounds.seeds, keys):
            values = {bot: single[name](bot) for bot in tied} if name in single else rounds.head_to_head(tied)
            for bot, value in values.items():
                keys[bot].append(round(value, EXACT))
    lines: list[SwissLine] = []
    for tied in _tied(rounds.seeds, keys):
        place = len(lines) + 1
        lines += [
            SwissLine(
                bot=bot, place=place, points=keys[bot][0], tie_breaks=tuple(keys[bot][1:]), tables=rounds.tables[bot]
            )
            for bot in tied
        ]
    return lines


def _tied(seeds: Sequence[str], keys: Mapping[str, Sequence[float]]) -> list[list[str]]:
    """Return the groups of bots that nothing has separated so far, best first; within a group, in seeding order."""
    ordered = sorted(seeds, key=lambda bot: [-value for value in keys[bot]])
    return [[*group] for _, group in groupby(ordered, key=lambda bot: tuple(keys[bot]))]
