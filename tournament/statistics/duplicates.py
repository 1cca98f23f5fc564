"""Measures how much duplicate deals gained: `gain_of_duplicates`.

The rotations of a deal cancel luck: the hand that a bot has in one rotation is held by its opponent in another. So the
mean of a deal varies less than the mean of as many matches of different deals. Both variances are measured from the
same matches. In each seating of two bots, the points of one against the other vary from deal to deal with the variance
V. With independent deals, the mean of R rotations in R seatings would have the sum of their V, divided by R squared.
The variance of the means that were observed is smaller if rotations of a deal balance each other, and larger if they
repeat each other. All pairs of bots are added up, and the ratio of both sums is the gain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec
import numpy as np

from tournament.statistics.league import Floats
from tournament.statistics.results import Block, MatchResult, blocks_of

FEWEST = 20
"""How many deals must be comparable before a gain is stated."""
DRAWS = 400
INTERVAL = (2.5, 97.5)
SMALLEST = 1e-9
"""A sum of variances below this is a rounding error."""


class DuplicateGain(msgspec.Struct, frozen=True, kw_only=True):
    """The gain: how many times as many matches without duplicate deals would have given the same precision.

    `low` and `high` are a 95 % interval of `gain`. `deals` and `matches` are those that were compared: deals that were
    played in all rotations, at tables with at least two of them.
    """

    gain: float
    low: float
    high: float
    deals: int
    matches: int

    @property
    def matches_without(self) -> int:
        """How many matches of different deals would have given the same precision."""
        return round(self.gain * self.matches)


def gain_of_duplicates(results: Iterable[MatchResult]) -> DuplicateGain | None:
    """Measure the gain; None without duplicate deals, or if there are too few, or if nothing varies."""
    tables: dict[tuple[object, ...], list[Block]] = defaultdict(list)
    for block in blocks_of(results):
        seatings = tuple(sorted({result.bots for result in block.results}))
        if len(block.results) > 1 and len(seatings) == len(block.results) == len(block.bots):
            tables[seatings].append(block)
    compared = [blocks for blocks in tables.values() if len(blocks) > 1]
    deals = sum(map(len, compared))
    if deals < FEWEST:
        return None
    independent, observed = _variances([_points(blocks) for blocks in compared])
    if not observed[0] > SMALLEST:
        return None
    gain = float(independent[0] / observed[0])
    low, high = np.percentile(independent[1:] / np.maximum(observed[1:], SMALLEST), INTERVAL)
    return DuplicateGain(
        gain=gain,
        low=min(float(low), gain),
        high=max(float(high), gain),
        deals=deals,
        matches=sum(len(blocks) * len(blocks[0].results) for blocks in compared),
    )


def _points(blocks: Sequence[Block]) -> Floats:
    """Return what each bot won against each other one, by deal, pair of bots and seating."""
    return np.array(
        [
            [
                [
                    result.points(result.bots.index(one), result.bots.index(other))
                    for result in sorted(block.results, key=lambda result: result.bots)
                ]
                for one, other in combinations(block.bots, 2)
            ]
            for block in blocks
        ]
    )


def _variances(strata: Iterable[Floats]) -> tuple[Floats, Floats]:
    """Return both variances, summed over all tables and pairs: of all deals, then of deals that are drawn again.

    Each table adds its sums of squares, divided by its degrees of freedom.
    """
    rng = np.random.default_rng(0)
    independent: Floats = np.zeros(1 + DRAWS)
    observed: Floats = np.zeros(1 + DRAWS)
    for points in strata:
        count = len(points)
        drawn = rng.multinomial(count, np.full(count, 1 / count), size=DRAWS)
        weights = np.concatenate([np.ones((1, count)), drawn])
        independent += _squares(points.reshape(count, -1), weights) / (count - 1)
        observed += _squares(points.sum(axis=2), weights) / (count - 1)
    return independent, observed


def _squares(values: Floats, weights: Floats) -> Floats:
    """Return the sum of squares around the means of the columns, for each row of weights."""
    squares: Floats = (weights @ values**2 - (weights @ values) ** 2 / len(values)).sum(axis=1)
    return squares
