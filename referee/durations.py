"""Durations as people write them: "500ms", "10s", "1.5m", "2h"."""

from __future__ import annotations

import re

from referee.errors import UsageError

_UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}
LONGEST = 1e12
_FORM = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)", re.ASCII)


def milliseconds(text: str) -> int:
    """A duration in milliseconds. Raises `UsageError` for anything but a number and a unit."""
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"invalid duration {text[:40]!r}: use a number with ms, s, m or h, e.g. 500ms or 10s")
    number, unit = found.groups()
    span = float(number) * _UNITS[unit]
    if span > LONGEST:
        raise UsageError(f"invalid duration {text[:40]!r}: the longest is {LONGEST // _UNITS['h']:.0f}h")
    return round(span)


def as_text(span: int) -> str:
    """A duration in the largest unit that gives a whole number."""
    for unit in ("h", "m", "s"):
        if span and span % _UNITS[unit] == 0:
            return f"{span // _UNITS[unit]}{unit}"
    return f"{span}ms"
