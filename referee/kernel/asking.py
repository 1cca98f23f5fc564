"""How rules ask: one seat, several at once, or in turn until all pass.

A phase awaits these functions; `await` is only the point where the kernel takes over, there is no event loop.
"""

from __future__ import annotations

import types
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from referee.errors import RulesError
from referee.kernel.seats import Seat

MAX_OPTIONS = 255


class Option(Struct, frozen=True):
    """Something that a seat can choose: a value, compared by what it says. Each game derives its own."""


Chosen = TypeVar("Chosen", bound=Option)
Answers = dict[Seat, int]


class Asking(Struct, frozen=True):
    """What the rules want to know: the option list of each asked seat, and each list's default index."""

    options: dict[Seat, Sequence[Option]]
    defaults: dict[Seat, int]


@types.coroutine
def ask(seat: Seat, options: Sequence[Chosen], default: int = 0) -> Generator[Asking, Answers, Chosen]:
    """Asks one seat and returns the chosen option."""
    _check(seat, options, default)
    answers = yield Asking({seat: options}, {seat: default})
    return options[answers[seat]]


@types.coroutine
def ask_all(
    options: Mapping[Seat, Sequence[Chosen]], defaults: Mapping[Seat, int] | None = None
) -> Generator[Asking, Answers, dict[Seat, Chosen]]:
    """Asks several seats at the same moment; nobody learns anything before all have answered."""
    chosen = dict.fromkeys(options, 0) if defaults is None else dict(defaults)
    for seat, listed in options.items():
        _check(seat, listed, chosen[seat])
    if not options:
        return {}
    answers = yield Asking(dict(options), chosen)
    return {seat: listed[answers[seat]] for seat, listed in options.items()}


class Window:
    """Whose turn it is while each seat in turn acts or passes, until all have passed in a row.

    Iterating gives the seat whose turn it is. A turn is a pass unless the body of the loop calls `acted`.
    """

    def __init__(self, order: Sequence[Seat]) -> None:
        self._order = order
        self._passes = 0
        self._again = False

    def __iter__(self) -> Iterator[Seat]:
        """Yields seats until as many passes in a row as there are seats have been made."""
        at = 0
        while self._passes < len(self._order):
            self._passes += 1
            self._again = False
            yield self._order[at]
            if not self._again:
                at = (at + 1) % len(self._order)

    def acted(self, *, again: bool = False) -> None:
        """Says that the seat acted: the passes count anew. With `again` the same seat goes on."""
        self._passes = 0
        self._again = again


def _check(seat: Seat, options: Sequence[Option], default: int) -> None:
    if not 1 <= len(options) <= MAX_OPTIONS:
        raise RulesError(f"seat {seat} was given {len(options)} options; 1 to {MAX_OPTIONS} are allowed")
    if not 0 <= default < len(options):
        raise RulesError(f"seat {seat} was given default {default} with {len(options)} options")
