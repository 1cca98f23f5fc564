"""How far apart two values of a game are: views, events, lists of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any

from msgspec import Struct

OTHER_KIND = 5.0
"""The distance of values of different classes, and of a value from a missing one."""

MOST_STEPS = 9
STEP = 0.1
MORE_OR_FEWER = 2.0
"""The extra distance for each item by which a list is longer: then earlier choices must have differed."""


def distance(wanted: Any, given: Any) -> float:
    """A number that is 0 for equal values; the more the values have in common, the smaller it is."""
    if wanted == given:
        return 0.0
    if isinstance(wanted, Struct):
        if type(wanted) is not type(given):
            return OTHER_KIND
        off: float = sum(distance(getattr(wanted, name), getattr(given, name)) for name in wanted.__struct_fields__)
        return off
    if isinstance(wanted, Mapping) and isinstance(given, Mapping):
        return sum(distance(wanted.get(key), given.get(key)) for key in {**wanted, **given})
    if isinstance(wanted, list | tuple) and isinstance(given, list | tuple):
        return _of_lists(wanted, given)
    if type(wanted) is int and type(given) is int:
        return 1 + min(abs(wanted - given), MOST_STEPS) * STEP
    return 1.0


def _of_lists(wanted: Sequence[Any], given: Sequence[Any]) -> float:
    places: int = sum(ours != theirs for ours, theirs in zip(wanted, given, strict=False))
    if len(wanted) != len(given) or (_is_like_a_set(wanted) and _is_like_a_set(given)):
        missing, extra = _only_in_one(wanted, given)
        more = abs(len(wanted) - len(given))
        return len(missing) + len(extra) + MORE_OR_FEWER * more + STEP * places + STEP
    return sum(map(distance, wanted, given))


def _only_in_one(wanted: Sequence[Any], given: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    missing, extra = [*wanted], []
    for item in given:
        if item in missing:
            missing.remove(item)
        else:
            extra.append(item)
    return missing, extra


def _is_like_a_set(items: Sequence[Any]) -> bool:
    """Whether a list contains words, or numbers in ascending order, and therefore not one number for each thing."""
    if all(type(item) is int for item in items):
        return all(first < second for first, second in pairwise(items))
    return any(isinstance(item, str) for item in items)


def differences(wanted: Any, given: Any) -> Iterator[tuple[Any, Any]]:
    """The numbers and words in which two values differ, in pairs."""
    if wanted == given:
        return
    if isinstance(wanted, Struct) and type(wanted) is type(given):
        for name in wanted.__struct_fields__:
            yield from differences(getattr(wanted, name), getattr(given, name))
    elif isinstance(wanted, Mapping) and isinstance(given, Mapping):
        for key in {**wanted, **given}:
            yield from differences(wanted.get(key), given.get(key))
    elif isinstance(wanted, list | tuple) and isinstance(given, list | tuple):
        if len(wanted) == len(given):
            yield from _of_counts(wanted, given)
            for ours, theirs in zip(wanted, given, strict=True):
                yield from differences(ours, theirs)
        missing, extra = _only_in_one(wanted, given)
        if len(wanted) != len(given) or len(missing) < len(wanted):
            yield from product(missing, extra)
    else:
        yield wanted, given


def _of_counts(wanted: Sequence[Any], given: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """If the values are numbers of things by kind: the kinds of which one value has more, and those with fewer."""
    if all(type(item) is int for item in (*wanted, *given)):
        more = [kind for kind, (ours, theirs) in enumerate(zip(wanted, given, strict=True)) if ours > theirs]
        less = [kind for kind, (ours, theirs) in enumerate(zip(wanted, given, strict=True)) if ours < theirs]
        yield from product(more, less)


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """The numbers and words in a value, each with the name of its field. What is absent or false is left out."""
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from leaves(getattr(value, field), field)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield name, key
            yield from leaves(item, name)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from leaves(item, name)
    elif value is not None and value is not False:
        yield name, value


def values_in(value: Any) -> Counter[Any]:
    """The numbers and words in a value."""
    return Counter(leaf for _, leaf in leaves(value))
