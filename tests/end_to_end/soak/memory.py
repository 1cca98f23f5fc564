"""How the memory of a process grows with the matches that it has seen to their end."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np


class Point(NamedTuple):
    """Seconds of some clock, matches that are over, KiB of memory."""

    at: float
    over: int
    kib: float


class Memory:
    """Measurements of one life of a process."""

    def __init__(self) -> None:
        self._points: list[Point] = []

    def note(self, at: float, over: int, kib: float) -> None:
        self._points.append(Point(at, over, kib))

    def kib_of_a_match(self, first: int, last: int | None = None) -> float:
        """The slope over matches, from one number of matches since the first measurement to another."""
        points = self._between(first, last)
        return float(np.polyfit([point.over for point in points], [point.kib for point in points], 1)[0])

    def told(self, first: int, last: int | None = None) -> str:
        """The same in words."""
        points = self._between(first, last)
        minutes = (points[-1].at - points[0].at) / 60
        slope = float(np.polyfit([point.at / 60 for point in points], [point.kib for point in points], 1)[0])
        return (
            f"{self.kib_of_a_match(first, last):+.2f} KiB a match, {slope:+.0f} KiB a minute "
            f"({points[0].kib:.0f} to {points[-1].kib:.0f} KiB in {minutes:.1f} minutes and "
            f"{points[-1].over - points[0].over} matches)"
        )

    def _between(self, first: int, last: int | None) -> list[Point]:
        start = self._points[0].over
        found = [point for point in self._points if first <= point.over - start <= (last or math.inf)]
        assert len(found) > 10, f"only {len(found)} measurements after {first} matches: the soak is too short"
        return found
