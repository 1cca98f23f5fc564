"""Guesses of what other seats chose, from the events that a seat saw afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.kernel.asking import Option
from referee.kernel.chance import Chance
from referee.kernel.seats import Seat
from referee.learning.comparing import leaves

LOOK_AHEAD = 3
FAR_AHEAD = 12
SEAT = "seat"
SAME_NAME = 1.5
SAME_FIELD = 2.0
SAME_VALUE = 0.5
OTHER_VALUE = -1.0
FOLLOWS = 2.0
ANY_GUESS = 8
"""On average, one guess in this many ignores the events."""


Habits = dict[type[Option], set[str]]
"""The names of the events that have directly followed the choices of each class."""


def copy_of(habits: Habits) -> Habits:
    """An independent copy."""
    return {option: {*events} for option, events in habits.items()}


class Guesser:
    """Compares options with the events that follow, above all with those that name the seat."""

    def __init__(self, events: Sequence[Any], habits: Habits) -> None:
        self._habits = habits
        self._leaves = [[*leaves(event)] for event in events]
        self._names = [type(event).__name__ for event in events]

    def guess(self, seat: Seat, options: Sequence[Option], at: int, chance: Chance) -> int:
        """The index of an option that fits the events from number `at` on: one of the best, or sometimes any."""
        if len(options) == 1:
            return 0
        if at >= len(self._leaves) or not chance.below(ANY_GUESS):
            return chance.below(len(options))
        following = range(at, min(at + FAR_AHEAD, len(self._leaves)))
        about = [number for number in following if (SEAT, seat) in self._leaves[number]] or following
        fits = [self._fit(option, about[:LOOK_AHEAD]) + self._follows(option, about[0]) for option in options]
        best = max(fits)
        return chance.pick([index for index, fit in enumerate(fits) if fit == best])

    def note(self, option: Option, at: int) -> None:
        """Record that event number `at` directly followed this choice."""
        self._habits.setdefault(type(option), set()).add(self._names[at])

    def _follows(self, option: Option, at: int) -> float:
        known = self._habits.get(type(option))
        if known is None:
            return 0.0
        return FOLLOWS if self._names[at] in known else -FOLLOWS

    def _fit(self, option: Option, events: Sequence[int]) -> float:
        """How well an option fits some events, given by their numbers."""
        own, fit = [*leaves(option)], 0.0
        for ahead, number in enumerate(events, 1):
            named = SAME_NAME if type(option).__name__ in self._names[number] else 0.0
            fit += (named + _overlap(own, self._leaves[number])) / ahead
        return fit


def _overlap(option: Sequence[tuple[str, Any]], event: Sequence[tuple[str, Any]]) -> float:
    fit = 0.0
    for name, value in option:
        if (name, value) in event:
            fit += SAME_FIELD
        elif isinstance(value, str) and any(value == theirs for _, theirs in event):
            fit += SAME_VALUE
        elif any(name == field for field, _ in event):
            fit += OTHER_VALUE
    return fit
