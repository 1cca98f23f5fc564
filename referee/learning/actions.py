"""Numbered actions: a fixed list of everything that a seat can ever choose in a game.

The list is derived from the classes of the game's options, the cards and the number of seats. Options come in the order
in which the game declares their classes, and within a class in the order of their values, the last field changing
fastest.

Seats in options are *turned*: they are counted clockwise from the seat that acts, so the same number means the same for
every seat. A class with a number that no `Among` declares, or with more than `MOST_OF_A_KIND` values, is *indexed*: its
options are numbered by their place among the options of that class in the list of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.errors import DeclarationError, UsageError
from referee.kernel.asking import MAX_OPTIONS, Option
from referee.kernel.seats import Seat
from referee.learning.fields import Declared, Fields

MOST_OF_A_KIND = 4000

Mask = NDArray[np.int8]


class Actions:
    """The numbered actions of a game for a card set and a number of seats. Get them from a `Space`.

    Attributes:
        names: The name of each action, for people: the class of the option and its fields.
        indexed: The first action of each indexed class.
    """

    def __init__(self, fields: Fields) -> None:
        self._game = fields.game
        self._seats = fields.seats
        self.names: list[str] = []
        self.indexed: dict[type[Option], int] = {}
        self._by_option: list[dict[Option, int]] = [{} for _ in range(fields.seats)]
        self._by_action: list[dict[int, Option]] = [{} for _ in range(fields.seats)]
        for kind in fields.game.choices:
            self._add(kind, fields)

    def __len__(self) -> int:
        return len(self.names)

    def _add(self, kind: type[Option], fields: Fields) -> None:
        values = _every_value(kind, fields)
        if values is None:
            self.indexed[kind] = len(self.names)
            self.names += [f"{kind.__name__} number {place}" for place in range(MAX_OPTIONS)]
            return
        declared = fields.of(kind)
        for chosen in values:
            action = len(self.names)
            self.names.append(_name(kind, declared, chosen))
            for seat in range(self._seats):
                option = kind(*self._turned_back(declared, chosen, seat))
                self._by_option[seat][option] = action
                self._by_action[seat][action] = option

    def _turned_back(self, declared: Sequence[Declared], chosen: Sequence[Any], seat: int) -> Iterator[Any]:
        for field, value in zip(declared, chosen, strict=True):
            yield (value + seat) % self._seats if field.is_seat and value is not None else value

    def numbers(self, options: Sequence[Option], seat: Seat) -> list[int]:
        """The action of each option in the list of a turn, in the same order."""
        known = self._by_option[seat]
        try:
            return [known[option] for option in options]
        except KeyError:
            return [*self._numbers_with_indexed(options, known)]

    def _numbers_with_indexed(self, options: Sequence[Option], known: dict[Option, int]) -> Iterator[int]:
        used = dict(self.indexed)
        for option in options:
            kind = type(option)
            if kind in used:
                yield used[kind]
                used[kind] += 1
            elif option in known:
                yield known[option]
            else:
                raise DeclarationError(
                    f"{option!r} is not among the actions of {self._game.id}: the values that Among declares for "
                    f"{kind.__name__} must contain it"
                )

    def mask(self, options: Sequence[Option], seat: Seat) -> Mask:
        """One entry for each action: 1 if it is one of the options of this turn, 0 if not."""
        return self.mask_of(self.numbers(options, seat))

    def mask_of(self, numbers: Sequence[int]) -> Mask:
        """The mask in which these actions are allowed."""
        mask = bytearray(len(self.names))
        for action in numbers:
            mask[action] = 1
        return np.frombuffer(mask, np.int8)

    def action_of(self, option: Option, seat: Seat) -> int:
        """The action of an option, if it can be found without the list of a turn.

        Raises `UsageError` for an indexed class.
        """
        action = self._by_option[seat].get(option)
        if action is None:
            raise UsageError(f"{option!r} has no number of its own: {self._why_none(type(option))}")
        return action

    def option_of(self, action: int, seat: Seat) -> Option:
        """The option of an action, without the list of a turn. Raises `UsageError` for an action of an indexed class.

        In a turn, the option is `options[numbers.index(action)]`.
        """
        option = self._by_action[seat].get(action)
        if option is None:
            known = 0 <= action < len(self.names)
            why = "its option depends on the list of the turn" if known else f"allowed are 0 to {len(self.names) - 1}"
            raise UsageError(f"action {action} has no option of its own: {why}")
        return option

    def kind(self, of: type[Option]) -> Sequence[int]:
        """The actions of a class of options."""
        if of in self.indexed:
            return range(self.indexed[of], self.indexed[of] + MAX_OPTIONS)
        return [action for action, option in self._by_action[0].items() if type(option) is of]

    def _why_none(self, kind: type[Any]) -> str:
        if kind in self.indexed:
            return f"options of {kind.__name__} are numbered by their place in the list of a turn; use numbers"
        return f"it is not an option of {self._game.id}"


def _every_value(kind: type[Option], fields: Fields) -> list[tuple[Any, ...]] | None:
    """The fields of every option of a class; None if they cannot be listed, or are too many."""
    listed: list[Sequence[Any]] = []
    count = 1
    for field in fields.of(kind):
        values = fields.values(field)
        if values is None:
            return None
        listed.append([None, *values] if field.optional else values)
        count *= len(listed[-1])
    return [*product(*listed)] if count <= MOST_OF_A_KIND else None


def _name(kind: type[Option], declared: Sequence[Declared], chosen: Sequence[Any]) -> str:
    told = [_value_text(field, value) for field, value in zip(declared, chosen, strict=True)]
    return " ".join([kind.__name__, *told])


def _value_text(field: Declared, value: Any) -> str:
    return f"{field.name}={value_name(field, value)}"


def value_name(field: Declared, value: Any) -> str:
    """A value in the names of actions and of entries of an array."""
    if value is None:
        return "none"
    if field.is_seat:
        return f"+{value}"
    words = {known: word for known, word, _ in getattr(field.kind, "words", ())}
    if isinstance(value, tuple):
        return "/".join(str(words.get(one, one)) for one in value)
    return str(words.get(value, value))
