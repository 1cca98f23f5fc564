"""What a run reports about its matches in addition to the display: metrics and traces."""

from __future__ import annotations

from time import time as unix_now

from referee.match_times import MatchTimes
from referee.metrics import MatchMetrics
from referee.traces import Traces


class Observers:
    """Those who are notified of each match; there may be none."""

    def __init__(self, metrics: MatchMetrics | None = None, traces: Traces | None = None) -> None:
        self._metrics = metrics
        self._traces = traces

    @property
    def need_times(self) -> bool:
        """Whether anyone is notified."""
        return self._metrics is not None or self._traces is not None

    def stored(self, times: MatchTimes | None, seconds: float) -> None:
        """Report a match whose result was just stored, in this time."""
        if self._metrics is not None:
            self._metrics.stored(seconds)
            self._metrics.ended(times)
        if self._traces is not None:
            self._traces.ended(times, stored_unix_s=unix_now() - seconds, store_s=seconds)

    def voided(self, game: str) -> None:
        """Report a match that has no result."""
        if self._metrics is not None:
            self._metrics.voided(game)
