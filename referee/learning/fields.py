"""The fields of a game's classes, with what they can hold in matches with given cards and a given number of seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from referee.kernel.forms import Enumeration, Kind
from referee.kernel.game import Game
from referee.kernel.knowing import Private
from referee.kernel.ranges import Among, InOrder
from referee.kernel.schema import bare, without_none
from referee.kernel.seats import Seat
from referee.kernel.texts import Lines


@dataclass(frozen=True)
class Declared:
    """A field as its class declares it.

    Attributes:
        name: Its name.
        kind: Its form on the wire.
        hint: The type of one value, without None and without annotations.
        notes: The annotations of the field, and of the tuple if it holds one.
        inner_notes: The annotations of one value.
        optional: Whether the value, or one in the tuple, can be None.
        repeated: Whether it holds a tuple of values.
    """

    name: str
    kind: Kind
    hint: Any
    notes: tuple[Any, ...]
    inner_notes: tuple[Any, ...]
    optional: bool
    repeated: bool

    @property
    def is_seat(self) -> bool:
        """Whether a value is a seat."""
        return self.hint is Seat

    @property
    def is_private(self) -> bool:
        """Whether only the viewer may know it."""
        return any(isinstance(note, Private) for note in self.notes)

    @property
    def viewer(self) -> str:
        """If it has one entry for each seat: the field of the view with the viewer's own seat; otherwise empty."""
        return next((note.you for note in self.notes if isinstance(note, Lines) and note.you), "")


class Fields:
    """The fields of all classes of a game, for matches with these cards and this number of seats."""

    def __init__(self, game: Game[Any], seats: int, cards: Any) -> None:
        self.game = game
        self.seats = seats
        self.cards = cards

    def of(self, of: type[Struct]) -> list[Declared]:
        """The fields of a class, in order."""
        hints = get_type_hints(of, include_extras=True)
        return [
            _declared(field.name, field.kind, hints[field.name], repeated=field.repeated)
            for field in self.game.schema.message(of).fields
        ]

    def values(self, field: Declared) -> Sequence[Any] | None:
        """Every value that the whole field can have, without None; None if they cannot be listed. Seats are turned.

        A turned seat counts from the seat that acts or looks: 0 is that seat, 1 the next one clockwise.
        """
        if field.repeated:
            tuples = self._among(field.notes)
            return tuples if tuples and isinstance(tuples[0], tuple) else None
        return self.single_values(field)

    def single_values(self, field: Declared) -> Sequence[Any] | None:
        """The values of one entry of the field."""
        listed = self._among((*field.notes, *field.inner_notes))
        if listed is not None:
            return listed
        if field.is_seat:
            return range(self.seats)
        if isinstance(field.kind, Enumeration):
            return [value for value, _, _ in field.kind.words]
        return [False, True] if field.hint is bool else None

    def shown_in_order(self, field: Declared) -> int:
        """How many entries an array shows one by one; 0 if their order does not matter."""
        first = next((note.first for note in field.notes if isinstance(note, InOrder)), 0)
        return first if isinstance(first, int) else first(self.cards)

    def _among(self, notes: tuple[Any, ...]) -> Sequence[Any] | None:
        among = next((note for note in notes if isinstance(note, Among)), None)
        return None if among is None else [*among.values(self.cards, self.seats)]

    @cached_property
    def viewer(self) -> str:
        """The field of the view that holds the viewer's own seat; empty if the game declares none."""
        return next((field.viewer for field in self.of(self.game.view_type) if field.viewer), "")


def _declared(name: str, kind: Kind, hint: Any, *, repeated: bool) -> Declared:
    inner, notes = bare(hint)
    if repeated:
        item, item_notes, optional = without_none(*bare(get_args(inner)[0]))
        return Declared(name, kind, item, notes, item_notes, optional, repeated=True)
    inner, inner_notes, optional = without_none(inner, notes)
    return Declared(name, kind, inner, notes, inner_notes, optional, repeated=False)
