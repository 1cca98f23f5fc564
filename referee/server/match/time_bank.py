"""The clock of one seat, as pure arithmetic with seconds: it does not read the time itself."""

from __future__ import annotations

import math

from referee.kernel.job import MAX_TIME_MS, TimeControl
from referee.server.lag import NO_LAG, Lag


class TimeBank:
    """The time that a seat has left, by its match's time control.

    A decision uses its own time first, then the bank. The margin is added to both and never charged. A seat that is not
    `timed` has no limit; its Turns show the largest possible limit.
    """

    def __init__(self, control: TimeControl, *, timed: bool = True) -> None:
        """Start with a full bank."""
        self._timed = timed
        self._decision = control.decision_ms / 1000
        self._increment = control.increment_ms / 1000
        self._margin = control.margin_ms / 1000
        self._own_time = self._decision + self._margin
        self.left = control.bank_ms / 1000
        self._grace = self.limit()

    def limit(self) -> float:
        """How long the next answer may take."""
        return self._own_time + self.left if self._timed else math.inf

    def shown(self, elapsed: float = 0.0) -> tuple[float, float]:
        """The times shown to a bot after `elapsed` seconds: what is left of the decision time, and of the bank."""
        own = self._decision - elapsed if self._timed else MAX_TIME_MS / 1000
        return max(0.0, own), self.left - self._drawn(elapsed)

    def not_charged(self, lag: Lag) -> float:
        """How much of the time that the referee itself lost during a decision is not charged to the bot.

        An answer that is handled at the end of a delay may have arrived at its beginning, so none of that delay is
        charged. If the delay was over before the answer came, the bot was still thinking. A busy machine may have held
        up the bot, too, so such delays are not charged either, but in total not more than the time allowed for the
        first answer of the match. So a bot that can delay the referee gains at most that total, and the delay during
        which its answer arrives.
        """
        return lag.lasting + min(lag.over, self._grace)

    def charge(self, taken: float, lag: Lag = NO_LAG) -> None:
        """Charge a decision that took `taken` seconds, without uncharged lag, and add the increment."""
        self.left += self._increment - self._drawn(taken - self._margin)
        if lag.over:
            self._grace = max(0.0, self._grace - lag.over)

    def _drawn(self, taken: float) -> float:
        over = taken - self._decision
        return min(self.left, over) if over > 0.0 and self._timed else 0.0
