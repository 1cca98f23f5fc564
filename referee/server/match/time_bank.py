"""The clock of one seat as arithmetic. Seconds in, seconds out; nobody looks at a clock here."""

from __future__ import annotations

import math

from referee.kernel.job import MAX_TIME_MS, TimeControl


class TimeBank:
    """What a seat has left, by its match's time control.

    A decision uses its own time first, then the bank. The margin is on top of both and is never charged. A seat that is
    not `timed` has no limit; it is told the longest time that any limit can be.
    """

    def __init__(self, control: TimeControl, *, timed: bool = True) -> None:
        """Opens the bank, full."""
        self._timed = timed
        self._decision = control.decision_ms / 1000
        self._increment = control.increment_ms / 1000
        self._margin = control.margin_ms / 1000
        self._own_time = self._decision + self._margin
        self.left = control.bank_ms / 1000

    def limit(self) -> float:
        """How long the next answer may take."""
        return self._own_time + self.left if self._timed else math.inf

    def shown(self, elapsed: float = 0.0) -> tuple[float, float]:
        """What a bot is told after some time: what is left of the decision's own time, and in the bank."""
        own = self._decision - elapsed if self._timed else MAX_TIME_MS / 1000
        return max(0.0, own), self.left - self._drawn(elapsed)

    def charge(self, taken: float) -> None:
        """Books a decision that took so long, and adds the increment."""
        self.left += self._increment - self._drawn(taken - self._margin)

    def _drawn(self, taken: float) -> float:
        over = taken - self._decision
        return min(self.left, over) if over > 0.0 and self._timed else 0.0
