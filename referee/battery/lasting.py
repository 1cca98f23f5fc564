"""Whether a view says of a period that is over what was so in it: every field that names one declares it (`Period`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from referee.kernel.lasting import Period

NAMES_A_PERIOD = re.compile(
    r"(?<!ends with )\b(this|its last|their last) (\w+ ){0,2}(turn|round|month|phase|fight|dungeon|window)\b",
    re.IGNORECASE,
)


def undeclared(view: type[Struct]) -> Iterator[str]:
    """Fields of a view, or of its parts, whose words name a period that they do not declare."""
    for of in _with_parts(view, set()):
        for name, hint in get_type_hints(of, include_extras=True).items():
            told = [said for said in _annotated(hint) if isinstance(said, str)]
            if name not in _periods(of) and told and NAMES_A_PERIOD.search(told[0]):
                yield f"{of.__name__}.{name} says {told[0]!r}, but declares no Period"


def outlived(view: Struct, before: Struct | None) -> Iterator[str]:
    """What a view says of a period that is over; `before` is what the same viewer saw at the step before."""
    for value in _structs(view):
        for name, period in _periods(type(value)).items():
            said = getattr(value, name)
            if not said:
                continue
            where = f"{type(value).__name__}.{name} is {said!r}"
            if period.part and getattr(view, "part") not in period.part:  # noqa: B009 - not every view has one
                yield f"{where} in part {getattr(view, 'part')!r}; it is for {', '.join(period.part)} alone"  # noqa: B009
            elif before is not None and period.of and _at(view, period.of) != _at(before, period.of):
                yield f"{where} when {period.of} has just changed to {_at(view, period.of)!r}"


@cache
def _periods(of: type[Struct]) -> dict[str, Period]:
    hints = get_type_hints(of, include_extras=True)
    said = {name: [one for one in _annotated(hint) if isinstance(one, Period)] for name, hint in hints.items()}
    return {name: periods[0] for name, periods in said.items() if periods}


def _annotated(hint: Any) -> tuple[Any, ...]:
    return hint.__metadata__ if get_origin(hint) is Annotated else ()


def _with_parts(of: type[Struct], done: set[type[Struct]]) -> Iterator[type[Struct]]:
    if of not in done:
        done.add(of)
        yield of
        for hint in get_type_hints(of).values():
            for part in _classes_in(hint):
                yield from _with_parts(part, done)


def _classes_in(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for part in get_args(hint):
        yield from _classes_in(part)


def _structs(value: Any) -> Iterator[Struct]:
    """A view and everything in it that has fields."""
    if isinstance(value, Struct):
        yield value
        for name in value.__struct_fields__:
            yield from _structs(getattr(value, name))
    elif isinstance(value, tuple):
        for one in value:
            yield from _structs(one)


def _at(view: Any, path: str) -> Any:
    for name in path.split("."):
        view = None if view is None else getattr(view, name)
    return view
