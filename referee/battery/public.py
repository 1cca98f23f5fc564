"""Whether views show everyone the same public facts, and whether these are right.

Two views of one position may differ only in their private fields (`Private`). The spectator's view must show the right
numbers of cards (`CountOf`) and values of the table (`SameAs`); then all other views do, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from referee.battery.declared import said_of_fields
from referee.battery.numbers import Numbers, not_counted, wrong_numbers
from referee.battery.playing import random_answers
from referee.kernel.knowing import Private
from referee.kernel.match import Match
from referee.kernel.seats import Seat

Views = Mapping[Seat | None, Struct]


def shown_wrongly(match: Match, seed: int) -> Iterator[str]:
    """Play a match at random and yield errors in its views, even in sealed rounds in which one seat has answered."""
    numbers, randomly = Numbers(match.game), Random(seed)
    while True:
        yield from _shown_wrongly_now(match, numbers)
        if not match.asked:
            return
        answers = random_answers(match, randomly)
        if len(answers) > 1:
            first = randomly.choice([*answers])
            match.answer({first: answers.pop(first)})
            for found in _shown_wrongly_now(match, numbers):
                yield f"after seat {first} has answered, {found}"
        match.answer(answers)


def _shown_wrongly_now(match: Match, numbers: Numbers) -> Iterator[str]:
    views: Views = {seat: match.view(seat) for seat in [None, *match.table.all_seats()]}
    yield from unlike(views)
    yield from wrong_numbers(match, views, numbers)
    yield from not_counted(match, numbers)


def unlike(views: Views) -> Iterator[str]:
    """Non-private fields that a seat sees differently from the spectator."""
    public = views[None]
    for seat, view in views.items():
        for where, private, ours, theirs in _differences(public, view, ""):
            if private and is_empty(ours):
                continue
            if all(getattr(view, where, ()) == viewer for viewer, view in views.items()):
                continue  # the number of the viewer's seat
            if private:
                yield (
                    f"{where} is Private(), but the spectator sees {ours!r} and seat {seat} {theirs!r}: "
                    "a private field must be empty for the spectator, unless everyone sees the same"
                )
            else:
                yield (
                    f"{where} is {theirs!r} for seat {seat}, but {ours!r} for the spectator: every view must show "
                    "the same, except in a field that declares Private() (referee.kernel.knowing)"
                )


def is_empty(value: Any) -> bool:
    """Whether a value is empty: None, 0, false, or made only of such parts."""
    if isinstance(value, Struct):
        return all(is_empty(getattr(value, name)) for name in value.__struct_fields__)
    return all(map(is_empty, value)) if isinstance(value, tuple) else not value


def _differences(public: Any, view: Any, where: str) -> Iterator[tuple[str, bool, Any, Any]]:
    """The differences of two values, as deep as their parts correspond: path, whether it is private, both values."""
    if isinstance(public, Struct) and type(public) is type(view):
        private = said_of_fields(type(public), Private)
        for name in public.__struct_fields__:
            ours, theirs = getattr(public, name), getattr(view, name)
            if ours != theirs:
                place = f"{where}.{name}" if where else name
                if name in private:
                    yield place, True, ours, theirs
                else:
                    yield from _differences(ours, theirs, place)
    elif isinstance(public, tuple) and isinstance(view, tuple) and len(public) == len(view):
        for at, (ours, theirs) in enumerate(zip(public, view, strict=True)):
            if ours != theirs:
                yield from _differences(ours, theirs, f"{where}[{at}]")
    else:
        yield where, False, public, view
