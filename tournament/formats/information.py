"""How much a match would reveal about the ranking, given the results so far.

The strengths of the bots are fitted by the Bradley-Terry model with a normal prior. Their covariance shows how likely
it is that two neighbours in the ranking are in the wrong order. A match between two bots reduces the variance of the
difference between any two bots by a known amount, whatever its result. The value of the match is the share by which it
reduces the variances of the differences between neighbours. A difference counts more if it is small for its error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from tournament.statistics.results import MatchResult

Floats = NDArray[np.float64]

PRIOR_DEVIATION = 400 * log(10) / 400
"""The standard deviation of the prior: 400 Elo, on the scale of log odds."""

STEPS = 20
CLOSE_ENOUGH = 1e-8


class Information:
    """What is known about the strengths, and what a further match would add.

    Attributes:
        strengths: The fitted strengths of the bots, by number.
        covariance: Their covariance.
    """

    def __init__(self, points: Floats, scheduled: Floats, ranked: Sequence[int] | None = None) -> None:
        """`points[a, b]` are the points of a against b so far; `scheduled[a, b]` are the matches without a result.

        `ranked` are the bots whose order is wanted; by default, all.
        """
        self._met = points + points.T
        self.strengths = _fitted(points, self._met)
        self._weight = _weights(self.strengths)
        self.covariance = np.linalg.inv(_precision(self._weight * (self._met + scheduled)))
        bots = np.arange(len(points)) if ranked is None else np.array(ranked, dtype=np.intp)
        order = bots[np.argsort(-self.strengths[bots], kind="stable")]
        self._up, self._down = order[:-1], order[1:]
        self._look()

    def _look(self) -> None:
        """Compute how much the variance of each difference matters, and from that the value of all matches."""
        differences = self.covariance[self._up] - self.covariance[self._down]
        variance = np.maximum(
            (differences[range(len(self._up)), self._up] - differences[range(len(self._up)), self._down]), 1e-12
        )
        gap = self.strengths[self._up] - self.strengths[self._down]
        matters = weight_of(gap, variance)
        self._value = differences.T @ (matters[:, None] * differences)

    def gains(self) -> Floats:
        """Return the value of one match between each two bots; 0 on the diagonal."""
        own = np.diag(self._value)
        spread = own[:, None] + own[None, :] - 2 * self._value
        gain = self._weight * spread / (1 + self._weight * self._variances())
        np.fill_diagonal(gain, 0.0)
        return gain

    def add(self, one: int, other: int, matches: float) -> None:
        """Take into account that two bots will play this number of further matches."""
        weight = matches * self._weight[one, other]
        change = self.covariance[:, one] - self.covariance[:, other]
        self.covariance = self.covariance - np.outer(change, change) * (
            weight / (1 + weight * (change[one] - change[other]))
        )
        self._look()

    def _variances(self) -> Floats:
        own = np.diag(self.covariance)
        variances: Floats = own[:, None] + own[None, :] - 2 * self.covariance
        return variances


def weight_of(gap: Floats, variance: Floats) -> Floats:
    """Return how much each unit of the variance of a difference of this size matters.

    A difference of 0 matters most: one further match hardly makes that order more certain, but later ones do.
    """
    weight: Floats = np.exp(-(gap**2) / variance / 2) / variance
    return weight


def points_of(results: Iterable[MatchResult], numbers: Mapping[str, int]) -> Floats:
    """Return the points that each bot won against each other bot in the matches that count."""
    pairs: dict[tuple[int, int], float] = {}
    for result in results:
        if not result.rated:
            continue
        bots = [numbers[bot] for bot in result.bots]
        for seat, bot in enumerate(bots):
            for place, other in enumerate(bots):
                if bot != other:
                    pairs[bot, other] = pairs.get((bot, other), 0.0) + result.points(seat, place)
    points = np.zeros((len(numbers), len(numbers)))
    for (bot, other), taken in pairs.items():
        points[bot, other] = taken
    return points


def met_at(tables: Iterable[tuple[Sequence[str], int]], numbers: Mapping[str, int]) -> Floats:
    """Return how often each two bots meet in matches at these tables."""
    met = np.zeros((len(numbers), len(numbers)))
    for bots, matches in tables:
        for one in bots:
            for other in bots:
                if one != other:
                    met[numbers[one], numbers[other]] += matches
    return met


def _weights(strengths: Floats) -> Floats:
    """Return the variance of a single result between each two bots."""
    share = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    weights: Floats = share * (1 - share)
    return weights


def _precision(weighted: Floats) -> Floats:
    """Return the precision of the strengths: that of the matches and that of the prior."""
    precision: Floats = np.diag(weighted.sum(axis=1) + 1 / PRIOR_DEVIATION**2) - weighted
    return precision


def _fitted(points: Floats, met: Floats) -> Floats:
    """Return the strengths of largest posterior probability, by Newton's method."""
    strengths = np.zeros(len(points))
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = (points - met * share).sum(axis=1) - strengths / PRIOR_DEVIATION**2
        step = np.linalg.solve(_precision(met * share * (1 - share)), slope)
        strengths = strengths + np.clip(step, -2, 2)
        if np.abs(step).max(initial=0.0) < CLOSE_ENOUGH:
            break
    return strengths
