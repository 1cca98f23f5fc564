"""Writes the package of a new game: the files in `skeleton` with the new name and number of seats."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from referee.errors import UsageError
from referee.kernel.game import game_ids

SKELETON = Path(__file__).parent / "skeleton"
MOST_SEATS = 8
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_SEATS = re.compile(r"(?P<low>[0-9])(-(?P<high>[0-9]))?")
_FILES = {".py", ".toml", ".md", ".proto"}


def check_name(name: str) -> None:
    """Raise `UsageError` for a name that cannot be a game's id and a package's name."""
    if not _NAME.fullmatch(name) or len(name) > 40:
        raise UsageError(
            f"invalid name of a game {name!r}: use up to 40 lower-case letters, digits and single underscores, "
            "starting with a letter, e.g. my_game"
        )
    if name in game_ids():
        raise UsageError(f"there is already a game {name!r}: choose another name")
    if iskeyword(name) or name in sys.stdlib_module_names or _is_module(name):
        raise UsageError(
            f"{name!r} is a Python keyword or a module here, so it cannot be a package's name: choose another name"
        )


def _is_module(name: str) -> bool:
    """Whether Python finds a module of this name; a folder without code does not count."""
    spec = find_spec(name)
    return spec is not None and spec.origin is not None


def read_seats(text: str) -> tuple[int, int]:
    """The minimum and the maximum number of seats: `2-4`, or `3` for exactly three."""
    found = _SEATS.fullmatch(text)
    low, high = (int(found["low"]), int(found["high"] or found["low"])) if found else (0, 0)
    if not 2 <= low <= high <= MOST_SEATS:
        raise UsageError(f"invalid --seats {text[:40]!r}: use MIN-MAX, both from 2 to {MOST_SEATS}, e.g. 2-4")
    return low, high


def files_of(name: str, low: int, high: int) -> Iterator[tuple[Path, str]]:
    """Every file of the new package, with its text."""
    copies = max(2, -(-high // 2))  # a hand of three for each seat, and a card to draw
    changes = (
        ("SEATS = (2, 4)", f"SEATS = ({low}, {high})"),
        ("--seats 2 ", f"--seats {low} "),
        ("copies = 2 ", f"copies = {copies} "),
        ("SkeletonTable", "".join(word.capitalize() for word in name.split("_")) + "Table"),
        ("Skeleton", name.replace("_", " ").title()),
        ("skeleton", name),
    )
    for file in sorted(SKELETON.rglob("*")):
        if file.suffix in _FILES and file.is_file():
            text = file.read_text(encoding="utf-8")
            for old, new in changes:
                text = text.replace(old, new)
            yield Path(str(file.relative_to(SKELETON)).replace("skeleton", name)), text


def write_package(name: str, low: int, high: int, into: Path) -> Path:
    """Write the whole package into a new folder of this name, and return the folder."""
    check_name(name)
    folder = into / name
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{folder} exists already: name another folder with --out, or choose another name")
    for path, text in files_of(name, low, high):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder
