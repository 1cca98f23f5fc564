"""The order of the bots, and the ranks that are possible for each: `order_of`, `rank_ranges`."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from tournament.statistics.league import Floats

RISK = 0.05
"""How often a bot's range of ranks may fail to contain its rank."""


def order_of(points: Floats, groups: Sequence[Sequence[int]], numbers: Floats) -> list[int]:
    """Return the bots, best first: by their numbers, except that no bot is below one that it beat without losing.

    Args:
        points: the points that each bot took from each other one.
        groups: the groups of bots that can be compared: see `groups_of`.
        numbers: one for each bot: its rating, or an estimate of it on the same scale.
    """
    bots = range(len(numbers))
    by_number = sorted(bots, key=lambda bot: (-numbers[bot], bot))
    if len(groups) == 1:
        return by_number
    beat = _beat(points, groups)
    for group in groups:
        chain = sorted(group, key=lambda bot: (-numbers[bot], bot))
        beat[chain[:-1], chain[1:]] = True
    waiting_for = beat.sum(axis=0)
    left, order = np.ones(len(numbers), dtype=np.bool_), list[int]()
    for _ in bots:
        # There are no circles: between two groups, points were won in one direction only, and within a group there is a
        # chain.
        bot = next(bot for bot in by_number if left[bot] and not waiting_for[bot])
        left[bot] = False
        waiting_for -= beat[bot]
        order.append(bot)
    return order


def _beat(points: Floats, groups: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Return which bots (rows) won points against which bots (columns) of other groups without losing any to them."""
    group_of = np.zeros(len(points), dtype=np.intp)
    for number, group in enumerate(groups):
        group_of[list(group)] = number
    return np.asarray((points > 0) & (group_of[:, None] != group_of))


def rank_ranges(ratings: Floats, covariance: Floats) -> list[tuple[int, int]]:
    """Return the best and the worst rank that is possible for each bot given the results.

    A bot is counted as better than another if the difference is significant after Bonferroni's correction for all
    comparisons of one bot. So the rank that an endless tournament would give a bot is in its range in at least 95 % of
    tournaments.
    """
    size = len(ratings)
    variances = np.diag(covariance)
    spread = np.sqrt(np.maximum(variances[:, None] + variances - 2 * covariance, 0.0))
    needed = NormalDist().inv_cdf(1 - RISK / 2 / (size - 1))
    better = ratings[:, None] - ratings > needed * spread
    above, below = better.sum(axis=0), better.sum(axis=1)
    return [(1 + int(above[bot]), size - int(below[bot])) for bot in range(size)]
