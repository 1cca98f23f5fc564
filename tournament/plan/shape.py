"""Check the shape of a plan: all keys are known, their values have the right type, and no required key is missing."""

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
"""How many characters of a wrong value are shown, and the most digits that a number may have."""

Mistake = tuple[str, str]
"""The field, as it could be written before a `=`, and a text that says what is wrong and what is allowed."""

NO_NUMBER = "no number in a plan needs more than 19 digits"

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

_WORDS: dict[object, str] = {
    int: "a whole number",
    float: "a number",
    str: "a string in quotes",
    bool: "true or false",
    list[str]: 'a list of strings, for example ["python", "bot.py"]',
    dict[str, str | FromEnvironment]: 'a table of strings, for example { DEPTH = "3" }, or { KEY = { from = "KEY" } }',
    dict[str, float]: "a table of numbers, for example { random = 1500 }",
}

FOUND_ELSEWHERE = {
    "format": 'set the kind of a tournament in [format]: kind = "round-robin"',
    "anchor": "fix ratings in [rating]: anchors = { random = 1500 }",
    "challenger": 'name the challengers of a gauntlet in [format]: challengers = ["new"]',
}
"""Keys that people may try by mistake, and what to write instead."""


def mistakes_of_version(raw: Mapping[str, object]) -> Iterator[Mistake]:
    """Check that this version can read the format of the plan."""
    said = raw.get("plan")
    if "plan" not in raw:
        yield (
            "",
            f"the key plan is missing: write plan = {VERSION}, the format version, above the first section",
        )
    elif isinstance(said, bool) or not isinstance(said, int):
        yield "plan", f"{shown(said)} is not a whole number; write plan = {VERSION}"
    elif said < 1:
        yield "plan", f"there is no format version {said}; write plan = {VERSION}"
    elif said > VERSION:
        newer = f"format version {said} is newer than this program, which reads plan = {VERSION}"
        yield "plan", f"{newer}; use a newer version of Referee"


def mistakes_of_shape(raw: Mapping[str, object]) -> Iterator[Mistake]:
    """Yield what is wrong with the shape of a plan, in the order of its sections."""
    yield from _mistakes_of_part({key: raw[key] for key in raw if key != "plan"}, PlanFile, "")


def mistakes_of_numbers(value: object, where: str = "") -> Iterator[Mistake]:
    """Yield whole numbers so long that Python refuses to print them."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from mistakes_of_numbers(one, inside(where, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from mistakes_of_numbers(one, f"{where}[{number}]")
    elif isinstance(value, int) and abs(value) >= 10**SHOWN:
        yield where, f"the number has about {int(log10(abs(value))) + 1} digits; {NO_NUMBER}"


def inside(where: str, key: str) -> str:
    """Return the field of a key in a section of the plan."""
    written = key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)
    return f"{where}.{written}" if where else written


def shown(value: object) -> str:
    """Return a value as it could be written in a plan, truncated if it is too long."""
    if isinstance(value, bool):
        return str(value).lower()
    text = json.dumps(value, default=str, ensure_ascii=False) if isinstance(value, str | list | dict) else str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text)} characters)"


def one_of(words: object) -> str:
    """Return the allowed words as they could be written in a plan."""
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
            yield where, f"the key {field.name} is missing; it must be {_kind(kinds[field.name])}"


def _guess(key: str, kinds: Mapping[str, Any]) -> str:
    """Guess which key was meant by an unknown one."""
    if key in FOUND_ELSEWHERE:
        return f" here; {FOUND_ELSEWHERE[key]}. Allowed here"
    for name, part in get_type_hints(PlanFile).items():
        if _is_part(part) and key in part.__struct_fields__:
            return f" here; it belongs in [{name}]. Allowed here"
    near = get_close_matches(key, kinds, n=1)
    return f"; did you mean {near[0]}? Allowed" if near else "; allowed"


def _mistakes_of_value(value: object, kind: Any, path: str) -> Iterator[Mistake]:
    kind = _part_in(kind)
    if _is_part(kind):
        if isinstance(value, dict):
            yield from _mistakes_of_part(value, kind, path)
        else:
            yield path, f"{shown(value)} is not a section of a plan; write [{path}] and its keys below"
    elif get_origin(kind) is list and _is_part(get_args(kind)[0]):
        if isinstance(value, list) and all(isinstance(one, dict) for one in value):
            for number, one in enumerate(value):
                yield from _mistakes_of_part(one, get_args(kind)[0], f"{path}[{number}]")
        else:
            yield path, f"write [[{path}]] before each entry, and its keys below"
    elif kind == dict[str, int | str | bool]:
        yield from _mistakes_of_options(value, path)
    else:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            yield path, f"{shown(value)} is not {_kind(kind)}"


def _mistakes_of_options(value: object, path: str) -> Iterator[Mistake]:
    if not isinstance(value, dict):
        yield path, f"{shown(value)} is not a section of a plan; write [{path}] and its keys below"
        return
    for name, one in value.items():
        if not isinstance(one, int | str | bool):
            yield inside(path, name), f"{shown(one)} is not a whole number, a string in quotes, true or false"


def _part_in(kind: Any) -> Any:
    """Return the type of a key without None if it may be None; any other type unchanged."""
    parts = [one for one in get_args(kind) if one is not NoneType] if get_origin(kind) in {Union, UnionType} else []
    return parts[0] if len(parts) == 1 and _is_part(parts[0]) else kind


def _is_part(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _kind(kind: Any) -> str:
    """Describe for people what a value must be."""
    if get_origin(kind) in {Union, UnionType}:
        return " or ".join(_kind(one) for one in get_args(kind) if one is not NoneType)
    if get_origin(kind) is Literal:
        words = get_args(kind)
        return one_of(words) if len(words) == 1 else f"one of {one_of(words)}"
    if get_origin(kind) is list and _is_part(get_args(kind)[0]):
        return "a list of tables: write [[bots]] before each bot"
    if get_origin(kind) is list and get_origin(get_args(kind)[0]) is Literal:
        return f"a list of {one_of(get_args(get_args(kind)[0]))}"
    return _WORDS.get(kind, "a section")
