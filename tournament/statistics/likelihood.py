"""The joint fit in natural units: the ratings that make the points most likely, and their errors.

The whole model is this: if the ratings of two bots differ by d, the better bot wins the share 1/(1+e^-d) of their
points, at a table of any size. A tie is half a point for each. For two seats without ties this is the Bradley-Terry
model and its maximum likelihood. For more seats it is the pairwise composite likelihood of Plackett-Luce (each pair in
a Plackett-Luce ranking follows Bradley-Terry exactly). With ties it is the Bernoulli quasi-likelihood, which requires
only the mean to be right; the spread of the results is not assumed but measured between blocks.

Why not Davidson, Rao-Kupper or Davidson-Luce? Each has a tie parameter that all pairs must share. The ratings of
Davidson and Davidson-Luce are the odds of decisive results only. With many ties (six of seven Keepers matches with four
seats have one), they differ several times more than the points suggest, and no longer mean what an Elo difference
means. Rao-Kupper stays close to the points, but does not extend beyond two seats. And none has a finite estimate if a
bot wins and ties but never loses. In our model, a three-way tie is three shared points, in whatever order the bots are
listed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournament.statistics.goodness import Goodness, goodness_of
from tournament.statistics.league import Floats, League, Stack, totals

CONVERGED = 1e-10
MAX_STEPS = 200
CHANCE_BLOCKS = 1.0


@dataclass(frozen=True)
class Estimate:
    """Ratings in natural units (1 = 174 Elo), their covariance (rows of fixed bots are zero), and how well they fit."""

    ratings: Floats
    covariance: Floats
    goodness: Goodness | None


def estimate(
    league: League, group: tuple[int, ...], fixed: dict[int, float], prior: float | None, *, judged: bool = True
) -> Estimate:
    """Fit the bots of one group from the matches among them.

    `fixed` are the anchors. Without any, the mean is zero. With a `prior` (a standard deviation), the ratings are drawn
    from a normal distribution around the anchors' mean, or zero. Ratings in a group are finite: see `groups_of`.
    The goodness of the fit is computed only if `judged` is true.
    """
    members = np.array(group, dtype=np.intp)
    stacks = league.stacks if len(members) == len(league.bots) else [stack.among(members) for stack in league.stacks]
    points, meetings = totals(stacks, len(members))
    known = {int(np.searchsorted(members, bot)): value for bot, value in fixed.items() if bot in group}
    gauge = _Gauge(len(members), known, prior)
    ratings = _maximum(points, meetings, gauge)
    share = _expected_share(ratings)
    inverse = gauge.inverse(_curvature(meetings, share))
    goodness = goodness_of(stacks, share, inverse, gauge.freedom) if judged else None
    return Estimate(ratings, _covariance(stacks, ratings, inverse, gauge), goodness)


def prior_ratings(points: Floats, meetings: Floats, known: dict[int, float], prior: float) -> Floats:
    """Return a rating for every bot, even for those that the results alone leave without one.

    The `known` ratings stay. The others are the most likely ones if they come from a normal distribution with the
    standard deviation `prior`, around the mean of the known ones, or around zero if none is known.
    """
    return _maximum(points, meetings, _Gauge(len(points), known, prior))


class _Gauge:
    """What fixes the zero of the scale: anchors, a prior, or else a mean of zero."""

    def __init__(self, size: int, known: dict[int, float], prior: float | None) -> None:
        self.centre = float(np.mean([known[bot] for bot in sorted(known)])) if known else 0.0
        self.start = np.full(size, self.centre)
        for bot, value in known.items():
            self.start[bot] = value
        self.free = np.array([bot for bot in range(size) if bot not in known], dtype=np.intp)
        self.precision = 0.0 if prior is None else prior**-2
        self.level_is_free = not known

    @property
    def freedom(self) -> int:
        """How many numbers are fitted."""
        return len(self.free) - (self.level_is_free and not self.precision)

    def inverse(self, curvature: Floats) -> Floats:
        """Return the inverse of the curvature over the free directions, zero elsewhere."""
        full = np.zeros_like(curvature)
        if not len(self.free):
            return full
        part = curvature[np.ix_(self.free, self.free)] + self.precision * np.eye(len(self.free))
        shared = 1 / len(self.free) if self.level_is_free and not self.precision else 0.0
        full[np.ix_(self.free, self.free)] = np.linalg.inv(part + shared) - shared
        return full

    def around_mean(self, covariance: Floats) -> Floats:
        """Return the covariance of the ratings minus their mean, unless anchors fix the level."""
        if not self.level_is_free:
            return covariance
        rows = covariance - covariance.mean(axis=0)
        centred: Floats = rows - rows.mean(axis=1)[:, None]
        return centred


def _expected_share(ratings: Floats) -> Floats:
    """Return the share of points that each bot (row) is expected to take from each other one (column)."""
    share: Floats = 1 / (1 + np.exp(ratings[..., None, :] - ratings[..., :, None]))
    return share


def _curvature(meetings: Floats, share: Floats) -> Floats:
    """Return minus the second derivative of the log-likelihood: a Laplacian, whose rows sum to zero."""
    spread = meetings * share * (1 - share)
    laplacian: Floats = np.eye(spread.shape[-1]) * spread.sum(axis=-1)[..., None] - spread
    return laplacian


def _maximum(points: Floats, meetings: Floats, gauge: _Gauge) -> Floats:
    """Find the maximum by damped Newton steps; see `groups_of` for why it is finite.

    The third derivative of a logistic likelihood is bounded by its second. So with the damping log(1 + r) / r, where r
    is the largest change of a difference, every step increases the likelihood; the damping vanishes near the maximum.
    """
    ratings = gauge.start.copy()
    for _ in range(MAX_STEPS):
        share = _expected_share(ratings)
        slope = (points - meetings * share).sum(axis=1) - gauge.precision * (ratings - gauge.centre)
        step = gauge.inverse(_curvature(meetings, share)) @ slope
        change = float(np.ptp(step)) + float(np.abs(step).max())
        if change < CONVERGED:
            break
        ratings = ratings + step * (np.log1p(change) / change)
    return ratings


def _covariance(stacks: Sequence[Stack], ratings: Floats, inverse: Floats, gauge: _Gauge) -> Floats:
    """Return the sandwich estimate, where each block is one observation, corrected for few blocks (CR2).

    The correction is that of Bell and McCaffrey: the fit adapts to each block's own results, so the residuals of the
    block are too small and are scaled up by its leverage. In addition, each bot gets one more block of pure chance.
    Without it, a bot whose few results are all alike (five ties in five matches) would seem to have no error.
    """
    counts = np.zeros(len(ratings))
    for stack in stacks:
        np.add.at(counts, stack.bots, _took_part(stack))
    middle = gauge.precision * np.eye(len(ratings))
    for stack in stacks:
        for part in stack.parts():
            share = _expected_share(ratings[part.bots])
            left_over = (part.points - part.meetings * share).sum(axis=-1)
            inverses = inverse[part.bots[:, :, None], part.bots[:, None, :]]
            left_over = _unlean(left_over, _curvature(part.meetings, share), inverses)
            part.add_to(middle, left_over[:, :, None] * left_over[:, None, :])
        for part in stack.parts():
            curvature = _curvature(part.meetings, _expected_share(ratings[part.bots]))
            fewest = np.where(_took_part(part), counts[part.bots], np.inf).min(axis=-1)
            part.add_to(middle, curvature * (CHANCE_BLOCKS / fewest)[:, None, None])
    return gauge.around_mean(inverse @ middle @ inverse)


def _took_part(stack: Stack) -> NDArray[np.bool_]:
    """Return which bots of each block met another bot there."""
    return np.asarray(stack.meetings.sum(axis=-1) > 0)


def _unlean(left_over: Floats, curvature: Floats, inverse: Floats) -> Floats:
    """Return (I - curvature inverse)^(-1/2) left_over for each block, by the symmetric form of that product."""
    values, vectors = np.linalg.eigh(inverse)
    root = vectors * np.sqrt(np.maximum(values, 0.0))[:, None, :]
    leverage, directions = np.linalg.eigh(np.swapaxes(root, -1, -2) @ curvature @ root)
    leverage = np.clip(leverage, 1e-12, 1 - 1e-9)
    factor = ((1 - leverage) ** -0.5 - 1) / leverage
    onto = root @ directions
    along = factor[:, :, None] * (np.swapaxes(onto, -1, -2) @ left_over[:, :, None])
    corrected: Floats = left_over + (curvature @ onto @ along)[:, :, 0]
    return corrected
