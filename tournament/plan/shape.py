"""Whether a plan has the right shape: known keys with values of the right kind, and none missing that it needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from math import log10
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from tournament.plan.plan import VERSION, FromEnvironment, PlanFile

SHOWN = 60
"""Characters of a wrong value that are shown, and digits that a number may have at all."""

Mistake = tuple[str, str]
"""The field, as it could be written before a `=`, and what is wrong with it and what is right."""

NO_NUMBER = "no number in a plan needs more than 19"

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

_WORDS: dict[object, str] = {
    int: "a whole number",
    float: "a number",
    str: "text in quotes",
    bool: "true or false",
    list[str]: 'a list of texts, for example ["python", "bot.py"]',
    dict[str, str | FromEnvironment]: 'a table of texts, for example { DEPTH = "3" }, or { KEY = { from = "KEY" } }',
    dict[str, float]: "a table of numbers, for example { random = 1500 }",
}

FOUND_ELSEWHERE = {
    "format": 'the kind of a tournament is kind = "round-robin" in [format]',
    "anchor": "a rating is fixed in [rating]: anchors = { random = 1500 }",
    "challenger": 'the challengers of a gauntlet stand in [format]: challengers = ["new"]',
}
"""Keys that people may look for, and what they are called."""


def mistakes_of_version(raw: Mapping[str, object]) -> Iterator[Mistake]:
    """Whether the plan is of a shape that this version knows nothing of."""
    said = raw.get("plan")
    if "plan" not in raw:
        yield (
            "",
            f"the key plan is missing; write plan = {VERSION} above the first part: the shape of this file",
        )
    elif isinstance(said, bool) or not isinstance(said, int):
        yield "plan", f"{shown(said)} is not a whole number; write plan = {VERSION}"
    elif said < 1:
        yield "plan", f"there never was a shape {said}; write plan = {VERSION}"
    elif said > VERSION:
        newer = f"{said} is newer than this version, which reads plan = {VERSION}"
        yield "plan", f"{newer}; play it with a newer version"


def mistakes_of_shape(raw: Mapping[str, object]) -> Iterator[Mistake]:
    """What is wrong with the shape of a plan, in the order of its parts."""
    yield from _mistakes_of_part({key: raw[key] for key in raw if key != "plan"}, PlanFile, "")


def mistakes_of_numbers(value: object, where: str = "") -> Iterator[Mistake]:
    """Whole numbers so long that Python refuses to write them out again."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from mistakes_of_numbers(one, inside(where, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from mistakes_of_numbers(one, f"{where}[{number}]")
    elif isinstance(value, int) and abs(value) >= 10**SHOWN:
        yield where, f"a number of about {int(log10(abs(value))) + 1} digits; {NO_NUMBER}"


def inside(where: str, key: str) -> str:
    """The field of a key in a part of the plan."""
    written = key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)
    return f"{where}.{written}" if where else written


def shown(value: object) -> str:
    """A value as it could stand in a plan, within a limit."""
    if isinstance(value, bool):
        return str(value).lower()
    text = json.dumps(value, default=str, ensure_ascii=False) if isinstance(value, str | list | dict) else str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text)} characters)"


def one_of(words: object) -> str:
    """The words that are allowed, as they could stand in a plan."""
    assert isinstance(words, tuple | list)
    return ", ".join(shown(word) for word in words)


def _mistakes_of_part(raw: Mapping[str, object], part: type[Struct], where: str) -> Iterator[Mistake]:
    kinds = get_type_hints(part)
    for key, value in raw.items():
        path = inside(where, key)
        if key in kinds:
            yield from _mistakes_of_value(value, kinds[key], path)
        else:
            yield path, f"there is no such key{_guess(key, kinds)} are {', '.join(kinds)}"
    for field in msgspec.structs.fields(part):
        if field.name not in {"plan", *raw} and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield where, f"the key {field.name} is missing; it is {_kind(kinds[field.name])}"


def _guess(key: str, kinds: Mapping[str, Any]) -> str:
    """What may be meant by a key that is not one of these."""
    if key in FOUND_ELSEWHERE:
        return f" here; {FOUND_ELSEWHERE[key]}. Allowed here"
    for name, part in get_type_hints(PlanFile).items():
        if _is_part(part) and key in part.__struct_fields__:
            return f" here; it belongs in [{name}]. Allowed here"
    near = get_close_matches(key, kinds, n=1)
    return f"; did you mean {near[0]}? Allowed" if near else "; allowed"


def _mistakes_of_value(value: object, kind: Any, path: str) -> Iterator[Mistake]:
    if _is_part(kind):
        if isinstance(value, dict):
            yield from _mistakes_of_part(value, kind, path)
        else:
            yield path, f"{shown(value)} is not a part of a plan; write [{path}] and its keys below"
    elif get_origin(kind) is list and _is_part(get_args(kind)[0]):
        if isinstance(value, list) and all(isinstance(one, dict) for one in value):
            for number, one in enumerate(value):
                yield from _mistakes_of_part(one, get_args(kind)[0], f"{path}[{number}]")
        else:
            yield path, f"write [[{path}]] before each of them, and its keys below"
    elif kind == dict[str, int | str | bool]:
        yield from _mistakes_of_options(value, path)
    else:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            yield path, f"{shown(value)} is not {_kind(kind)}"


def _mistakes_of_options(value: object, path: str) -> Iterator[Mistake]:
    if not isinstance(value, dict):
        yield path, f"{shown(value)} is not a part of a plan; write [{path}] and its keys below"
        return
    for name, one in value.items():
        if not isinstance(one, int | str | bool):
            yield inside(path, name), f"{shown(one)} is not a whole number, text in quotes, true or false"


def _is_part(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _kind(kind: Any) -> str:
    """What a value must be, for people."""
    if get_origin(kind) in {Union, UnionType}:
        return " or ".join(_kind(one) for one in get_args(kind) if one is not NoneType)
    if get_origin(kind) is Literal:
        words = get_args(kind)
        return one_of(words) if len(words) == 1 else f"one of {one_of(words)}"
    if get_origin(kind) is list and _is_part(get_args(kind)[0]):
        return "a list of tables: write [[bots]] before each of them"
    return _WORDS.get(kind, "a part of its own")
