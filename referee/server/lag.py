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

TOLERANCE_OF_TRANSPORT = 0.1
"""An answer goes through other threads and processes, which may have to wait for a core."""


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
    """Finds out when something was not able to run, by a heartbeat that should come every `PERIOD` seconds.

    One thread beats, any thread may ask. All times are those of `time.perf_counter`.

    Attributes:
        over: How many of the lost seconds were in delays that are over (treat as read-only).
    """

    def __init__(self, now: float, tolerance: float = TOLERANCE) -> None:
        self._tolerance = tolerance
        self._last_beat = now
        self._lost = 0.0
        self.over = 0.0
        self._at_beats = deque([0.0], maxlen=BEATS + 1)

    def beat(self, now: float | None = None) -> None:
        """Notes that it runs."""
        if now is None:
            now = time.perf_counter()
        lost = self.lost(now)
        self._at_beats.append(lost)
        self.over = lost if lost == self._lost else max(self.over, self._at_beats[0])
        self._lost = lost
        self._last_beat = now

    def lost(self, now: float) -> float:
        """How many seconds it was not able to run, since the beginning; a delay that still lasts counts too."""
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

    def lag_since(self, lost: float, now: float) -> Lag:
        """What was lost since a moment at which `lost` was read."""
        more = self.lost(now) - lost
        if more <= 0.0:
            return NO_LAG
        over = self._thread.over + (self._transport.over if self._transport is not None else 0.0) - lost
        over = min(max(0.0, over), more)
        return Lag(over, more - over)
