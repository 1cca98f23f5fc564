"""Davidson's model of ties: a latent strength for each bot, and how often equal bots tie: `davidson`.

For bots i and j with strengths s (odds), i wins, ties and loses in proportion to s_i, v √(s_i s_j) and s_j. Of the
decisive results, i wins s_i / (s_i + s_j). With many ties, these strengths differ more than the points suggest: they
are not ratings, and their differences alone do not determine the expected points. At a table of more than two, each
pair counts as in `league`. The errors are the sandwich estimate over blocks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import exp

import msgspec
import numpy as np

from tournament.statistics.fit import ELO_PER_UNIT
from tournament.statistics.league import Floats, Indices
from tournament.statistics.results import MatchResult, blocks_of

CONVERGED = 1e-9
MAX_STEPS = 100
WIDEST = 20.0
"""Strengths that are further apart than this, in natural units (3,474 Elo), count as infinite."""


class LatentStrength(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's latent strength in Elo and its standard error; the mean over the bots is 0."""

    bot: str
    strength: float
    standard_error: float


class Davidson(msgspec.Struct, frozen=True, kw_only=True):
    """The latent strengths, best first, and the share of matches that two equally strong bots would tie."""

    strengths: tuple[LatentStrength, ...]
    ties: float


def davidson(results: Iterable[MatchResult]) -> Davidson | None:
    """Fit the model; None if no finite strengths are most likely, e.g. because a bot never lost."""
    pairs = _pairs_of(results)
    if not pairs.bots or not pairs.count.any():
        return None
    size, has_ties = len(pairs.bots), bool(pairs.ties.any())
    found, converged = np.zeros(size + 1), False
    for _ in range(MAX_STEPS):
        slope, curvature = _derivatives(pairs, found, has_ties=has_ties)
        if not np.isfinite(curvature).all() or np.linalg.matrix_rank(curvature) < size + 1:
            return None
        step = np.linalg.solve(curvature, slope)
        converged = float(np.abs(step).max()) < CONVERGED
        found = found + step / max(1.0, float(np.abs(step).max()))
        if converged or float(np.ptp(found[:-1])) > WIDEST:
            break
    if not converged:
        return None
    errors = _errors(pairs, found, has_ties=has_ties)
    tie = exp(float(found[-1])) if has_ties else 0.0
    order = sorted(range(size), key=lambda bot: (-found[bot], bot))
    return Davidson(
        strengths=tuple(
            LatentStrength(
                bot=pairs.bots[bot],
                strength=float(found[bot]) * ELO_PER_UNIT,
                standard_error=float(errors[bot]) * ELO_PER_UNIT,
            )
            for bot in order
        ),
        ties=tie / (2 + tie),
    )


@dataclass(frozen=True)
class _Pairs:
    """The meetings of two bots in each block: how many, and of these the ties and the points of the first bot."""

    bots: tuple[str, ...]
    blocks: int
    block: Indices
    first: Indices
    second: Indices
    count: Floats
    ties: Floats
    points: Floats


def _pairs_of(results: Iterable[MatchResult]) -> _Pairs:
    blocks = blocks_of(results)
    bots = tuple(sorted({bot for block in blocks for bot in block.bots}))
    index = {bot: number for number, bot in enumerate(bots)}
    rows = []
    for number, block in enumerate(blocks):
        weight = 3 / (len(block.bots) + 1)
        for one, other in combinations(block.bots, 2):
            points = [result.points(result.bots.index(one), result.bots.index(other)) for result in block.results]
            met, tied, taken = len(points), points.count(0.5), sum(points)
            rows.append((number, index[one], index[other], weight * met, weight * tied, weight * taken))
    table = np.array(rows, dtype=np.float64).reshape(-1, 6)
    at, first, second = (table[:, column].astype(np.intp) for column in range(3))
    return _Pairs(bots, len(blocks), at, first, second, table[:, 3], table[:, 4], table[:, 5])


def _shares(pairs: _Pairs, found: Floats, *, has_ties: bool) -> tuple[Floats, Floats]:
    """Return for each meeting the probabilities that the first bot wins and that it ties."""
    half = np.exp((found[pairs.second] - found[pairs.first]) / 2)
    tie = np.exp(found[-1]) * half if has_ties else np.zeros_like(half)
    win = 1 / (1 + half**2 + tie)
    return win, tie * win


def _derivatives(pairs: _Pairs, found: Floats, *, has_ties: bool) -> tuple[Floats, Floats]:
    """Return the slope of the log-likelihood and minus its second derivative, with the mean of the strengths fixed."""
    size = len(pairs.bots)
    win, tie = _shares(pairs, found, has_ties=has_ties)
    share = win + tie / 2
    slope, curvature = np.zeros(size + 1), np.zeros((size + 1, size + 1))
    beyond = pairs.points - pairs.count * share
    np.add.at(slope, pairs.first, beyond)
    np.add.at(slope, pairs.second, -beyond)
    spread = pairs.count * (win + tie / 4 - share**2)
    both = pairs.count * (tie / 2 - tie * share)
    for one, other, sign in ((pairs.first, pairs.second, 1.0), (pairs.second, pairs.first, -1.0)):
        np.add.at(curvature, (one, one), spread)
        np.add.at(curvature, (one, other), -spread)
        np.add.at(curvature[:, size], one, sign * both)
        np.add.at(curvature[size], one, sign * both)
    slope[size] = (pairs.ties - pairs.count * tie).sum() if has_ties else 0.0
    curvature[size, size] = (pairs.count * tie * (1 - tie)).sum() if has_ties else 1.0
    curvature[:size, :size] += 1 / size
    return slope, curvature


def _errors(pairs: _Pairs, found: Floats, *, has_ties: bool) -> Floats:
    """Return the standard errors of the strengths, with each block as one observation."""
    size = len(pairs.bots)
    win, tie = _shares(pairs, found, has_ties=has_ties)
    beyond = pairs.points - pairs.count * (win + tie / 2)
    scores = np.zeros((pairs.blocks, size + 1))
    np.add.at(scores, (pairs.block, pairs.first), beyond)
    np.add.at(scores, (pairs.block, pairs.second), -beyond)
    if has_ties:
        np.add.at(scores[:, size], pairs.block, pairs.ties - pairs.count * tie)
    _, curvature = _derivatives(pairs, found, has_ties=has_ties)
    few = pairs.blocks / max(pairs.blocks - size, 1)
    spread = np.linalg.solve(curvature, scores.T)
    variance = few * (spread[:size] ** 2).sum(axis=1)
    errors: Floats = np.sqrt(variance)
    return errors
