"""Spans of time as people write them: "500ms", "10s", "1.5m", "2h"."""

from __future__ import annotations

import re

from referee.errors import UsageError

_UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}
LONGEST = 1e12
_FORM = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)", re.ASCII)


def milliseconds(text: str) -> int:
    """The span in milliseconds. Raises `UsageError` for anything else than a number and a unit."""
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"{text!r} is not a span of time; right are for example 500ms, 10s, 1.5m, 2h")
    number, unit = found.groups()
    span = float(number) * _UNITS[unit]
    if span > LONGEST:
        raise UsageError(f"{text[:40]!r} is longer than any span that is allowed")
    return round(span)


def as_text(span: int) -> str:
    """The span in the largest unit that gives a whole number."""
    for unit in ("h", "m", "s"):
        if span and span % _UNITS[unit] == 0:
            return f"{span // _UNITS[unit]}{unit}"
    return f"{span}ms"
