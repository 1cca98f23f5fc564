"""Choose how many matches to play at once from measurements of earlier ones, which `measuring` takes. Pure."""

from __future__ import annotations

from msgspec import Struct

IDLE = 0.1
"""The share of the cores that must stay idle; otherwise a bot would have to wait for a core."""

BUSY_RUNNER = 0.9
"""The share of one core above which the runner itself is the bottleneck."""

MEAN_SHARE = 0.02
LONGEST_SHARE = 0.25
"""The shares of the time for a decision that the mean and the longest answer may take.

Bots that need little time lose nothing if they share a core; other bots would.
"""

LOOKS_WITHOUT_HARM = 200
"""After this many measurements without problems, a number of matches that caused problems before is tried again."""


class SeenMeanwhile(Struct, frozen=True, kw_only=True):
    """The measurements since the last ones. Times of answers are the bots' own, without the referee's lag.

    Attributes:
        idle: The share of the cores' time that was idle; None if the system does not report it.
        runner: The share of one core that the runner's own process used.
        mean_ms: The mean time of an answer.
        longest_ms: The longest time of an answer.
        overloaded: How many matches had a decision in which the referee itself lost much time.
    """

    idle: float | None
    runner: float
    mean_ms: float
    longest_ms: float
    overloaded: int


class Fitting:
    """Chooses how many matches to play at once.

    It begins with a number that leaves each bot its own core. The number grows only while cores are idle, the runner is
    not the bottleneck, and bots need little time; it shrinks as soon as bots lose time.

    Attributes:
        at_once: The number of matches, from `least` to `most` (treat as read-only).
    """

    def __init__(self, least: int, most: int, decision_ms: int) -> None:
        self.at_once = least
        self._least = least
        self._most = self._ceiling = max(least, most)
        self._decision_ms = decision_ms
        self._harmless = 0

    def look(self, seen: SeenMeanwhile) -> int:
        """Record measurements, and return how many matches to play at once from now on."""
        if self._harms(seen):
            self._ceiling = max(self._least, self.at_once - 1)
            self.at_once = max(self._least, self.at_once - _step(self.at_once))
            self._harmless = 0
            return self.at_once
        self._harmless += 1
        if self._harmless >= LOOKS_WITHOUT_HARM:
            self._ceiling = self._most
        if seen.idle is not None and seen.idle > IDLE and seen.runner < BUSY_RUNNER:
            self.at_once = min(self._ceiling, self.at_once + _step(self.at_once))
        return self.at_once

    def _harms(self, seen: SeenMeanwhile) -> bool:
        return (
            seen.overloaded > 0
            or seen.mean_ms > MEAN_SHARE * self._decision_ms
            or seen.longest_ms > LONGEST_SHARE * self._decision_ms
        )


def _step(at_once: int) -> int:
    return max(1, at_once // 4)
