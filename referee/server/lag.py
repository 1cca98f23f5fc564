"""How much time the referee itself loses by delays. `TimeBank` decides how much of it is not charged to a bot."""

from __future__ import annotations

import time
from collections import deque

from msgspec import Struct

SECONDS_BETWEEN_BEATS = 0.05
SECONDS_LATE = 0.02
BEATS = 3
"""Even a thread that is always late handles everything that has arrived before its third beat.

An answer needs a few iterations of the loop, and there is at least one between two beats.
"""

SECONDS_LATE_IN_TRANSPORT = 0.1
"""An answer goes through other threads and processes, which may have to wait for a core."""


class Lag(Struct, frozen=True, gc=False):
    """Seconds that a thread lost between two moments.

    Attributes:
        over: Seconds in delays that have ended: since then, the thread ran on time, or `BEATS` times, and handled what
            had arrived.
        lasting: Seconds in the delay that still lasts at the second moment: what is handled then may
            have arrived when that delay began.
    """

    over: float = 0.0
    lasting: float = 0.0

    @property
    def total(self) -> float:
        """The sum of both."""
        return self.over + self.lasting


NO_LAG = Lag()


class LagMeter:
    """Measures when something could not run, by a heartbeat that should come at regular intervals.

    One thread beats, any thread may ask. All times are those of `time.perf_counter`.

    Attributes:
        over: The lost seconds in delays that are over (treat as read-only).
    """

    def __init__(self, now: float, tolerance: float = SECONDS_LATE) -> None:
        self._tolerance = tolerance
        self._last_beat = now
        self._lost = 0.0
        self.over = 0.0
        self._at_beats = deque([0.0], maxlen=BEATS + 1)

    def beat(self, now: float | None = None) -> None:
        """Record that the thread runs."""
        if now is None:
            now = time.perf_counter()
        lost = self.lost(now)
        self._at_beats.append(lost)
        self.over = lost if lost == self._lost else max(self.over, self._at_beats[0])
        self._lost = lost
        self._last_beat = now

    @property
    def late_at(self) -> float:
        """The time after which it counts as late, unless its next beat comes before."""
        return self._last_beat + SECONDS_BETWEEN_BEATS + self._tolerance

    def lost(self, now: float) -> float:
        """For how many seconds in total it could not run, including a delay that still lasts."""
        late = now - self._last_beat - SECONDS_BETWEEN_BEATS
        return self._lost + late if late > self._tolerance else self._lost


class ServerLag:
    """How much time the server lost in total, because its thread was held up or no client could be heard.

    While the thread is held up, nothing is known about the clients, so that time is counted once.
    """

    def __init__(self, now: float) -> None:
        self._thread = LagMeter(now)
        self._transport: LagMeter | None = None
        self._lost = 0.0
        self._same_until = now  # for speed: every answer asks what was lost, which rarely changes between two beats

    def thread_runs(self, now: float | None = None) -> None:
        """Record that the thread runs."""
        now = time.perf_counter() if now is None else now
        self._thread.beat(now)
        self._look_ahead(now)

    def clients_are_heard(self, now: float | None = None) -> None:
        """Record that something arrived by the same path as clients' messages. Measuring starts with the first call."""
        now = time.perf_counter() if now is None else now
        heard = now - self._thread.lost(now)
        if self._transport is None:
            self._transport = LagMeter(heard, SECONDS_LATE_IN_TRANSPORT)
        self._transport.beat(heard)
        self._look_ahead(now)

    def _look_ahead(self, now: float) -> None:
        """Compute the time until which nothing more can be lost."""
        self._same_until = now
        self.lost(now)
        self._same_until = self._thread.late_at
        if self._transport is not None:
            self._same_until = min(self._same_until, self._transport.late_at + self._thread.lost(now))

    def lost(self, now: float) -> float:
        """Like `LagMeter.lost`. It never decreases."""
        if now < self._same_until:
            return self._lost
        lost = self._thread.lost(now)
        if self._transport is not None:
            lost += self._transport.lost(now - lost)
        self._lost = max(self._lost, lost)
        return self._lost

    def lag_since(self, lost: float, now: float) -> Lag:
        """What was lost since the moment at which `lost` was read."""
        if now < self._same_until and lost == self._lost:
            return NO_LAG  # the case for nearly every answer
        more = self.lost(now) - lost
        if more <= 0.0:
            return NO_LAG
        over = self._thread.over + (self._transport.over if self._transport is not None else 0.0) - lost
        over = min(max(0.0, over), more)
        return Lag(over, more - over)
