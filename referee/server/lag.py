"""How much time the referee itself wastes: what it loses here is not charged to a bot."""

from __future__ import annotations

import time

PERIOD = 0.05
TOLERANCE = 0.02


class LagMeter:
    """Finds out when a thread was not able to run, by a heartbeat that should come every `PERIOD` seconds.

    One thread beats, any thread may ask. All times are those of `time.perf_counter`.
    """

    def __init__(self, now: float) -> None:
        self._last_beat = now
        self._lost = 0.0

    def beat(self, now: float | None = None) -> None:
        """Notes that the thread runs."""
        if now is None:
            now = time.perf_counter()
        self._lost = self.lost(now)
        self._last_beat = now

    def lost(self, now: float) -> float:
        """How many seconds the thread was not able to run, since the beginning; a delay that still lasts counts too.

        The difference of two readings is what was lost between them.
        """
        late = now - self._last_beat - PERIOD
        return self._lost + late if late > TOLERANCE else self._lost
