"""What tournaments and bots may be called."""

from __future__ import annotations

import re

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
NAME_CHARACTERS = "letters, digits, '-', '_' and '.', beginning with a letter or digit"
LONGEST_TITLE = 64
TITLES = f"use up to {LONGEST_TITLE} printable characters, without a blank at the beginning or the end"


def is_name(name: str) -> bool:
    """Whether this is a valid name of a tournament or bot."""
    return NAME.fullmatch(name) is not None


def is_title(title: str) -> bool:
    """Whether this is a valid title of a bot: no line breaks or invisible characters, no reversed text."""
    return len(title) <= LONGEST_TITLE and title.isprintable() and title == title.strip()
