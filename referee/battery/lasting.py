"""Whether a view shows facts of a past period: every field that mentions a period must declare it (`Period`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from referee.battery.declared import parts_of_fields, said_of_fields
from referee.kernel.lasting import Period

NAMES_A_PERIOD = re.compile(
    r"(?<!ends with )\b(this|its last|their last) (\w+ ){0,2}(turn|round|month|phase|fight|dungeon|window)\b",
    re.IGNORECASE,
)


def undeclared(view: type[Struct]) -> Iterator[str]:
    """Fields of a view or its parts whose descriptions mention a period that they do not declare."""
    for of in _with_parts(view, set()):
        for name, docs in said_of_fields(of, str).items():
            if name not in said_of_fields(of, Period) and NAMES_A_PERIOD.search(docs[0]):
                yield f"{of.__name__}.{name} says {docs[0]!r}, but declares no Period"


def outlived(view: Struct, before: Struct | None) -> Iterator[str]:
    """The facts that a view shows about a period that is over; `before` is the same viewer's view one step earlier."""
    for value in _structs(view):
        for name, (period, *_) in said_of_fields(type(value), Period).items():
            said = getattr(value, name)
            if not said:
                continue
            where = f"{type(value).__name__}.{name} is {said!r}"
            if period.part and getattr(view, "part") not in period.part:  # noqa: B009 - not every view has one
                yield f"{where} in part {getattr(view, 'part')!r}; its Period is only {', '.join(period.part)}"  # noqa: B009
            elif before is not None and period.of and _at(view, period.of) != _at(before, period.of):
                yield f"{where} when {period.of} has just changed to {_at(view, period.of)!r}"


def _with_parts(of: type[Struct], done: set[type[Struct]]) -> Iterator[type[Struct]]:
    if of not in done:
        done.add(of)
        yield of
        for _, part in parts_of_fields(of):
            yield from _with_parts(part, done)


def _structs(value: Any) -> Iterator[Struct]:
    """A view and all structs inside it."""
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
