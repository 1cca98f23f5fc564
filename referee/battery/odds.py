"""The probability that chance alone favours a seat."""

from __future__ import annotations

from math import exp

UNLIKELY = 1e-6
"""Tests report a deviation only if it is less likely than this by chance, so they practically never fail by chance."""


def odds_of(surplus: float, variance: float, most: float) -> float:
    """An upper bound of the probability of a surplus at least this large by chance: Bernstein's inequality.

    The surplus is a sum of independent deviations from 0; `variance` is the sum of their variances, and none is larger
    than `most`.
    """
    return 1.0 if surplus <= 0 else exp(-(surplus**2) / 2 / (variance + most * surplus / 3))
