"""Find the line of a plan that contains a field, so that an error can name it."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

_STEP = re.compile(r'\[(\d+)\]|(?:^|\.)(?:("(?:[^"\\]|\\.)*")|([^.\[\]"]+))')


def line_of(text: str, path: str) -> int:
    """Return the line number of a field like `tournament.seats` or `bots[1]."a b"`, or of the nearest part of it.

    To find the line of a field, more and more lines of the file are parsed, until the field appears: it is in the line
    that was added last. So this works for every way to write TOML.
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
    """Parse the first lines, and as many more as are needed to complete a value that would otherwise be cut."""
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
