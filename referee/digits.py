"""Read whole numbers as people write them: only the digits 0 to 9, and no more digits than a valid number has."""

from __future__ import annotations

HIGHEST_PORT = 65_535


def whole_number(text: str, most: int) -> int | None:
    """The whole number from 0 to `most` in a text; None if the text is anything else.

    A text with more digits than `most` is not parsed, because Python refuses to parse thousands of digits.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most))):
        return None
    number = int(text)
    return number if number <= most else None
