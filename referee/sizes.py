"""Amounts of memory as people write them: "512M", "2G"."""

from __future__ import annotations

import re

from referee.errors import UsageError

_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_FORM = re.compile(r"(\d{1,9})\s*([KMG])", re.ASCII)


def bytes_of(text: str) -> int:
    """The amount in bytes. Raises `UsageError` for anything else than a whole number and a unit, or for nothing."""
    found = _FORM.fullmatch(text.strip())
    amount = int(found[1]) * _UNITS[found[2]] if found else 0
    if not amount:
        raise UsageError(
            f"{text[:40]!r} is no amount of memory; right are for example 512M, 2G (K, M or G, powers of 1024)"
        )
    return amount
