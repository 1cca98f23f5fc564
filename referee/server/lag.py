"""How much time the referee itself wastes: what it loses here is not charged to a bot."""

from __future__ import annotations

import time
from collections import deque

PERIOD = 0.05
TOLERANCE = 0.02
KEPT_SECONDS = 3600.0


class LagMeter:
    """Finds out when a thread was not able to run, by a heartbeat that should come every `PERIOD` seconds.

    One thread beats, any thread may ask. All times are those of `time.perf_counter`.
    """

    def __init__(self, now: float) -> None:
        self._last_beat = now
        self._losses: deque[tuple[float, float]] = deque()

    def beat(self, now: float | None = None) -> None:
        """Notes that the thread runs."""
        if now is None:
            now = time.perf_counter()
        lost = now - self._last_beat - PERIOD
        if lost > TOLERANCE:
            self._losses.append((now, lost))
            while self._losses[0][0] < now - KEPT_SECONDS:
                self._losses.popleft()
        self._last_beat = now

    def since(self, moment: float, now: float) -> float:
        """How many seconds of those since `moment` the thread was not able to run."""
        going_on = now - self._last_beat - PERIOD
        total = going_on if going_on > TOLERANCE else 0.0
        for noticed, lost in reversed(self._losses.copy()):
            if noticed < moment:
                break
            total += lost
        return min(total, max(0.0, now - moment))
