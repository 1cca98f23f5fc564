"""The table: everything about a match that is true now, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct, field

from referee.kernel.chance import Chance
from referee.kernel.options import GameOptions
from referee.kernel.seats import Seat, clockwise


class Event(Struct, frozen=True, tag=True):
    """Something that happened. Each game derives its own; the class name is the event's tag."""


class Happening(Struct, frozen=True):
    """An event as it was told: the public form, and the private form for the seats that may know more."""

    public: Event
    private: dict[Seat, Event] = {}

    def seen_by(self, seat: Seat | None) -> Event:
        """The form that a seat (None: the spectator) is told."""
        return self.public if seat is None else self.private.get(seat, self.public)


class Table(Struct, kw_only=True, dict=True):
    """What every game's table has. A game derives its own and adds its zones and its typed `options`.

    Whatever a view, an event or a later phase needs is here, never in a local variable of a phase.
    `cards`, `happenings` and `sealed` belong to the running match, not to the data: they are not encoded.
    `sealed` are the choices of a round that is still open to other seats; a view may show a seat its own.
    """

    seat_count: int
    seed: bytes
    phase: str = ""
    drawn: dict[str, int] = field(default_factory=dict)
    options: GameOptions = field(default_factory=GameOptions)

    cards: ClassVar[Any]
    sealed: ClassVar[Mapping[Seat, Any]]
    happenings: ClassVar[list[Happening]]

    def chance(self, name: str) -> Chance:
        """The stream of chance of that name; each source of chance has its own."""
        return Chance(self.seed, name, self.drawn)

    def tell(self, public: Event, private: dict[Seat, Event] | None = None) -> None:
        """Says what happened: to everybody, and in another form to those who may know more."""
        self.happenings.append(Happening(public, private or {}))

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats, clockwise from `first`."""
        return clockwise(self.seat_count, first)

    def all_seats(self) -> list[Seat]:
        """All seats, in ascending order."""
        return clockwise(self.seat_count, Seat(0))
