"""Options and events as the messages of `referee.games.lootroll.v1`.

A message has the name of the option or event, and its fields have the names of the fields here; what is not a plain
value is converted by the name of its field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from types import ModuleType
from typing import Any

from referee.games.lootroll.cards import NUMBER_OF, CardId
from referee.games.lootroll.events import Belongings
from referee.games.lootroll.v1 import event_pb2, option_pb2
from referee.games.lootroll.v1.view_pb2 import MODE_BOSS, MODE_NORMAL, Die, Mode, Pile
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event

_PILES: dict[str, Any] = {name.removeprefix("PILE_").lower(): pile for name, pile in Pile.items()}


@cache
def option_message(option: Option) -> option_pb2.Option:
    """One option. There are some hundreds of different ones, so each message is made once."""
    return option_pb2.Option(**{_field_name(type(option)): _message(option_pb2, option)})


def event_message(event: Event) -> event_pb2.Event:
    """One event."""
    return event_pb2.Event(**{_field_name(type(event)): _message(event_pb2, event)})


def number(card: CardId | None) -> Any:
    """The number of a card; None is unspecified."""
    return 0 if card is None else NUMBER_OF[card]


def numbers(cards: Iterable[CardId] | None) -> list[Any]:
    """The numbers of cards, in their order; None is no card."""
    return [] if cards is None else list(map(NUMBER_OF.__getitem__, cards))


def mode(name: str) -> Mode:
    """How a monster is fought."""
    return MODE_BOSS if name == "boss" else MODE_NORMAL


@cache
def _field_name(kind: type[Any]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _message(module: ModuleType, said: Any) -> Any:
    fields = {}
    for name in said.__struct_fields__:
        value = getattr(said, name)
        convert = _CONVERTERS.get(name)
        fields[name] = value if convert is None else convert(value)
    return getattr(module, type(said).__name__)(**fields)


def _dice(dice: list[tuple[Seat, int, int]]) -> list[Die]:
    return [Die(seat=seat, die=die, modifier=modifier) for seat, die, modifier in dice]


def _belongings(seats: list[Belongings]) -> list[event_pb2.Belongings]:
    return [
        event_pb2.Belongings(hand=numbers(held.hand), bag=numbers(held.bag), bank=numbers(held.bank)) for held in seats
    ]


def _decks(decks: dict[str, list[CardId]]) -> list[event_pb2.DeckCards]:
    return [event_pb2.DeckCards(pile=_PILES[pile], cards=numbers(cards)) for pile, cards in decks.items()]


_CONVERTERS: dict[str, Callable[[Any], Any]] = {
    "card": number,
    "cards": numbers,
    "displaced": numbers,
    "mode": mode,
    "pile": _PILES.__getitem__,
    "dice": _dice,
    "seats": _belongings,
    "decks": _decks,
}
