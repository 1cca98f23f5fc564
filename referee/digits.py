"""Whole numbers as people write them: in the digits 0 to 9, and with no more of them than can be right."""

from __future__ import annotations

HIGHEST_PORT = 65_535


def whole_number(text: str, most: int) -> int | None:
    """The number from 0 to `most` that the text is; None if it is none.

    More digits than `most` has are not read: Python refuses to read thousands of them.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most))):
        return None
    number = int(text)
    return number if number <= most else None
