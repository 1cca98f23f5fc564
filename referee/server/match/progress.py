"""How far a match has come, and when: what those who watch it wait for."""

from __future__ import annotations

import math
from collections.abc import Callable

import trio

from referee.kernel.record import Record


class Progress:
    """The steps of a match, by the clock. One that is not played now has none, but its decisions count on.

    Attributes:
        over: Is set when there is nothing more to come.
        over_at: When that was, by trio's clock; long ago for a match that was over before this referee began.
        listeners: Are called when there is one more step, or no more to come; a step is in the record a moment later.
    """

    def __init__(self) -> None:
        self.over = trio.Event()
        self.over_at = -math.inf
        self._record: Record | None = None
        self._decisions = 0
        self._steps_counted = 0
        self._taken_up_at = 0
        self._made_at: list[float] = []
        self.listeners: list[Callable[[], object]] = []

    @property
    def decisions(self) -> int:
        """How many decisions were answered."""
        steps = [] if self._record is None else self._record.steps
        while self._steps_counted < len(steps):
            self._decisions += len(steps[self._steps_counted].answers)
            self._steps_counted += 1
        return self._decisions

    @property
    def step_count(self) -> int:
        """How many steps were made, of a match that is not over."""
        return 0 if self._record is None else len(self._record.steps)

    def made_at(self, step: int) -> float:
        """When a step was made (0: the beginning), by trio's clock; at the latest, where that is not known any more."""
        known = step - self._taken_up_at
        if not self._made_at:
            return self.over_at
        return self._made_at[min(max(known, 0), len(self._made_at) - 1)]

    def follow(self, record: Record) -> None:
        """Counts from now on the steps that are added to a record."""
        self._record = record
        self._taken_up_at = len(record.steps)
        self._made_at = [trio.current_time()]

    def move(self) -> None:
        """Takes notice that a line was written, just before it is added to the record."""
        self._made_at.append(trio.current_time())
        self._wake()

    def rest(self) -> None:
        """Lets go of the record."""
        self._decisions = self.decisions
        self._record = None

    def end(self, record: Record, at: float = -math.inf) -> None:
        """Takes notice that the match is over, with that record."""
        self._record = record
        self.rest()
        self._made_at = []
        self.over_at = at
        self.over.set()
        self._wake()

    def _wake(self) -> None:
        for listener in self.listeners:
            listener()
