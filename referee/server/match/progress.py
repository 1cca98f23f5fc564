"""How far a match has come, and when each step was made. Spectators wait for this."""

from __future__ import annotations

import math
from collections.abc import Callable

import trio

from referee.kernel.record import Record


class Progress:
    """The times of a match's steps. A match that is not running has no steps, but its decisions still count.

    Attributes:
        over: Set when nothing more will happen.
        over_at: The time at which that was, by trio's clock; minus infinity
            for a match that ended before this referee started.
        listeners: Called for each new step, and when the match is over; a step is in the record a moment later.
    """

    def __init__(self) -> None:
        self.over = trio.Event()
        self.over_at = -math.inf
        self._record: Record | None = None
        self._decisions = 0
        self._steps_counted = 0
        self._taken_up_at = 0
        self._made_at: list[float] = []
        self._now = trio.current_time
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
        """How many steps were made, if the match is running."""
        return 0 if self._record is None else len(self._record.steps)

    def made_at(self, step: int) -> float:
        """When a step was made (0: the beginning), by trio's clock; an upper bound if that is no longer known."""
        known = step - self._taken_up_at
        if not self._made_at:
            return self.over_at
        return self._made_at[min(max(known, 0), len(self._made_at) - 1)]

    def follow(self, record: Record) -> None:
        """Count the steps that are added to a record from now on."""
        self._record = record
        self._taken_up_at = len(record.steps)
        self._now = trio.lowlevel.current_clock().current_time  # `trio.current_time` looks this up at each call
        self._made_at = [self._now()]

    def move(self) -> None:
        """Count a line that has been written, just before it is added to the record."""
        self._made_at.append(self._now())
        for listener in self.listeners:
            listener()

    def rest(self) -> None:
        """Release the record."""
        self._decisions = self.decisions
        self._record = None

    def end(self, record: Record, at: float = -math.inf) -> None:
        """Record that the match is over, with this record."""
        self._record = record
        self.rest()
        self._made_at = []
        self.over_at = at
        self.over.set()
        for listener in self.listeners:
            listener()
