"""The table: the current state of a match, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from referee.kernel.chance import Chance
from referee.kernel.options import GameOptions
from referee.kernel.seats import Seat, clockwise

__all__ = ["Event", "Table"]

C = TypeVar("C")
FIRST = Seat(0)


class Event(Struct, frozen=True, tag=True, gc=False):
    """Something that happened. Each game derives its own classes; the class name is the event's tag."""


class Happening(Struct, frozen=True, gc=False):
    """An announced event: its public form, and its private forms for the seats that may know more."""

    public: Event
    private: dict[Seat, Event] = {}

    def seen_by(self, seat: Seat | None) -> Event:
        """The form that a seat (None: the spectator) receives."""
        return self.public if seat is None else self.private.get(seat, self.public)


NOBODY_KNOWS_MORE: dict[Seat, Event] = {}


class Attached(Generic[C]):
    """Parts of a match that are not data of the table: they are not encoded, compared or copied.

    Attributes:
        cards: The card set, typed.
        happenings: The events so far.
        sealed: The choices in a round in which other seats still have to answer; a view may show a seat its own.
    """

    __slots__ = ("cards", "happenings", "sealed")

    cards: C
    happenings: list[Happening]
    sealed: Mapping[Seat, Any]

    def attach(self, cards: C, happenings: list[Happening]) -> None:
        """Attach the card set and the event log of a match to the table; nothing is sealed yet."""
        self.cards = cards
        self.happenings = happenings
        self.sealed = {}


class Table(Attached[C], Struct, kw_only=True):
    """The base of every game's table. A game derives its own, with its card set type, zones and typed `options`.

    Everything that a view, an event or a later phase needs must be in a field, not in a local variable of a phase. A
    table accepts no other attributes.
    """

    seat_count: int
    seed: bytes
    phase: str = ""
    drawn: dict[str, int] = field(default_factory=dict)
    options: GameOptions = field(default_factory=GameOptions)

    def chance(self, name: str) -> Chance:
        """The stream of chance with the given name; use one per source of chance."""
        return Chance(self.seed, name, self.drawn)

    def tell(self, public: Event, private: dict[Seat, Event] | None = None) -> None:
        """Announce an event to everyone, and in a private form to the seats that may know more."""
        self.happenings.append(Happening(public, private or NOBODY_KNOWS_MORE))

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats, clockwise from `first`."""
        return clockwise(self.seat_count, first)

    def all_seats(self) -> list[Seat]:
        """All seats, in ascending order."""
        return clockwise(self.seat_count, FIRST)
