"""Finds the line of a plan in which a field stands, so that an error can name it."""

from __future__ import annotations

import re
from collections import Counter

_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\"' -]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w-]+|\"[^\"]*\")\s*=")


def line_of(text: str, path: str) -> int:
    """The number of the line of a field like `tournament.seats` or `bots[1].env`; the nearest part if it is missing."""
    found = _lines(text)
    while path:
        if path in found:
            return found[path]
        path = path[: max(path.rfind("."), path.rfind("["))] if "." in path or "[" in path else ""
    return 1


def _lines(text: str) -> dict[str, int]:
    """Every field and every part with the number of its first line."""
    found: dict[str, int] = {}
    rows: Counter[str] = Counter()
    part = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            part = header[2]
            if header[1] == "[[":
                found.setdefault(part, number)
                rows[part] += 1
                part = f"{part}[{rows[part] - 1}]"
            found.setdefault(part, number)
        elif key := _KEY.match(line):
            name = key[1].strip('"')
            found.setdefault(f"{part}.{name}" if part else name, number)
    return found
