"""The table: everything about a match that is true now, as plain data."""

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
    """Something that happened. Each game derives its own; the class name is the event's tag."""


class Happening(Struct, frozen=True, gc=False):
    """An event as it was told: the public form, and the private form for the seats that may know more."""

    public: Event
    private: dict[Seat, Event] = {}

    def seen_by(self, seat: Seat | None) -> Event:
        """The form that a seat (None: the spectator) is told."""
        return self.public if seat is None else self.private.get(seat, self.public)


NOBODY_KNOWS_MORE: dict[Seat, Event] = {}


class Attached(Generic[C]):
    """What belongs to the running match and lies beside its data: it is not encoded, compared or copied.

    Attributes:
        cards: The card set, typed.
        happenings: What was told so far.
        sealed: The choices of a round that is still open to other seats; a view may show a seat its own.
    """

    __slots__ = ("cards", "happenings", "sealed")

    cards: C
    happenings: list[Happening]
    sealed: Mapping[Seat, Any]

    def attach(self, cards: C, happenings: list[Happening]) -> None:
        """Lays the card set and the log of a match beside the table; nothing is sealed yet."""
        self.cards = cards
        self.happenings = happenings
        self.sealed = {}


class Table(Attached[C], Struct, kw_only=True):
    """What every game's table has. A game derives its own, of its card set, and adds its zones and typed `options`.

    Whatever a view, an event or a later phase needs is in a field, never in a local variable of a phase; a table has
    room for nothing else.
    """

    seat_count: int
    seed: bytes
    phase: str = ""
    drawn: dict[str, int] = field(default_factory=dict)
    options: GameOptions = field(default_factory=GameOptions)

    def chance(self, name: str) -> Chance:
        """The stream of chance of that name; each source of chance has its own."""
        return Chance(self.seed, name, self.drawn)

    def tell(self, public: Event, private: dict[Seat, Event] | None = None) -> None:
        """Says what happened: to everybody, and in another form to those who may know more."""
        self.happenings.append(Happening(public, private or NOBODY_KNOWS_MORE))

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats, clockwise from `first`."""
        return clockwise(self.seat_count, first)

    def all_seats(self) -> list[Seat]:
        """All seats, in ascending order."""
        return clockwise(self.seat_count, FIRST)
