"""How many matches run at once: a number from the plan, or one that is adapted to measurements."""

from __future__ import annotations

from collections.abc import Callable

from tournament.run.events import AtOnce
from tournament.run.fitting import Fitting
from tournament.run.measuring import Measuring
from tournament.storage.summary import MatchSummary

SETTLED = 3
"""For how many measurements the number of matches must stay the same before it is reported."""


class Concurrency:
    """Controls how many matches run at once.

    Attributes:
        size: How many may run now (treat as read-only).
    """

    def __init__(self, size: int, fitting: Fitting | None, tell: Callable[[AtOnce], None]) -> None:
        self.size = size if fitting is None else fitting.at_once
        self._fitting = fitting
        self._measuring = Measuring()
        self._tell = tell
        self._told = self.size
        self._unchanged = 0
        self._chosen: AtOnce | None = None

    def note(self, match: MatchSummary) -> bool:
        """Record a match that has ended. Return whether more matches may run now than before."""
        if self._fitting is None:
            return False
        self._measuring.add(match)
        seen = self._measuring.take(self.size)
        if seen is None:
            return False
        before, self.size = self.size, self._fitting.look(seen)
        self._unchanged = self._unchanged + 1 if self.size == before else 0
        self._chosen = AtOnce(at_once=self.size, idle=seen.idle, mean_ms=seen.mean_ms, longest_ms=seen.longest_ms)
        if self._unchanged >= SETTLED:
            self.tell()
        return self.size > before

    def tell(self) -> None:
        """Report how many matches run, unless that was reported already."""
        if self._chosen is not None and self._chosen.at_once != self._told:
            self._told = self._chosen.at_once
            self._tell(self._chosen)
