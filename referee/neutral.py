r"""Text from bots and files, made harmless on output: for terminals, JSON and spreadsheets.

Escape sequences can rewrite what a terminal shows, direction marks reverse the text, and a cell that begins with "=" is
a formula. Such a character is replaced by its number, as in `\x1b`.
"""

from __future__ import annotations

import re
from unicodedata import category

_HIDDEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
"""Control characters (also above 0x80), marks of direction and width, lone surrogates, and unusual line ends."""

_FORMULA = re.compile(r"\s*[=+\-@\uff0b\uff0d\uff1d\uff20]")


def neutral(text: str) -> str:
    """Text of several lines, for a terminal."""
    return text if text.isprintable() else "".join(map(_shown_in_text, text))


def one_line(text: str) -> str:
    """Text for a part of a line on a terminal: it cannot begin a new line."""
    return text if text.isprintable() else "".join(map(_shown, text))


def neutral_json(text: str) -> str:
    """An equivalent JSON document that is harmless on a terminal."""
    return text if text.isprintable() else "".join(map(_shown_in_json, text))


def cell(value: object) -> object:
    """A cell of a CSV file that no spreadsheet interprets as a formula. Numbers are unchanged."""
    if not isinstance(value, str):
        return value
    text = neutral(value)
    return f"'{text}" if _FORMULA.match(value) or value[:1] in {"\t", "\r", "\n"} else text


def _shown(character: str) -> str:
    if category(character) not in _HIDDEN:
        return character
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _shown_in_text(character: str) -> str:
    return character if character in "\n\t" else _shown(character)


def _shown_in_json(character: str) -> str:
    if character == "\n" or category(character) not in _HIDDEN:
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))
