"""Counts of things in sentences."""

from __future__ import annotations


def counted(count: float, one: str, many: str = "") -> str:
    """A number and its noun: `1 match`, `2 matches`. `many` is the plural; the default is `one` followed by an s."""
    return f"{str(count).removesuffix('.0')} {one if count == 1 else many or f'{one}s'}"
