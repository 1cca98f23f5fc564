"""How the memory of a process grows with the matches that it has seen to their end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Point(NamedTuple):
    """Seconds of some clock, matches that are over, KiB of memory."""

    at: float
    over: int
    kib: float


class Memory:
    """Measurements of one life of a process.

    The first third is left out: only when everything has happened a few times the process holds all that it needs
    once and for all.
    """

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
        begun, ended = self._points[0].at, self._points[-1].at
        return [point for point in self._points if point.at >= begun + (ended - begun) / 3]


def _slope(points: list[tuple[float, float]]) -> float:
    return float(np.polyfit([x for x, _ in points], [y for _, y in points], 1)[0])
