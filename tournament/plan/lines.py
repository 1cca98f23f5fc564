"""Finds the line of a plan in which a field stands, so that an error can name it."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

_STEP = re.compile(r'\[(\d+)\]|(?:^|\.)(?:("(?:[^"\\]|\\.)*")|([^.\[\]"]+))')


def line_of(text: str, path: str) -> int:
    """The number of the line of a field like `tournament.seats` or `bots[1]."a b"`; the nearest part if it is missing.

    A field stands in the first line without which the text does not have it: so all ways to write TOML are known here.
    """
    lines = text.split("\n")
    steps: list[str | int] = [
        int(number) if number else json.loads(quoted) if quoted else name
        for number, quoted, name in _STEP.findall(path)
    ]
    while steps and not _has(_first(lines, len(lines)), steps):
        steps.pop()
    low, high = 1, len(lines)
    while steps and low < high:
        middle = (low + high) // 2
        if _has(_first(lines, middle), steps):
            high = middle
        else:
            low = middle + 1
    return low


def _first(lines: list[str], count: int) -> Any:
    """What the first lines say, and as many more as it takes to end the value that they are in the middle of."""
    for end in range(count, len(lines) + 1):
        try:
            return tomllib.loads("\n".join(lines[:end]))
        except ValueError:
            continue
    return {}


def _has(value: Any, steps: list[str | int]) -> bool:
    for step in steps:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True
