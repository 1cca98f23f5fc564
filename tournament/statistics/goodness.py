"""The goodness of a fit: does one number for each bot explain all results of bots against each other?

For each pair of bots, the points that one took from the other are compared with those that the ratings predict, in
units of the error between blocks; the squares are added up. Even if the ratings explained everything, the sum would not
be zero. Its distribution by chance is not a chi-square with known degrees of freedom, because the pairs of one match
are correlated and the fit adapts to the results. So the distribution is simulated: whole blocks are flipped at random
(their residuals change sign), the fit follows, and the sum is computed again. The random numbers are the same every
time.
"""

from collections.abc import Sequence
from math import erfc, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from tournament.statistics.league import Floats, Stack

SAMPLES = 300
ENOUGH = 15
MEETINGS = 4
"""How many blocks each pair needs on average. With 2 or 3, p would too often be too small."""


class Goodness(msgspec.Struct, frozen=True, kw_only=True):
    """How well the ratings explain the results of the pairs.

    `deviation` is the sum over the pairs of ((observed - expected share) / block error)^2. `expected` is its mean if
    the ratings explain everything, and `p` is the probability that chance alone makes it this large. Below 0.01, some
    bots do better or worse against certain others than their ratings predict.
    """

    pairs: int
    deviation: float
    expected: float
    p: float


class _Residuals:
    """The residuals of each pair's points in each block, one row each, and the values for each pair."""

    def __init__(self, stacks: Sequence[Stack], share: Floats) -> None:
        rows = [_rows(stack, share) for stack in stacks]
        self.blocks = sum(len(stack.bots) for stack in stacks)
        starts = np.cumsum([0, *(len(stack.bots) for stack in stacks)])
        self.block = np.concatenate([row[0] + start for row, start in zip(rows, starts, strict=False)])
        first, second = (np.concatenate([row[column] for row in rows]) for column in (1, 2))
        self.left_over, spread = (np.concatenate([row[column] for row in rows]) for column in (3, 4))
        # One number per pair, because the result of `return_inverse` along an axis depends on the version of numpy.
        numbers, self.pair = np.unique(first * len(share) + second, return_inverse=True)
        self.first, self.second = np.divmod(numbers, len(share))
        self.spread = np.bincount(self.pair, spread)
        # The ratio is the same for all pairs, because a pair in which one bot won every point would by itself seem to
        # have no error.
        self.error = self.spread * (self.left_over**2).sum() / spread.sum()

    def deviation(self, sums: Floats) -> float:
        """Return the sum over the pairs."""
        return float((sums**2 / self.error).sum())

    def turned(self, signs: Floats) -> Floats:
        """Return the sum of each pair's residuals over all blocks, with some blocks flipped."""
        return np.bincount(self.pair, self.left_over * signs[self.block]).astype(np.float64)


def goodness_of(stacks: Sequence[Stack], share: Floats, inverse: Floats, freedom: int) -> Goodness | None:
    """Return the goodness of a fit; None if the pairs cannot disagree with it, or met too rarely: see `MEETINGS`.

    Args:
        stacks: the blocks among the bots that were fitted.
        share: the share that each bot is expected to take from each other bot.
        inverse: the inverse of the fit's curvature, zero in directions that the fit cannot follow.
        freedom: how many numbers were fitted.
    """
    residuals = _Residuals(stacks, share)
    pairs = len(residuals.first)
    if pairs <= freedom or len(residuals.pair) < MEETINGS * pairs or not residuals.error.any():
        return None
    lean = len(residuals.pair) / (len(residuals.pair) - freedom)  # residuals lean towards the fit: they are too small
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(SAMPLES):
        sums = residuals.turned(rng.choice([-1.0, 1.0], residuals.blocks))
        slope = np.bincount(residuals.first, sums, len(inverse)) - np.bincount(residuals.second, sums, len(inverse))
        step = inverse @ slope
        sums = sums - residuals.spread * (step[residuals.first] - step[residuals.second])
        drawn.append(residuals.deviation(sums) * lean)
    deviation = residuals.deviation(residuals.turned(np.ones(residuals.blocks)))
    return Goodness(pairs=pairs, deviation=deviation, expected=float(np.mean(drawn)), p=_probability(deviation, drawn))


def _rows(stack: Stack, share: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], Floats, Floats]:
    """Return block, both bots (the lower number first), residual points and their spread by chance."""
    here, there = np.triu_indices(stack.bots.shape[1], 1)
    block, column = np.nonzero(stack.meetings[:, here, there] > 0)
    one, other = here[column], there[column]
    first, second = stack.bots[block, one], stack.bots[block, other]
    meetings, expected = stack.meetings[block, one, other], share[first, second]
    left_over = stack.points[block, one, other] - meetings * expected
    left_over = np.where(first < second, left_over, -left_over)
    spread = meetings * expected * (1 - expected)
    return block, np.minimum(first, second), np.maximum(first, second), left_over, spread


def _probability(deviation: float, drawn: Sequence[float]) -> float:
    """Return how often chance alone reaches the deviation: counted or, if that is rare, from the tail of a chi-square.

    The chi-square has the mean and the variance of what was drawn (Wilson and Hilferty's formula).
    """
    as_large = sum(one >= deviation for one in drawn)
    if as_large >= ENOUGH:
        return as_large / len(drawn)
    mean, variance = float(np.mean(drawn)), float(np.var(drawn))
    width = variance / (9 * mean**2)
    if width == 0:  # so few results that chance could produce only this sum
        return as_large / len(drawn)
    return 0.5 * erfc(((deviation / mean) ** (1 / 3) - (1 - width)) / sqrt(2 * width))
