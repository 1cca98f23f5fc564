"""How much time the referee itself loses. `TimeBank` says how much of that is not charged to a bot."""

from __future__ import annotations

import time
from collections import deque

from msgspec import Struct

PERIOD = 0.05
TOLERANCE = 0.02
BEATS = 3
"""A thread that is late again and again takes what has arrived before its third beat: on the loop, an answer needs a
few rounds, and there is one at least between two beats."""


class Lag(Struct, frozen=True, gc=False):
    """Seconds that a thread lost between two moments.

    Attributes:
        over: In delays after which what had arrived was taken: the thread ran as it should, or `BEATS` times.
        lasting: In the delay at the second moment: what is taken then may have arrived at its beginning.
    """

    over: float = 0.0
    lasting: float = 0.0

    @property
    def total(self) -> float:
        """All of it."""
        return self.over + self.lasting


NO_LAG = Lag()


class LagMeter:
    """Finds out when a thread was not able to run, by a heartbeat that should come every `PERIOD` seconds.

    One thread beats, any thread may ask. All times are those of `time.perf_counter`.
    """

    def __init__(self, now: float) -> None:
        self._last_beat = now
        self._lost = 0.0
        self._over = 0.0  # how much of it is over
        self._at_beats = deque([0.0], maxlen=BEATS + 1)

    def beat(self, now: float | None = None) -> None:
        """Notes that the thread runs."""
        if now is None:
            now = time.perf_counter()
        lost = self.lost(now)
        self._at_beats.append(lost)
        self._over = lost if lost == self._lost else max(self._over, self._at_beats[0])
        self._lost = lost
        self._last_beat = now

    def lost(self, now: float) -> float:
        """How many seconds the thread was not able to run, since the beginning; a delay that still lasts counts too."""
        late = now - self._last_beat - PERIOD
        return self._lost + late if late > TOLERANCE else self._lost

    def lag_since(self, lost: float, now: float) -> Lag:
        """What was lost since a moment at which `lost` was read."""
        more = self.lost(now) - lost
        if more <= 0.0:
            return NO_LAG
        over = max(0.0, self._over - lost)
        return Lag(over, more - over)
