"""How much time the referee itself wastes: what it loses here is not charged to a bot."""

from __future__ import annotations

import time

PERIOD = 0.05
TOLERANCE = 0.02
TOLERANCE_OF_TRANSPORT = 0.1
"""An answer goes through other threads and processes, which may have to wait for a core."""


class LagMeter:
    """Finds out when something was not able to run, by a heartbeat that should come every `PERIOD` seconds.

    One thread beats, any thread may ask. All times are those of `time.perf_counter`.
    """

    def __init__(self, now: float, tolerance: float = TOLERANCE) -> None:
        self._tolerance = tolerance
        self._last_beat = now
        self._lost = 0.0

    def beat(self, now: float | None = None) -> None:
        """Notes that it runs."""
        if now is None:
            now = time.perf_counter()
        self._lost = self.lost(now)
        self._last_beat = now

    def lost(self, now: float) -> float:
        """How many seconds it was not able to run, since the beginning; a delay that still lasts counts too.

        The difference of two readings is what was lost between them.
        """
        late = now - self._last_beat - PERIOD
        return self._lost + late if late > self._tolerance else self._lost


class ServerLag:
    """How much time the server lost in all: its thread was held up, or clients were not heard.

    While the thread is held up nothing is known of the clients, so that is counted once.
    """

    def __init__(self, now: float) -> None:
        self._thread = LagMeter(now)
        self._transport: LagMeter | None = None
        self._lost = 0.0

    def thread_runs(self, now: float | None = None) -> None:
        """Notes that the thread runs."""
        self._thread.beat(now)

    def clients_are_heard(self, now: float | None = None) -> None:
        """Notes that something arrived that had been sent as clients send. It is measured from the first time on."""
        now = time.perf_counter() if now is None else now
        now -= self._thread.lost(now)
        if self._transport is None:
            self._transport = LagMeter(now, TOLERANCE_OF_TRANSPORT)
        self._transport.beat(now)

    def lost(self, now: float) -> float:
        """As `LagMeter.lost`. It never falls."""
        lost = self._thread.lost(now)
        if self._transport is not None:
            lost += self._transport.lost(now - lost)
        self._lost = max(self._lost, lost)
        return self._lost
