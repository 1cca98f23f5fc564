"""Divide bots into tables of more than two for one round: bots of similar scores that have not met, if possible.

There is no fast exact method for this. The tables are filled from the top of the ranking. Then pairs of bots change
places, as long as this makes fewer bots meet again or brings the scores at the tables closer together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

MOST_SWEEPS = 20
"""How many times all possible exchanges of two bots are tried."""

Meetings = Mapping[frozenset[str], int]
_Cost = tuple[int, float]


def group_bots(ranked: Sequence[str], seats: int, scores: Mapping[str, float], met: Meetings) -> list[list[str]]:
    """Divide bots, best first, into tables of `seats`; their number must be a multiple of it.

    `met` returns how often two bots have met.
    """
    tables = _filled(ranked, seats, met)
    costs = [_cost(table, scores, met) for table in tables]
    for _ in range(MOST_SWEEPS):
        better = False
        for one, other in combinations(range(len(tables)), 2):
            better = _exchange(tables, costs, one, other, scores, met) or better
        if not better:
            break
    return tables


def _filled(ranked: Sequence[str], seats: int, met: Meetings) -> list[list[str]]:
    free = list(ranked)
    tables = []
    while free:
        table = [free.pop(0)]
        while len(table) < seats:
            again = [sum(met.get(frozenset((bot, other)), 0) for other in table) for bot in free]
            table.append(free.pop(again.index(min(again))))
        tables.append(table)
    return tables


def _exchange(
    tables: list[list[str]],
    costs: list[_Cost],
    one: int,
    other: int,
    scores: Mapping[str, float],
    met: Meetings,
) -> bool:
    """Exchange two bots of two tables if that is better; return whether they were exchanged."""
    changed = False
    for here in range(len(tables[one])):
        for there in range(len(tables[other])):
            left, right = [*tables[one]], [*tables[other]]
            left[here], right[there] = right[there], left[here]
            new = _cost(left, scores, met), _cost(right, scores, met)
            if _sum(*new) < _sum(costs[one], costs[other]):
                tables[one], tables[other] = left, right
                costs[one], costs[other] = new
                changed = True
    return changed


def _cost(table: Sequence[str], scores: Mapping[str, float], met: Meetings) -> _Cost:
    """Return how often bots of the table have met, and how far apart their scores are."""
    pairs = [*combinations(table, 2)]
    again = sum(met.get(frozenset(pair), 0) for pair in pairs)
    return again, sum((scores[one] - scores[other]) ** 2 for one, other in pairs)


def _sum(one: _Cost, other: _Cost) -> _Cost:
    return one[0] + other[0], round(one[1] + other[1], 9)
