"""Simulated leagues that share no code with the product, nor with `leagues`: plain Python, and a race for each match.

The waiting times of a race are exponential, and the first to arrive has the best place. So the places follow
Plackett-Luce, and two bots Bradley-Terry, without ties.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from tournament.statistics.results import MatchResult


def name_of(number: int) -> str:
    """The name of a bot; names are in the order of the numbers."""
    return f"b{number:03}"


def race(random: Random, number: int, bots: Sequence[int], strengths: Sequence[float]) -> MatchResult:
    """One match, which is a block."""
    times = [random.expovariate(10 ** (strengths[bot] / 400)) for bot in bots]
    in_order = sorted(times)
    return MatchResult(
        match=f"m{number}",
        number=number,
        block=f"m{number}",
        bots=tuple(map(name_of, bots)),
        places=tuple(in_order.index(time) + 1 for time in times),
    )


def races(random: Random, strengths: Sequence[float], deals: int, seats: int = 2) -> list[MatchResult]:
    """Every table plays each deal once, in a random order."""
    tables = [table for table in combinations(range(len(strengths)), seats) for _ in range(deals)]
    random.shuffle(tables)
    return [race(random, number, table, strengths) for number, table in enumerate(tables)]


def drawn_strengths(random: Random, bots: int, spread: float) -> list[float]:
    """Strengths in Elo with mean 0."""
    drawn = [random.gauss(0, spread) for _ in range(bots)]
    mean = sum(drawn) / bots
    return [value - mean for value in drawn]


def leagues(
    seed: int, count: int, bots: int, deals: int, seats: int = 2, spread: float = 150.0
) -> Iterator[tuple[list[float], list[MatchResult]]]:
    """Leagues, each of other bots: the strengths, and the results."""
    random = Random(seed)
    for _ in range(count):
        strengths = drawn_strengths(random, bots, spread)
        yield strengths, races(random, strengths, deals, seats)
