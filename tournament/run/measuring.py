"""Measure the load of the machine and the answers of the bots while matches are played, for `Fitting`."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tournament.run.fitting import SeenMeanwhile
from tournament.storage.summary import MatchSummary

STAT = Path("/proc/stat")

SECONDS = 0.25
"""The minimum time between two measurements, because the kernel counts in hundredths of a second."""


class Measuring:
    """Collects measurements from the matches of a run and from the machine."""

    def __init__(self) -> None:
        self._total_ms = self._longest_ms = 0.0
        self._begin()

    def add(self, match: MatchSummary) -> None:
        """Record a match that has ended."""
        self._matches += 1
        self._overloaded += match.overloaded
        for seat in match.seats:
            self._answers += seat.decisions - seat.timeouts
            self._total_ms += seat.total_ms
            self._longest_ms = max(self._longest_ms, seat.max_ms)

    def take(self, at_once: int) -> SeenMeanwhile | None:
        """Return the measurements since the last call; None while they are too few for `at_once` matches at once."""
        wall = time.monotonic() - self._began
        if wall < SECONDS or self._matches < 2 * at_once:
            return None
        idle = _idle_seconds()
        cores = len(os.sched_getaffinity(0)) if idle is not None else 1
        seen = SeenMeanwhile(
            idle=None if idle is None or self._idle is None else (idle - self._idle) / wall / cores,
            runner=(time.process_time() - self._used) / wall,
            mean_ms=self._total_ms / max(self._answers, 1),
            longest_ms=self._longest_ms,
            overloaded=self._overloaded,
        )
        self._begin()
        return seen

    def _begin(self) -> None:
        self._began = time.monotonic()
        self._used = time.process_time()
        self._idle = _idle_seconds()
        self._matches = self._answers = self._overloaded = 0
        self._total_ms = self._longest_ms = 0.0


def _idle_seconds() -> float | None:
    """Return the total idle time of the cores that this process may use; None if the system does not report it.

    It measures idle time and not the CPU time of the bots, because other programs on this machine need cores, too.
    """
    try:
        lines = STAT.read_text().splitlines()
    except OSError:
        return None
    ours = {f"cpu{core}" for core in os.sched_getaffinity(0)}
    fields = [line.split() for line in lines if line.partition(" ")[0] in ours]
    ticks = sum(int(numbers[4]) + int(numbers[5]) for numbers in fields)  # idle, and waiting for a disk
    return ticks / os.sysconf("SC_CLK_TCK") if fields else None
