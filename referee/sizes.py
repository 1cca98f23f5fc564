"""Amounts of memory as people write them: "512M", "2G"."""

from __future__ import annotations

import re

from referee.errors import UsageError

_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_FORM = re.compile(r"(\d{1,9})\s*([KMG])", re.ASCII)


def bytes_of(text: str) -> int:
    """An amount of memory in bytes. Raises `UsageError` for zero, and for anything but a whole number and a unit."""
    found = _FORM.fullmatch(text.strip())
    amount = int(found[1]) * _UNITS[found[2]] if found else 0
    if not amount:
        raise UsageError(
            f"invalid amount of memory {text[:40]!r}: use a whole number with K, M or G (powers of 1024), "
            "e.g. 512M or 2G"
        )
    return amount
