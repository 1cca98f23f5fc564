"""A balanced sample of the tables of k out of n bots, used if there are too many tables to play all.

Imagine the bots in a circle. Rotating a base table around the circle, one step at a time, gives n tables in which every
bot sits equally often. In such a set, two bots meet as often as their distance occurs within the base tables (twice as
often for bots exactly opposite each other). So n(n-1)/2 pairs reduce to n/2 distances: few enough to search for base
tables in which all distances occur equally often, give or take one. A sample therefore has a multiple of n tables, and
its balance is checked: if no balanced set is found for one multiple (for some, none exists), the next one is tried. The
set of all tables is balanced, so what remains after removing a balanced set is balanced too. If more than half of all
tables are wanted, the search is for the tables to leave out.

The work is bounded, so the search can end without a balanced set. This happens if every distance has to occur exactly
equally often (with 57 bots at tables of 8, for any number of tables), and if hundreds of bots come close to that. Then
the result is the most balanced set found; `meetings_of` in `pairings.py` measures how unbalanced it is.
"""

from collections.abc import Iterator
from itertools import combinations, islice
from math import comb, gcd

from referee.kernel.chance import Chance

MULTIPLES = 10
"""How many numbers of base tables are tried before the most balanced set is accepted."""
MOVES = 5_000
"""How many moves the search makes for each number."""
MOVES_WITHOUT_PROGRESS = 1_000
"""After this many moves without progress, the search restarts from other base tables."""

NOTHING_YET = 1 << 62

NumbersAtTable = tuple[int, ...]


def balanced_tables(bots: int, seats: int, at_least: int, chance: Chance) -> list[NumbersAtTable]:
    """Return different tables of `seats` out of `bots` bots, numbered from 0: at least `at_least`, or all tables.

    Every bot is at the same number of tables, any two bots are linked through others, and all pairs of bots meet
    equally often, give or take one. The number of tables is the next one, in steps of `bots`, for which such a set is
    found. If there is none for any of the next `MULTIPLES` numbers, meetings differ by more than one, usually by two.
    """
    nearest: list[list[int]] = []
    apart = NOTHING_YET
    leave_out = False
    tried = 0
    for bases, instead in islice(_multiples(bots, seats, at_least), MULTIPLES):
        tried += 1
        search = _Search(bots, seats, bases, chance)
        search.run()
        if search.apart < apart:
            nearest, apart, leave_out = search.nearest, search.apart, instead
        if apart <= 1:
            break
    if apart > 1 and (not nearest or tried < MULTIPLES):
        return list(combinations(range(bots), seats))
    tables = [tuple((bot + turn) % bots for bot in base) for turn in range(bots) for base in nearest]
    if not leave_out:
        return tables
    unwanted = {frozenset(table) for table in tables}
    return [table for table in combinations(range(bots), seats) if frozenset(table) not in unwanted]


