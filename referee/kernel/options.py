"""The options of a game: declared once, with their ranges and defaults, and checked before a match starts.

class Options(GameOptions, frozen=True):
    max_rounds: Annotated[int, Whole(1, 200, "the game ends after this many rounds")] = 30
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

from referee.errors import UsageError

__all__ = ["Flag", "GameOptions", "OneOf", "OptionValue", "Whole", "not_allowed"]

OptionValue = int | str | bool

WRONG_VALUE = "WRONG_VALUE"
"""The reason code of a `UsageError` about a value."""

CUSTOM = "custom"
"""The value of an option that names the card set, if the match has a custom one."""

MAX_DIGITS = 18
"""Python refuses to read or write numbers of several thousand digits; no option needs more than this."""


class Whole(Struct, frozen=True):
    """An option that is a whole number from `low` to `high`, or one of the words."""

    low: int
    high: int
    help: str
    words: tuple[str, ...] = ()

    def allowed(self) -> str:
        """The allowed values, for people."""
        return " or ".join([f"{self.low} to {self.high}", *self.words])

    def read(self, text: str) -> OptionValue | None:
        """The value that the text stands for, or None if it is not a valid value."""
        if text in self.words:
            return text
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS
        number = int(text) if is_number else None
        return number if number is not None and self.low <= number <= self.high else None


class OneOf(Struct, frozen=True):
    """One of several words."""

    words: tuple[str, ...]
    help: str

    def allowed(self) -> str:
        """The allowed values, for people."""
        return " or ".join(self.words)

    def read(self, text: str) -> OptionValue | None:
        """The value that the text stands for, or None if it is not a valid value."""
        return text if text in self.words else None


class Flag(Struct, frozen=True):
    """True or false."""

    help: str

    def allowed(self) -> str:
        """The allowed values, for people."""
        return "true or false"

    def read(self, text: str) -> OptionValue | None:
        """The value that the text stands for, or None if it is not a valid value."""
        return {"true": True, "false": False}.get(text)


class GameOptions(Struct, frozen=True, kw_only=True):
    """The options of one match, typed. Each game derives its own class; every field has a default."""

    def check(self, seats: int) -> None:
        """Raise `UsageError` if the options do not fit the number of seats or each other."""


class DeclaredOption(Struct, frozen=True):
    """One option as the game declares it."""

    name: str
    kind: Whole | OneOf | Flag
    default: OptionValue

    @property
    def help(self) -> str:
        """What the option does."""
        return self.kind.help

    @property
    def range(self) -> str:
        """The allowed values, for people."""
        return self.kind.allowed()


Options = TypeVar("Options", bound=GameOptions)


@cache
def declared(options: type[GameOptions]) -> tuple[DeclaredOption, ...]:
    """The options that a game's class declares, in order."""
    defaults = as_dict(options())
    hints = get_type_hints(options, include_extras=True)
    return tuple(
        DeclaredOption(
            name, next(kind for kind in get_args(hint)[1:] if isinstance(kind, Whole | OneOf | Flag)), defaults[name]
        )
        for name, hint in hints.items()
        if name in defaults and get_origin(hint) is Annotated
    )


def read_options(
    options: type[Options], given: Mapping[str, OptionValue], seats: int, *, custom_cards: bool | None = None
) -> Options:
    """Check options given as text or values, and fill in the defaults.

    `custom_cards` says whether the match has a custom card set (None: unknown). If it has one, the option that names
    the card set says so.
    """
    kinds = {option.name: option.kind for option in declared(options)}
    values: dict[str, OptionValue] = {}
    for name, value in given.items():
        if name not in kinds:
            known = ", ".join(kinds) or "none"
            why = f"unknown option {name!r}; the options are {known}"
            raise UsageError(why, "UNKNOWN_OPTION", option=name, options=known)
        read = kinds[name].read(option_text(value))
        if read is None:
            raise not_allowed(name, repr(option_text(value)), kinds[name].allowed())
        values[name] = read
    for name, kind in kinds.items():
        if custom_cards is not None and isinstance(kind, OneOf) and CUSTOM in kind.words:
            if custom_cards:
                values.setdefault(name, CUSTOM)  # records of old versions name the game's own set here
            elif values.get(name) == CUSTOM:
                raise not_allowed(name, repr(CUSTOM), "it requires a custom card set, and none is given")
    made = options(**values)
    made.check(seats)
    return made


def not_allowed(name: str, value: object, allowed: str) -> UsageError:
    """The error to raise for an invalid value, for the `check` of a game's options.

    `raise not_allowed("rounds", self.rounds, "at most 4 with 5 seats")`
    """
    why = f"option {name} = {value} is not allowed: {allowed}"
    return UsageError(why, WRONG_VALUE, option=name, value=value, allowed=allowed)


def as_dict(options: GameOptions) -> dict[str, OptionValue]:
    """The options by name."""
    return {name: getattr(options, name) for name in options.__struct_fields__}


def option_text(value: OptionValue) -> str:
    """The value as text, in the form that `read_options` accepts."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
        return f"a number of more than {MAX_DIGITS} digits"
    return str(value)
