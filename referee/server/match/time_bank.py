"""The clock of one seat as arithmetic. Seconds in, seconds out; nobody looks at a clock here."""

from __future__ import annotations

from referee.kernel.job import TimeControl


class TimeBank:
    """What a seat has left, by its match's time control.

    A decision uses its own time first, then the bank. The margin is on top of both and is never charged.
    """

    def __init__(self, control: TimeControl) -> None:
        """Opens the bank, full."""
        self._decision = control.decision_ms / 1000
        self._increment = control.increment_ms / 1000
        self._margin = control.margin_ms / 1000
        self.left = control.bank_ms / 1000

    def limit(self) -> float:
        """How long the next answer may take."""
        return self._decision + self.left + self._margin

    def shown(self, elapsed: float = 0.0) -> tuple[float, float]:
        """What a bot is told after some time: what is left of the decision's own time, and in the bank."""
        return max(0.0, self._decision - elapsed), self.left - self._drawn(elapsed)

    def charge(self, taken: float) -> None:
        """Books a decision that took so long, and adds the increment."""
        self.left += self._increment - self._drawn(taken - self._margin)

    def _drawn(self, taken: float) -> float:
        return min(self.left, max(0.0, taken - self._decision))
