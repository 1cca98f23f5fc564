"""The declarations on the fields of a view besides their types, and the view's parts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from msgspec import Struct


@cache
def said_of_fields(of: type[Struct], kind: type[Any]) -> dict[str, list[Any]]:
    """The declarations of one kind on the fields of a class, by field."""
    hints = get_type_hints(of, include_extras=True)
    said = {name: [one for one in _annotated(hint) if isinstance(one, kind)] for name, hint in hints.items()}
    return {name: found for name, found in said.items() if found}


def parts_of_fields(of: type[Struct]) -> Iterator[tuple[str, type[Struct]]]:
    """The fields of a class that hold parts, each with the class of the parts."""
    for name, hint in get_type_hints(of).items():
        for part in _classes_in(hint):
            yield name, part


def _annotated(hint: Any) -> tuple[Any, ...]:
    return hint.__metadata__ if get_origin(hint) is Annotated else ()


def _classes_in(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for part in get_args(hint):
        yield from _classes_in(part)
