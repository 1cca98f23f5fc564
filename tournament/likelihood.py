"""The joint fit in natural units: the ratings under which the points taken are most likely, and how sure they are.

The model is one sentence: between two bots whose ratings differ by d, the better takes a share 1/(1+e^-d) of their
points, a tie being half a point each, at a table of any size. For two seats without ties this is the Bradley-Terry
model and its maximum likelihood. For more seats it is the pairwise composite likelihood of Plackett-Luce (each pair in
a Plackett-Luce ranking follows Bradley-Terry exactly). With ties it is the Bernoulli quasi-likelihood, which needs only
the mean to be right; the spread of the results is not assumed but measured, from block to block.

Why not Davidson, Rao-Kupper or Davidson-Luce: each has a tie parameter that all pairs must share, and its ratings are
the odds of decisive results only, so that with many ties they spread wider than the points say and no longer mean what
an Elo difference means. They also have no finite estimate for a bot that wins and ties but never loses to others, and
the first two do not reach past two seats. Here a three-way tie is three shared points, whoever is listed first.
"""

from dataclasses import dataclass

import numpy as np

from tournament.league import BlockPoints, Floats, Indices, League

CONVERGED = 1e-10
MAX_STEPS = 200
CHANCE_BLOCKS = 1.0


@dataclass(frozen=True)
class Estimate:
    """Ratings in natural units (1 = 174 Elo) and their covariance; rows of fixed bots are zero in `covariance`."""

    ratings: Floats
    covariance: Floats


def estimate(league: League, group: tuple[int, ...], fixed: dict[int, float], prior: float | None) -> Estimate:
    """Fits the bots of one group from the matches among them.

    `fixed` are the anchors. Without any the mean is zero; with a `prior` (a standard deviation) the ratings are drawn
    from a normal distribution around the anchors' mean, or zero. A rating in the group is finite by `groups_of`.
    """
    members = np.array(group, dtype=np.intp)
    blocks = [part for block in league.blocks if (part := _within(block, members)) is not None]
    points, meetings = _totals(blocks, len(members))
    known = {int(np.searchsorted(members, bot)): value for bot, value in fixed.items() if bot in group}
    gauge = _Gauge(len(members), known, prior)
    ratings = _maximum(points, meetings, gauge)
    return Estimate(ratings, _covariance(blocks, ratings, meetings, gauge))


class _Gauge:
    """What fixes the scale's zero: anchors, a prior, or else a mean of zero."""

    def __init__(self, size: int, known: dict[int, float], prior: float | None) -> None:
        self.centre = float(np.mean([known[bot] for bot in sorted(known)])) if known else 0.0
        self.start = np.full(size, self.centre)
        for bot, value in known.items():
            self.start[bot] = value
        self.free = np.array([bot for bot in range(size) if bot not in known], dtype=np.intp)
        self.precision = 0.0 if prior is None else prior**-2
        self.level_is_free = not known

    def inverse(self, curvature: Floats) -> Floats:
        """The inverse of the curvature over the free directions, zero elsewhere."""
        full = np.zeros_like(curvature)
        if not len(self.free):
            return full
        part = curvature[np.ix_(self.free, self.free)] + self.precision * np.eye(len(self.free))
        shared = 1 / len(self.free) if self.level_is_free and not self.precision else 0.0
        full[np.ix_(self.free, self.free)] = np.linalg.inv(part + shared) - shared
        return full

    def around_mean(self, covariance: Floats) -> Floats:
        """The covariance of the ratings less their mean, unless anchors fix the level."""
        if not self.level_is_free:
            return covariance
        rows = covariance - covariance.mean(axis=0)
        centred: Floats = rows - rows.mean(axis=1)[:, None]
        return centred


def _within(block: BlockPoints, members: Indices) -> BlockPoints | None:
    """The block's part among these bots, in their numbering; None where fewer than two of them were there."""
    here = np.isin(block.bots, members)
    if here.sum() < 2:
        return None
    bots = np.searchsorted(members, block.bots[here]).astype(np.intp)
    return BlockPoints(bots, block.points[np.ix_(here, here)], block.meetings[np.ix_(here, here)])


def _totals(blocks: list[BlockPoints], size: int) -> tuple[Floats, Floats]:
    points, meetings = np.zeros((size, size)), np.zeros((size, size))
    for block in blocks:
        points[np.ix_(block.bots, block.bots)] += block.points
        meetings[np.ix_(block.bots, block.bots)] += block.meetings
    return points, meetings


def expected_share(ratings: Floats) -> Floats:
    """The share of points that each bot (row) is expected to take from each other one (column)."""
    share: Floats = 1 / (1 + np.exp(ratings - ratings[:, None]))
    return share


def _curvature(meetings: Floats, share: Floats) -> Floats:
    """Minus the second derivative of the log-likelihood: a Laplacian, its rows sum to zero."""
    spread = meetings * share * (1 - share)
    laplacian: Floats = np.diag(spread.sum(axis=1)) - spread
    return laplacian


def _maximum(points: Floats, meetings: Floats, gauge: _Gauge) -> Floats:
    """Damped Newton; see `groups_of` for why the maximum is finite.

    The third derivative of a logistic likelihood is bounded by its second, for which log(1 + r) / r is a damping that
    always goes uphill (r: the largest change of a difference) and fades out near the top.
    """
    ratings = gauge.start.copy()
    for _ in range(MAX_STEPS):
        share = expected_share(ratings)
        slope = (points - meetings * share).sum(axis=1) - gauge.precision * (ratings - gauge.centre)
        step = gauge.inverse(_curvature(meetings, share)) @ slope
        change = float(np.ptp(step)) + float(np.abs(step).max())
        if change < CONVERGED:
            break
        ratings = ratings + step * (np.log1p(change) / change)
    return ratings


def _covariance(blocks: list[BlockPoints], ratings: Floats, meetings: Floats, gauge: _Gauge) -> Floats:
    """The sandwich estimate, each block one observation, corrected for few blocks (Bell and McCaffrey's CR2).

    The fit leans towards each block's own results, so what is left over in the block is too small; it is scaled up by
    the block's leverage. On top, each bot is given one more block that went by pure chance: without it a bot whose few
    results all came out alike (five ties in five matches) would look measured without error.
    """
    inverse = gauge.inverse(_curvature(meetings, expected_share(ratings)))
    counts = np.zeros(len(ratings))
    for block in blocks:
        counts[block.bots] += 1
    middle = np.zeros_like(meetings)
    np.fill_diagonal(middle, gauge.precision)
    for block in blocks:
        share = expected_share(ratings[block.bots])
        curvature = _curvature(block.meetings, share)
        left_over = (block.points - block.meetings * share).sum(axis=1)
        left_over = _unlean(left_over, curvature, inverse[np.ix_(block.bots, block.bots)])
        chance = curvature * (CHANCE_BLOCKS / counts[block.bots].min())
        middle[np.ix_(block.bots, block.bots)] += np.outer(left_over, left_over) + chance
    return gauge.around_mean(inverse @ middle @ inverse)


def _unlean(left_over: Floats, curvature: Floats, inverse: Floats) -> Floats:
    """(I - curvature inverse)^(-1/2) left_over, by the symmetric form of that product."""
    values, vectors = np.linalg.eigh(inverse)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    leverage, directions = np.linalg.eigh(root.T @ curvature @ root)
    leverage = np.clip(leverage, 1e-12, 1 - 1e-9)
    factor = ((1 - leverage) ** -0.5 - 1) / leverage
    onto = root @ directions
    corrected: Floats = left_over + curvature @ (onto * factor) @ (onto.T @ left_over)
    return corrected
