"""The table as people see it: cards in zones, and an area for each seat.

A game describes its view in this form, besides its texts. It does not draw the page, so all games look alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

__all__ = ["Board", "Card", "CardArea", "SeatArea", "face_down", "marks_that_hold"]

KINDS = 8
"""The number of kinds of cards that have different colours. A ninth kind would have the same colour as the first."""


class Card(Struct, frozen=True):
    """A card, several equal cards, or anything else that lies on a table.

    Attributes:
        name: Its name; empty if it lies face down. figure: Its most important number, shown in the corner. text: Its
            effect, or any other text on it. kind: The number of its kind, from 1; 0 if cards have no kinds. count: The
            number of equal cards. marks: What currently applies to the card: "focus", "two hands". place: The name by
            which options refer to it; several options may refer to one place.
    """

    name: str = ""
    figure: str = ""
    text: str = ""
    kind: int = 0
    count: int = 1
    marks: tuple[str, ...] = ()
    place: str = ""


class CardArea(Struct, frozen=True):
    """A group of cards that belong together, and facts about them.

    Attributes:
        name: Its name for people. cards: The cards, in order. facts: Further facts, one per line. pile: Whether the
            cards lie in a pile: the page shows their number, and their faces on request. place: See `Card`. now:
            Whether this shows a current activity, such as an auction or a fight.
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
        facts: Scores, coins and the like, one per line.
        zones: The seat's cards.
        marks: The seat's current state: "first player", "passed".
        place: See `Card`; it stands for the whole area.
    """

    facts: tuple[str, ...] = ()
    zones: tuple[CardArea, ...] = ()
    marks: tuple[str, ...] = ()
    place: str = ""


class Board(Struct, frozen=True):
    """The whole table.

    Attributes:
        facts: The round and the like, one per line. zones: Zones that belong to no seat or to all seats. seats: The
            areas of the seats, in seat order.
    """

    facts: tuple[str, ...] = ()
    zones: tuple[CardArea, ...] = ()
    seats: tuple[SeatArea, ...] = ()


def face_down(count: int) -> tuple[Card, ...]:
    """A given number of cards that lie face down."""
    return (Card(count=count),) if count else ()


def marks_that_hold(marks: Mapping[str, bool | None]) -> tuple[str, ...]:
    """The marks of a card or a seat that are true."""
    return tuple([mark for mark, holds in marks.items() if holds])


def places_on(board: Board) -> Iterator[str]:
    """Every name by which an option can refer to something on the table."""
    for seat in board.seats:
        yield seat.place
    for zone in zones_of(board):
        yield zone.place
        for card in zone.cards:
            yield card.place


def zones_of(board: Board) -> Iterator[CardArea]:
    """Every zone of the table: those in the middle, then those of the seats."""
    yield from board.zones
    for seat in board.seats:
        yield from seat.zones
