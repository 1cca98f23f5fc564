"""The first difference between two values, in one line: a view has many fields, and only this one matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from msgspec import Struct

MOST = 160
"""The number of characters shown of a value. If a value is longer, its beginning and its end are shown."""

MISSING = "nothing"


def first_difference(one: Any, other: Any) -> str:
    """The path of the first part that differs, and both its values: `seats[1].points is 3 or 4`.

    Empty if the values are the same.
    """
    path, ours, theirs = _deepest("", one, other)
    if ours == theirs:
        return ""
    return f"{path} is {short(ours)} or {short(theirs)}" if path else f"{short(ours)} or {short(theirs)}"


def first_that_differs(one: Sequence[Any], other: Sequence[Any]) -> str:
    """The number and both values of the first item that differs: `number 2 of 3 is Rest() or Look()`."""
    for number, (ours, theirs) in enumerate(zip_longest(one, other), 1):
        if ours != theirs:
            forms = [MISSING if form is None else short(form) for form in (ours, theirs)]
            return f"number {number} of {max(len(one), len(other))} is {' or '.join(forms)}"
    return ""


def short(value: Any) -> str:
    """The `repr` of a value, truncated in the middle."""
    text = repr(value)
    half = MOST // 2
    return text if len(text) <= MOST else f"{text[:half]} ... {text[-half:]}"


def _deepest(path: str, one: Any, other: Any) -> tuple[str, Any, Any]:
    """Descend to the first part that differs, as long as both values have the same form."""
    for name, ours, theirs in _parts(one, other):
        if ours != theirs:
            return _deepest(f"{path}{name}" if path else name.removeprefix("."), ours, theirs)
    return path, one, other


def _parts(one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts of two values of the same form, with their names."""
    if isinstance(one, Struct) and type(one) is type(other):
        for name in one.__struct_fields__:
            yield f".{name}", getattr(one, name), getattr(other, name)
    elif isinstance(one, Mapping) and isinstance(other, Mapping) and one.keys() == other.keys():
        for key in one:
            yield f".{key}", one[key], other[key]
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for at, (ours, theirs) in enumerate(zip(one, other, strict=True)):
            yield f"[{at}]", ours, theirs