def _multiples(bots: int, seats: int, at_least: int) -> Iterator[tuple[int, bool]]:
    """Yield numbers of base tables to look for, fewest tables first, and whether these are left out of all tables."""
    every = comb(bots, seats)
    half = every // (2 * bots)
    yield from ((bases, False) for bases in range(max(1, -(-at_least // bots)), half + 1))
    yield from ((bases, True) for bases in range(min(half, (every - at_least) // bots), 0, -1))


class _Search:
    """A local search for base tables whose rotations are all different tables.

    A move takes one bot out of one base table and puts in the bot that brings the distances closest to balance.
    Sideways moves are accepted. `nearest` are the best base tables so far that link all bots. At their tables, `apart`
    is the largest difference in how often two pairs of bots meet.
    """

    def __init__(self, bots: int, seats: int, bases: int, chance: Chance) -> None:
        self.nearest: list[list[int]] = []
        self.apart = NOTHING_YET
        self._nearest_off = NOTHING_YET
        self._bots = bots
        self._seats = seats
        self._count = bases
        self._chance = chance
        self._least = bases * bots * comb(seats, 2) // comb(bots, 2)
        self._distance = [min(step, bots - step) for step in range(bots)]

    def run(self) -> None:
        """Search until everything is balanced or the moves are used up."""
        self._start()
        stuck = 0
        for _ in range(MOVES):
            if not self._off:
                self._remember()
            if not self._nearest_off:
                return
            if stuck >= MOVES_WITHOUT_PROGRESS:
                stuck = 0
                self._remember()
                self._start()
            stuck = 0 if self._move() else stuck + 1
        self._remember()

    def _start(self) -> None:
        """Choose random base tables, no two of which have the same rotations."""
        self._bases: list[list[int]] = []
        self._shapes: set[NumbersAtTable] = set()
        self._met = [0] * self._bots
        """For each distance, how often two bots at that distance meet, counted in both directions."""
        self._cost = [0] * self._bots
        """For each distance, by how much one more such pair would increase the imbalance."""
        self._off = self._bots // 2 * self._least**2
        self._change(0, [], 1)
        for step in range(1, self._bots):
            self._cost[step] = self._cost_of_one_more(step)
        while len(self._bases) < self._count:
            base: list[int] = []
            while len(base) < self._seats:
                bot = self._chance.below(self._bots)
                if bot not in base:
                    base.append(bot)
            shape = self._shape(base)
            if shape not in self._shapes and self._turns_all_round(shape):
                self._bases.append(base)
                self._shapes.add(shape)
                for place, bot in enumerate(base):
                    self._change(bot, base[:place], 1)

    def _move(self) -> bool:
        """Exchange a bot unless that makes the balance worse; return whether it became better."""
        base = self._chance.pick(self._bases)
        place = self._chance.below(self._seats)
        old, others = base[place], base[:place] + base[place + 1 :]
        before = self._off
        self._change(old, others, -1)
        new = self._best_beside(others, old)
        self._change(new, others, 1)
        was, shape = self._shape(base), self._shape([*others, new])
        is_different = (shape == was or shape not in self._shapes) and self._turns_all_round(shape)
        if self._off <= before and is_different:
            base[place] = new
            self._shapes.remove(was)
            self._shapes.add(shape)
            return self._off < before
        self._change(new, others, -1)
        self._change(old, others, 1)
        return False

    def _best_beside(self, others: list[int], old: int) -> int:
        """Choose the cheapest bot other than `old` for the free place; the costs of all bots are looked up together."""
        twice = self._cost * 2
        beside = (twice[self._bots - bot : 2 * self._bots - bot] for bot in others)
        costs = [sum(of_bot) for of_bot in zip(*beside, strict=True)]
        free = set(range(self._bots)).difference(others, [old])
        least = min(costs[bot] for bot in free)
        return self._chance.pick([bot for bot, cost in enumerate(costs) if cost == least and bot in free])

    def _change(self, bot: int, others: list[int], times: int) -> None:
        """Count the meetings of a bot with others, or undo the count."""
        for other in others:
            step = self._distance[bot - other]
            self._off -= self._off_by(self._met[step])
            self._met[step] += times * self._weight(step)
            self._off += self._off_by(self._met[step])
            self._cost[step] = self._cost[self._bots - step] = self._cost_of_one_more(step)

    def _off_by(self, met: int) -> int:
        """Return how far this number of meetings is from the two numbers that are allowed in a balanced set."""
        return max(self._least - met, met - self._least - 1, 0) ** 2

    def _cost_of_one_more(self, step: int) -> int:
        met = self._met[step]
        return self._off_by(met + self._weight(step)) - self._off_by(met)

    def _weight(self, step: int) -> int:
        return 2 if 2 * step == self._bots else 1

    def _remember(self) -> None:
        """Keep the base tables if they are the best.

        Moves never make the tables worse, so it is enough to keep the last ones of a run.
        """
        if self._off < self._nearest_off:
            steps = [one - other for base in self._bases for one, other in combinations(base, 2)]
            if gcd(self._bots, *steps) == 1:
                met = self._met[1 : self._bots // 2 + 1]
                self.nearest, self.apart = [base.copy() for base in self._bases], max(met) - min(met)
                self._nearest_off = self._off

    def _shape(self, base: list[int]) -> NumbersAtTable:
        """Return the gaps between a table's bots around the circle, in a form that is the same for all rotations."""
        placed = sorted(base)
        gaps = [(after - bot) % self._bots for bot, after in zip(placed, placed[1:] + placed[:1], strict=True)]
        return min(tuple(gaps[first:] + gaps[:first]) for first in range(self._seats))

    def _turns_all_round(self, shape: NumbersAtTable) -> bool:
        """Whether all rotations differ."""
        return all(shape != shape[first:] + shape[:first] for first in range(1, self._seats))
