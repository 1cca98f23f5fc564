"""How many matches to play at once, from what was seen of those before; `measuring` sees it. Pure."""

from __future__ import annotations

from msgspec import Struct

IDLE = 0.1
"""The share of the cores that is left idle: without it a bot would wait for a core."""

BUSY_RUNNER = 0.9
"""The share of a core from which on the runner itself is what everything waits for."""

MEAN_SHARE = 0.02
LONGEST_SHARE = 0.25
"""What answers may take of the time for a decision, on average and at most: bots that hardly think lose nothing when
they share a core, others would."""

PATIENCE = 200
"""Looks without harm after which it is tried again to play as many at once as did harm before."""


class Seen(Struct, frozen=True, kw_only=True):
    """What was seen since the last look. Times of answers are the bots' own, without the referee's lag.

    Attributes:
        idle: The share of the cores that did nothing; None where the system does not tell.
        runner: The share of one core that the runner's own process used.
        mean_ms: How long an answer took on average.
        longest_ms: How long the longest answer took.
        overloaded: How many matches had a decision in which the referee lost much time of its own.
    """

    idle: float | None
    runner: float
    mean_ms: float
    longest_ms: float
    overloaded: int


class Fitting:
    """Chooses how many matches to play at once.

    It begins with as many as leave each bot a core of its own. More are played only while cores are idle, the runner
    is not what limits them, and bots hardly think; fewer again as soon as a bot's clock suffers.

    Attributes:
        at_once: How many (treat as read-only); from `least` to `most`.
    """

    def __init__(self, least: int, most: int, decision_ms: int) -> None:
        self.at_once = least
        self._least = least
        self._most = self._ceiling = max(least, most)
        self._decision_ms = decision_ms
        self._harmless = 0

    def look(self, seen: Seen) -> int:
        """Takes in what was seen, and returns how many matches to play at once from now on."""
        if self._harms(seen):
            self._ceiling = max(self._least, self.at_once - 1)
            self.at_once = max(self._least, self.at_once - _step(self.at_once))
            self._harmless = 0
            return self.at_once
        self._harmless += 1
        if self._harmless >= PATIENCE:
            self._ceiling = self._most
        if seen.idle is not None and seen.idle > IDLE and seen.runner < BUSY_RUNNER:
            self.at_once = min(self._ceiling, self.at_once + _step(self.at_once))
        return self.at_once

    def _harms(self, seen: Seen) -> bool:
        return (
            seen.overloaded > 0
            or seen.mean_ms > MEAN_SHARE * self._decision_ms
            or seen.longest_ms > LONGEST_SHARE * self._decision_ms
        )


def _step(at_once: int) -> int:
    return max(1, at_once // 4)
