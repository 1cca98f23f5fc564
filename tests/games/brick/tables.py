"""Tables to begin a test with, in the notation of the cases, and short ways to answer.

A store is "jewelry_liquidator jewelry 1,0": 1 item on the top shelf, none on the next; an empty one is its name alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import referee
from referee.games.brick.cards import Cards
from referee.games.brick.kinds import TYPES
from referee.games.brick.shelves import new_store
from referee.games.brick.state import BrickTable, Player, Store
from referee.kernel.asking import Option
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.table import Event

A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
E = TypeVar("E", bound=Event)


@cache
def house_set() -> Cards:
    cards: Cards = find_game("brick").cards
    return cards


def store(text: str, cards: Cards | None = None) -> Store:
    """A store with its items."""
    name, *items = text.split()
    made = new_store((cards or house_set()).by_store[name])
    for item, counts in zip(items[::2], items[1::2], strict=True):
        shelves = [int(count) for count in counts.split(",")]
        assert len(shelves) == len(made.shelves[item]), text  # type: ignore[index]
        made.shelves[item] = shelves  # type: ignore[index]
    return made


def player(*stores: str, cash: int = 0, points: int = 10, **rest: Any) -> Player:
    """A seat with these stores; `hand`, `stores` and `demand` are words."""
    for name in ("hand", "stores", "demand", "packet"):
        rest[name] = rest.get(name, "").split()
    return Player(cash, points, building=[store(text) for text in stores], **rest)


def bystander() -> Player:
    """A seat that is asked at the end of Supply, and in Sale when it is the turn of art; if there is a box for it.

    So a test can look at what came before; nothing else of the month has happened then.
    """
    return player("art_studio art 1,0")


def drawn(
    phase: str,
    *players: Player,
    order: Sequence[int] = (),
    market: Mapping[str, int] | None = None,
    boxes: Mapping[str, int] | None = None,
    cards: str | None = None,
    **rest: Any,
) -> Match:
    """A match at the start of a phase. The turn order is that of the seats unless another one is given."""
    for name in ("row", "store_deck", "market_deck", "discard", "supply_pile", "demand_pile", "starting_stores"):
        rest[name] = rest.get(name, "").split()
    table = BrickTable(
        seat_count=len(players),
        seed=bytes(32),
        players=list(players),
        order=[Seat(seat) for seat in order or range(len(players))],
        market={item: (market or {}).get(item, 0) for item in TYPES},
        boxes={item: (boxes or {}).get(item, 0) for item in TYPES},
        **rest,
    )
    return referee.Match.from_table("brick", table=table, phase=phase, cards=cards)


def table_of(match: Match) -> BrickTable:
    assert isinstance(match.table, BrickTable)
    return match.table


def of(match: Match, seat: Seat = A) -> Player:
    return table_of(match).players[seat]


def building(match: Match, seat: Seat = A) -> list[str]:
    return [open_store.card for open_store in of(match, seat).building]


def asked(match: Match) -> list[Seat]:
    return sorted(match.asked)


def options(match: Match, seat: Seat = A) -> list[Option]:
    return list(match.asked.get(seat, ()))


def numbers(match: Match, seat: Seat = A) -> list[int]:
    """The numbers that are listed: counts, prices, bids, tokens or points."""
    names = ("count", "price", "amount", "debt", "points")
    return [
        getattr(option, name) for option in options(match, seat) for name in names if name in option.__struct_fields__
    ]


def answer(match: Match, *choices: Option | int, seat: Seat = A) -> Match:
    """Lets a seat choose, one after the other: an option, or the number that it has."""
    for choice in choices:
        at = numbers(match, seat).index(choice) if isinstance(choice, int) else options(match, seat).index(choice)
        match.answer({seat: at})
    return match


def answer_all(match: Match, choices: Mapping[Seat, Option | int]) -> Match:
    """Lets several seats choose at once."""
    for seat, choice in choices.items():
        answer(match, choice, seat=seat)
    return match


def go_on(match: Match, part: str) -> Match:
    """Answers with the defaults until a phase of the month begins, or the match ends."""
    while match.asked and table_of(match).part != part:
        match.answer({seat: match.default(seat) for seat in match.asked})
    return match


def told(match: Match, kind: type[E], seat: Seat | None = None) -> list[E]:
    """What a seat (None: the spectator) received, of one kind."""
    return [event for event in match.events(seat) if isinstance(event, kind)]
