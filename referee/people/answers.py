"""The meaning of a line that a person typed as an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN = 6
"""The maximum number of matching options that a message names."""


@dataclass(frozen=True)
class Picked:
    """The choice of an option, given by its index."""

    option: int


@dataclass(frozen=True)
class Asked:
    """A question about a card; without a word, a request for help."""

    word: str


@dataclass(frozen=True)
class ShowAgain:
    """A request to show the table again."""


@dataclass(frozen=True)
class GiveUp:
    """A resignation."""


@dataclass(frozen=True)
class Unclear:
    """A line with no clear meaning; `why` says what is wrong and what to type."""

    why: str


@dataclass(frozen=True)
class Several(Unclear):
    """A line that matches several options, by their indices."""

    options: tuple[int, ...]


TypedLine = Picked | Asked | ShowAgain | GiveUp | Several | Unclear


def read_line(line: str | None, options: Sequence[str]) -> TypedLine:
    """The meaning of a line, given these options; None is the end of the input."""
    if line is None or line.casefold() == "q":
        return GiveUp()
    if line.startswith("?"):
        return Asked(line[1:].strip())
    if not line:
        return Picked(0) if len(options) == 1 else ShowAgain()
    if line.isdecimal():
        return _numbered(line, len(options))
    return _beginning(line, options)


def _numbered(line: str, count: int) -> TypedLine:
    # No list has more options than this allows, and Python refuses to parse thousands of digits.
    if len(line) <= 6 and int(line) < count:
        return Picked(int(line))
    there = "there is only option 0" if count == 1 else f"the options are 0 to {count - 1}"
    return Unclear(f"there is no option {line[:20]}; {there}")


def _beginning(line: str, options: Sequence[str]) -> TypedLine:
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
        return Several(f"{what}; type the number of an option that contains it", tuple(found))
    numbers = ", ".join(map(str, found[:SHOWN])) + (", ..." if len(found) > SHOWN else "")
    return Several(f"{line[:40]!r} matches the options {numbers}; type more of it, or the number", tuple(found))
