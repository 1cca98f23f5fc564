"""How the memory of a process grows with the matches that it has seen to their end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

WARM_UP = 1300
"""Matches that are left out: RSS grows by 20 MiB before a server holds all that it needs once and for all."""


class Point(NamedTuple):
    """Seconds of some clock, matches that are over, KiB of memory."""

    at: float
    over: int
    kib: float


class Memory:
    """Measurements of one life of a process. What comes before the warm-up is over does not count."""

    def __init__(self) -> None:
        self._points: list[Point] = []

    def note(self, at: float, over: int, kib: float) -> None:
        self._points.append(Point(at, over, kib))

    def kib_of_a_match(self) -> float:
        """By how much memory grew with each match."""
        return _slope([(point.over, point.kib) for point in self._counted()])

    def told(self) -> str:
        """The same in words."""
        points = self._counted()
        first, last = points[0], points[-1]
        of_a_minute = _slope([(point.at / 60, point.kib) for point in points])
        return (
            f"{self.kib_of_a_match():+.2f} KiB a match, {of_a_minute:+.0f} KiB a minute: {first.kib:.0f} to "
            f"{last.kib:.0f} KiB in {(last.at - first.at) / 60:.1f} minutes and {last.over - first.over} matches, "
            f"{first.over - self._points[0].over} matches and {first.kib - self._points[0].kib:+.0f} KiB before that"
        )

    def _counted(self) -> list[Point]:
        first, last = self._points[0].over, self._points[-1].over
        assert last - first > 3 * WARM_UP, f"{last - first} matches in one life are too few: let the soak be longer"
        return [point for point in self._points if point.over - first >= WARM_UP]


def _slope(points: list[tuple[float, float]]) -> float:
    return float(np.polyfit([x for x, _ in points], [y for _, y in points], 1)[0])
