"""How rules ask: one seat, several at once, or in turn until all pass.

A phase awaits these functions. `await` only hands control to the kernel; there is no event loop.
"""

from __future__ import annotations

import types
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from referee.counts import counted
from referee.errors import RulesError
from referee.kernel.seats import Seat

__all__ = ["MAX_OPTIONS", "Option", "Window", "ask", "ask_all"]

MAX_OPTIONS = 255


class Option(Struct, frozen=True, tag=True, gc=False):
    """Something that a seat can choose.

    Options are values that are compared by their contents. Each game derives its own classes.
    """


Chosen = TypeVar("Chosen", bound=Option)
Answers = dict[Seat, int]


class Asking(Struct, frozen=True, gc=False):
    """A question from the rules: the option list of each asked seat, and the index of each list's default."""

    options: dict[Seat, Sequence[Option]]
    defaults: dict[Seat, int]


@types.coroutine
def ask(seat: Seat, options: Sequence[Chosen], default: int = 0) -> Generator[Asking, Answers, Chosen]:
    """Ask one seat and return the option it chose."""
    if not 0 <= default < len(options) <= MAX_OPTIONS:
        raise _wrong(seat, options, default)
    answers = yield Asking({seat: options}, {seat: default})
    return options[answers[seat]]


@types.coroutine
def ask_all(
    options: Mapping[Seat, Sequence[Chosen]], defaults: Mapping[Seat, int] | None = None
) -> Generator[Asking, Answers, dict[Seat, Chosen]]:
    """Ask several seats at once. No seat learns another's answer until all have answered."""
    chosen = dict.fromkeys(options, 0) if defaults is None else dict(defaults)
    for seat, listed in options.items():
        if not 0 <= chosen[seat] < len(listed) <= MAX_OPTIONS:
            raise _wrong(seat, listed, chosen[seat])
    if not options:
        return {}
    answers = yield Asking(dict(options), chosen)
    return {seat: listed[answers[seat]] for seat, listed in options.items()}


class Window(Struct):
    """Keeps whose turn it is while the seats act or pass in order, until all have passed in a row.

    It is plain data, so a table can hold it and each turn of the window can be a separate phase. `seat` has the turn
    until the rules call `passed` or `acted`. A loop over the window does the same within one phase: a turn counts as a
    pass unless the body of the loop calls `acted`.
    """

    order: list[Seat]
    at: int = 0
    passes: int = 0
    turns: int = 0

    @property
    def seat(self) -> Seat | None:
        """The seat whose turn it is; None once every seat has passed in a row."""
        return self.order[self.at] if self.passes < len(self.order) else None

    def __iter__(self) -> Iterator[Seat]:
        """Yield the seat of each turn."""
        while (seat := self.seat) is not None:
            turn = self.turns
            yield seat
            if self.turns == turn:
                self.passed()

    def passed(self) -> None:
        """Record that the seat passed: the next seat has the turn."""
        self.passes += 1
        self.turns += 1
        self._next_seat()

    def acted(self, *, again: bool = False) -> None:
        """Record that the seat acted: the count of passes restarts. With `again`, the same seat has the next turn."""
        self.passes = 0
        self.turns += 1
        if not again:
            self._next_seat()

    def _next_seat(self) -> None:
        self.at = (self.at + 1) % len(self.order)


def _wrong(seat: Seat, options: Sequence[Option], default: int) -> RulesError:
    if not 1 <= len(options) <= MAX_OPTIONS:
        return RulesError(f"seat {seat} was given {counted(len(options), 'option')}; 1 to {MAX_OPTIONS} are allowed")
    return RulesError(f"seat {seat} was given default {default} with {counted(len(options), 'option')}")
