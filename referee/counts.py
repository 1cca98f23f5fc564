"""Numbers of things in sentences."""

from __future__ import annotations


def counted(count: float, one: str, many: str = "") -> str:
    """Some of something: `1 match`, `2 matches`. `many` is what several are called, if that is not `one` with an s."""
    return f"{str(count).removesuffix('.0')} {one if count == 1 else many or f'{one}s'}"
