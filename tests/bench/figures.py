"""Figures of several runs as text: the middle one, and how far they lie apart."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median


def spread(values: Sequence[float], form: str = ",.0f") -> str:
    """The median, and the smallest and the largest of the others."""
    return f"{median(values):{form}} ({min(values):{form}}-{max(values):{form}})"


def ratios(values: Sequence[float], yardsticks: Sequence[float]) -> str:
    """How many times the yardstick each is that was measured beside it."""
    return spread([value / yardstick for value, yardstick in zip(values, yardsticks, strict=True)], ".2f")
