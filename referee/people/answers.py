"""What a line means that somebody typed as an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN = 6
"""Options that a beginning can mean are named up to this many."""


@dataclass(frozen=True)
class Picked:
    """An option, by its index."""

    option: int


@dataclass(frozen=True)
class Asked:
    """A question about a card, or, without a word, about what can be typed."""

    word: str


@dataclass(frozen=True)
class ShowAgain:
    """The table once more."""


@dataclass(frozen=True)
class GiveUp:
    """To resign."""


@dataclass(frozen=True)
class Unclear:
    """Nothing of that; `why` says what was wrong and what is right."""

    why: str


@dataclass(frozen=True)
class Several(Unclear):
    """It can mean any of these options, by their indices."""

    options: tuple[int, ...]


Line = Picked | Asked | ShowAgain | GiveUp | Several | Unclear


def read_line(line: str | None, options: Sequence[str]) -> Line:
    """What a line means when these options are there; None is the end of the input."""
    if line is None or line.casefold() == "q":
        return GiveUp()
    if line.startswith("?"):
        return Asked(line[1:].strip())
    if not line:
        return Picked(0) if len(options) == 1 else ShowAgain()
    if line.isdecimal():
        return _numbered(line, len(options))
    return _beginning(line, options)


def _numbered(line: str, count: int) -> Line:
    # Nobody needs more digits, and Python refuses to read thousands of them.
    if len(line) <= 6 and int(line) < count:
        return Picked(int(line))
    there = "there is only option 0" if count == 1 else f"the options are 0 to {count - 1}"
    return Unclear(f"there is no option {line[:20]}; {there}")


def _beginning(line: str, options: Sequence[str]) -> Line:
    wanted = line.casefold()
    found = [number for number, text in enumerate(options) if text.casefold().startswith(wanted)]
    whole = [number for number in found if options[number].casefold() == wanted]
    if len(whole or found) == 1:
        return Picked((whole or found)[0])
    if not found:
        found = [number for number, text in enumerate(options) if all(w in text.casefold() for w in wanted.split())]
        what = f"no option begins with {line[:40]!r}"
        if not found:
            return Unclear(f"{what}; type a number, the beginning of an option, or ? for help")
        return Several(f"{what}; type the number of one that has it", tuple(found))
    numbers = ", ".join(map(str, found[:SHOWN])) + (", ..." if len(found) > SHOWN else "")
    return Several(f"{line[:40]!r} can be one of the options {numbers}; type more of it, or the number", tuple(found))
