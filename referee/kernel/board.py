"""What lies where on the table, for people who look: cards in zones, and each seat's place.

A game says this of its view beside its texts. How it becomes a page is not its business, so all games look alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

KINDS = 8
"""So many kinds of cards can be told apart by their colour; a ninth looks like the first."""


class Card(Struct, frozen=True):
    """A card, or some that are alike; or anything else that lies on a table.

    Attributes:
        name: What it is called; empty if it lies face down.
        figure: Its most important number, for the corner.
        text: What it does, or what else is written on it.
        kind: Which cards it is like, from 1; 0 if that means nothing.
        count: How many of them.
        marks: What is special about it here and now: "focus", "two hands".
        place: The name under which options can mean it; one place may be meant by several.
    """

    name: str = ""
    figure: str = ""
    text: str = ""
    kind: int = 0
    count: int = 1
    marks: tuple[str, ...] = ()
    place: str = ""


class CardArea(Struct, frozen=True):
    """Cards that belong together, and what is to be said about them.

    Attributes:
        name: What people call it.
        cards: What lies there, in its order.
        facts: What else is known, a line each.
        pile: Whether the cards lie on each other: their number is seen at once, their faces when somebody asks.
        place: See `Card`.
        now: Whether this is what goes on just now: an auction, a fight.
    """

    name: str
    cards: tuple[Card, ...] = ()
    facts: tuple[str, ...] = ()
    pile: bool = False
    place: str = ""
    now: bool = False


class SeatArea(Struct, frozen=True):
    """A seat's part of the table.

    Attributes:
        facts: Scores, coins and the like, a line each.
        zones: What is the seat's.
        marks: What the seat is just now: "first player", "passed".
        place: See `Card`; the name of all of it.
    """

    facts: tuple[str, ...] = ()
    zones: tuple[CardArea, ...] = ()
    marks: tuple[str, ...] = ()
    place: str = ""


class Board(Struct, frozen=True):
    """The whole table.

    Attributes:
        facts: The round and the like, a line each.
        zones: What belongs to nobody, or to all.
        seats: The places of the seats, in their order.
    """

    facts: tuple[str, ...] = ()
    zones: tuple[CardArea, ...] = ()
    seats: tuple[SeatArea, ...] = ()


def face_down(count: int) -> tuple[Card, ...]:
    """So many cards whose faces nobody sees."""
    return (Card(count=count),) if count else ()


def marks_that_hold(marks: Mapping[str, bool | None]) -> tuple[str, ...]:
    """The marks of a card or a seat that are true."""
    return tuple([mark for mark, holds in marks.items() if holds])


def places_on(board: Board) -> Iterator[str]:
    """Every name under which an option can mean something on a table."""
    for seat in board.seats:
        yield seat.place
    for zone in zones_of(board):
        yield zone.place
        for card in zone.cards:
            yield card.place


def zones_of(board: Board) -> Iterator[CardArea]:
    """Every zone of a table: those in the middle, then those of the seats."""
    yield from board.zones
    for seat in board.seats:
        yield from seat.zones
