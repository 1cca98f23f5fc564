"""How fast each seat of a match answers, so that a default can be played as if its bot had thought about it."""

from __future__ import annotations

import secrets
from collections import deque

REMEMBERED = 32
"""The number of answers kept for each seat; older ones say little about how fast a bot is now."""


class Pace:
    """The last answers of every seat, in seconds.

    An instant answer would reveal to the other bots that a seat is forfeited, and that its next choices are the
    defaults.
    """

    def __init__(self, seats: int) -> None:
        self._answers: list[deque[float]] = [deque(maxlen=REMEMBERED) for _ in range(seats)]

    def note(self, seat: int, seconds: float) -> None:
        """Record the time of an answer that a bot gave itself."""
        self._answers[seat].append(seconds)

    def draw(self, seat: int) -> float:
        """A time that the seat might take: that of an earlier answer, or any seat's if it never answered, or else 0."""
        known = self._answers[seat] or [seconds for answers in self._answers for seconds in answers]
        return secrets.choice(known) if known else 0.0
