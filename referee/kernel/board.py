"""What lies where on the table, for people who look: cards in zones, and each seat's place.

A game says this of its view beside its texts. How it becomes a page is not its business, so all games look alike.
"""

from __future__ import annotations

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
        place: The name under which an option can mean it.
    """

    name: str = ""
    figure: str = ""
    text: str = ""
    kind: int = 0
    count: int = 1
    marks: tuple[str, ...] = ()
    place: str = ""


class Zone(Struct, frozen=True):
    """Cards that belong together, and what is to be said about them.

    Attributes:
        name: What people call it.
        cards: What lies there, in its order.
        facts: What else is known, a line each.
        pile: Whether the cards lie on each other: the last one on top.
        place: See `Card`.
    """

    name: str
    cards: tuple[Card, ...] = ()
    facts: tuple[str, ...] = ()
    pile: bool = False
    place: str = ""


class Place(Struct, frozen=True):
    """A seat's part of the table.

    Attributes:
        facts: Scores, coins and the like, a line each.
        zones: What is the seat's.
        marks: What the seat is just now: "first player", "passed".
    """

    facts: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    marks: tuple[str, ...] = ()


class Board(Struct, frozen=True):
    """The whole table.

    Attributes:
        facts: The round and the like, a line each.
        zones: What belongs to nobody, or to all.
        seats: The places of the seats, in their order.
    """

    facts: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    seats: tuple[Place, ...] = ()


def face_down(count: int) -> tuple[Card, ...]:
    """So many cards whose faces nobody sees."""
    return (Card(count=count),) if count else ()
