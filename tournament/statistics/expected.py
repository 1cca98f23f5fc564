"""Forecasts how precise the ratings of a schedule will be, before it is played: `expected_errors`.

The forecast is for bots of equal strength that do not tie. At a table of k, each ranking is then equally likely, and
the covariance of the fit has a closed form: (k + 1) / 3 times the inverse of the curvature at equal ratings, where a
meeting counts 1/4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import sqrt

import msgspec
import numpy as np

from tournament.statistics.fit import ELO_PER_UNIT
from tournament.statistics.league import Floats


class ExpectedErrors(msgspec.Struct, frozen=True, kw_only=True):
    """The standard errors to expect, in Elo, as means over all bots and over all pairs."""

    rating: float
    difference: float


def expected_errors(tables: Iterable[Sequence[str]]) -> ExpectedErrors | None:
    """Return the errors to expect from one match at each of these tables; None if not all bots can be compared.

    Tables may be repeated. All have the same number of seats.
    """
    tables = [tuple(table) for table in tables]
    bots = sorted({bot for table in tables for bot in table})
    if not bots:
        return None
    index = {bot: number for number, bot in enumerate(bots)}
    pairs = np.array([[index[one], index[other]] for table in tables for one, other in combinations(table, 2)])
    meetings: Floats = np.zeros((len(bots), len(bots)))
    np.add.at(meetings, (pairs[:, 0], pairs[:, 1]), 0.25)
    meetings += meetings.T
    curvature = np.diag(meetings.sum(axis=1)) - meetings
    values, vectors = np.linalg.eigh(curvature)
    if values[1] < 1e-9 * values[-1]:  # only the level may be free, which is the first of the directions
        return None
    covariance = (len(tables[0]) + 1) / 3 * (vectors[:, 1:] / values[1:]) @ vectors[:, 1:].T
    variances = np.diag(covariance)
    differences = variances[:, None] + variances - 2 * covariance
    upper = np.triu_indices(len(bots), 1)
    return ExpectedErrors(
        rating=_mean_error(variances),
        difference=_mean_error(differences[upper]),
    )


def _mean_error(variances: Floats) -> float:
    return sqrt(max(float(variances.mean()), 0.0)) * ELO_PER_UNIT
