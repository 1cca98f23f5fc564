"""How many matches a worker receives at once, computed from how long they take (a pure computation).

Handing a match to a worker and fetching its result takes about 10 ms of CPU time on three machines. Short matches are
therefore sent in batches, which a worker plays one after the other.
"""

from __future__ import annotations

SHORT_S = 0.1
"""Matches that take less than this are sent in batches."""

BATCH_S = 0.25
"""How long a batch should take: so short that little is lost with a worker."""

MOST_IN_BATCH = 32

WEIGHT = 0.2
"""The weight of the last batch in the mean."""


class BatchSize:
    """The size of the next batch.

    Attributes:
        size: That number; 1 until it is known how long the matches take (treat as read-only).
    """

    def __init__(self) -> None:
        self.size = 1
        self._mean_s = 0.0

    def note(self, seconds: float, matches: int) -> None:
        """Record how long a worker took for its matches."""
        one = seconds / matches
        self._mean_s += (one - self._mean_s) * (WEIGHT if self._mean_s else 1.0)
        is_short = 0.0 < self._mean_s < SHORT_S
        self.size = min(max(int(BATCH_S / self._mean_s), 1), MOST_IN_BATCH) if is_short else 1
