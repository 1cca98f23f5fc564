"""A balanced sample of the tables of k out of n bots, where all of them would be too many.

The bots stand in a circle. A base table is turned round the circle, one step at a time, which gives n tables in which
every bot sits equally often. In such a set two bots meet as often as their distance occurs within the base tables
(twice as often for bots exactly opposite), so n(n-1)/2 pairs come down to n/2 distances: few enough to search for base
tables that have all distances equally often, within one. So a sample has a multiple of n tables, and balance is
checked, not hoped for: where no balanced set is found for one multiple (for some none exists), the next one is tried,
up to all tables. All tables are balanced, so what is left when a balanced set is taken away is balanced too: for more
than half of all tables the search is for those to leave out.
"""

from itertools import combinations
from math import comb, gcd

from referee.kernel.chance import Chance

MOVES = 30_000
PATIENCE = 1_500
Table = tuple[int, ...]


def balanced_tables(bots: int, seats: int, at_least: int, chance: Chance) -> list[Table]:
    """Different tables of `seats` out of `bots` bots, numbered from 0; at least as many as asked for, or all.

    Every two bots meet equally often within one, every bot is at equally many tables, and any two bots are linked
    through others. The number is the next one, in steps of `bots`, for which a balanced set is found.
    """
    every = comb(bots, seats)
    half = every // (2 * bots)
    for bases in range(max(1, -(-at_least // bots)), half + 1):
        if found := _turned_search(bots, seats, bases, chance):
            return found
    for bases in range(min(half, (every - at_least) // bots), 0, -1):
        if left_out := _turned_search(bots, seats, bases, chance):
            unwanted = {frozenset(table) for table in left_out}
            return [table for table in combinations(range(bots), seats) if frozenset(table) not in unwanted]
    return list(combinations(range(bots), seats))


def _turned_search(bots: int, seats: int, bases: int, chance: Chance) -> list[Table]:
    """A balanced set of `bases` * `bots` tables, or nothing where the search gives up."""
    found = _Search(bots, seats, bases, chance).run() or []
    return [tuple((bot + turn) % bots for bot in base) for turn in range(bots) for base in found]


class _Search:
    """Local search for base tables: one bot of one base is exchanged at a time; sideways moves are welcome."""

    def __init__(self, bots: int, seats: int, bases: int, chance: Chance) -> None:
        self.bots = bots
        self.seats = seats
        self.count = bases
        self.chance = chance
        self.least = bases * bots * comb(seats, 2) // comb(bots, 2)
        self.distance = [min(step, bots - step) for step in range(bots)]
        self.weight = [2 if 2 * distance == bots else 1 for distance in range(bots // 2 + 1)]

    def run(self) -> list[list[int]] | None:
        """The base tables, or None where the search gives up."""
        stuck = PATIENCE
        bases: list[list[int]] = []
        meetings: list[int] = []
        for _ in range(MOVES):
            if stuck >= PATIENCE:
                stuck = 0
                bases = self._random_bases()
                meetings = self._meetings(bases)
            if not self._excess(meetings) and self._is_sound(bases):
                return bases
            stuck = 0 if self._move(bases, meetings) else stuck + 1
        return None

    def _random_bases(self) -> list[list[int]]:
        circle = list(range(self.bots))
        bases = []
        for _ in range(self.count):
            self.chance.shuffle(circle)
            bases.append(circle[: self.seats])
        return bases

    def _meetings(self, bases: list[list[int]]) -> list[int]:
        """How often two bots at each distance meet; nobody is at distance 0 of another."""
        meetings = [0] * len(self.weight)
        for base in bases:
            for one, other in combinations(base, 2):
                self._count(meetings, one, other, 1)
        return meetings

    def _count(self, meetings: list[int], one: int, other: int, times: int) -> None:
        distance = self.distance[one - other]
        meetings[distance] += times * self.weight[distance]

    def _excess(self, meetings: list[int]) -> int:
        """How far all distances are from the two numbers of meetings that balance allows."""
        return sum(max(self.least - met, met - self.least - 1, 0) ** 2 for met in meetings[1:])

    def _move(self, bases: list[list[int]], meetings: list[int]) -> bool:
        """Exchanges a bot unless that is for the worse; says whether it was for the better."""
        base = self.chance.pick(bases)
        place, new = self.chance.below(self.seats), self.chance.below(self.bots)
        if new in base:
            return False
        changed = meetings.copy()
        for bot in base:
            if bot != base[place]:
                self._count(changed, base[place], bot, -1)
                self._count(changed, new, bot, 1)
        before, after = self._excess(meetings), self._excess(changed)
        if after <= before:
            base[place] = new
            meetings[:] = changed
        return after < before

    def _is_sound(self, bases: list[list[int]]) -> bool:
        """Whether turning gives different tables only, and links all bots."""
        turned = {frozenset((bot + turn) % self.bots for bot in base) for base in bases for turn in range(self.bots)}
        steps = [one - other for base in bases for one, other in combinations(base, 2)]
        return len(turned) == len(bases) * self.bots and gcd(self.bots, *steps) == 1
