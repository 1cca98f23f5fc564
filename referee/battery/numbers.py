"""Check the numbers in a view that declare which zones they count or which value of the table they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import Struct

from referee.battery.declared import parts_of_fields, said_of_fields
from referee.errors import DeclarationError
from referee.kernel.forms import Field, Mapped, Nested, Placed, Plain
from referee.kernel.game import Game
from referee.kernel.knowing import CountOf, Private, SameAs
from referee.kernel.match import Match
from referee.kernel.schema import Schema
from referee.kernel.seats import Seat
from referee.kernel.table import FIRST, Table
from referee.kernel.zones import Zone, everybody, places

CardCounter = Callable[[Any], int]
"""A function that returns how many cards the value of a field shows."""


class Count(NamedTuple):
    """Zones that are counted, and the fields that count them together."""

    zones: Sequence[Zone[Any]]
    each: bool
    fields: list[tuple[str, CardCounter]]


@dataclass
class Part:
    """The view or a part of it, with fields that declare the meaning of their numbers.

    Attributes:
        of: Its class.
        path: The fields of the view that lead to it.
        private: Whether these are the fields that only the viewer may know, or the others.
    """

    of: type[Struct]
    path: tuple[str, ...]
    private: bool
    counts: dict[tuple[str, ...], Count] = field(default_factory=dict)
    same: list[tuple[str, SameAs]] = field(default_factory=list)


class Numbers:
    """All declarations about numbers in a game's view. Raises `DeclarationError` for an unknown zone.

    Attributes:
        parts: The parts with declarations.
        not_counted: The zones that may be hidden and have a public number of cards, but no field for that number.
    """

    def __init__(self, game: Game[Any]) -> None:
        self._zones = {zone.name: zone for zone in game.zones}
        self._schema = game.schema
        self.parts = [*self._parts(game.view_type, (), inside=False)]
        counted = {zone for part in self.parts for zones in part.counts for zone in zones}
        shown = [zone for zone in game.zones if zone.counted and zone.in_view and zone.seen is not everybody]
        self.not_counted = [zone for zone in shown if zone.name not in counted]

    def _parts(self, of: type[Struct], path: tuple[str, ...], *, inside: bool) -> Iterator[Part]:
        own = said_of_fields(of, Private)
        parts = {private: Part(of, path, private) for private in (False, True)}
        for name, counts in said_of_fields(of, CountOf).items():
            for said in counts:
                self._add(parts[inside or name in own], name, said)
        for name, (said, *_) in said_of_fields(of, SameAs).items():
            parts[inside or name in own].same.append((name, said))
        yield from (part for part in parts.values() if part.counts or part.same)
        for name, inner in parts_of_fields(of):
            yield from self._parts(inner, (*path, name), inside=inside or name in own)

    def _add(self, part: Part, name: str, said: CountOf) -> None:
        for zone in said.zones:
            if zone not in self._zones:
                what = f"{part.of.__name__}.{name} is the CountOf({zone!r})"
                raise DeclarationError(f"{what}; the zones are {', '.join(self._zones)}")
        zones = [self._zones[zone] for zone in said.zones]
        count = part.counts.setdefault(said.zones, Count(zones, all(zone.each for zone in zones), []))
        count.fields.append((name, cards_in(self._schema, part.of, name, said.at)))


def cards_in(schema: Schema, of: type[Struct], name: str, at: str) -> CardCounter:
    """How many cards a field shows, or the field `at` of its parts."""
    held = _field(schema, of, name)
    if not at:
        return _counter(held)
    if not isinstance(held.kind, Nested):
        raise DeclarationError(f"{of.__name__}.{name} holds no parts with a field {at!r}")
    inner = _counter(_field(schema, held.kind.of, at))
    if held.repeated:
        return lambda value: sum([inner(getattr(one, at)) for one in value])
    return lambda value: 0 if value is None else inner(getattr(value, at))


def _counter(of: Field) -> CardCounter:
    if isinstance(of.kind, Mapped):
        return lambda value: sum(value.values())
    if of.repeated:
        return lambda value: sum([one is not None and one != "" for one in value])
    if isinstance(of.kind, Placed):
        return lambda value: 0 if value is None else sum(value)
    if isinstance(of.kind, Plain) and of.kind.proto not in {"string", "bytes"} and not of.optional:
        return int
    return lambda value: int(value is not None and value != "")


def _field(schema: Schema, of: type[Struct], name: str) -> Field:
    found = [one for one in schema.message(of).fields if one.name == name]
    if not found:
        raise DeclarationError(f"{of.__name__} has no field {name!r}")
    return found[0]


def not_counted(match: Match, numbers: Numbers) -> Iterator[str]:
    """Zones that are hidden from a viewer now, and whose number of cards no field of the view shows."""
    t = match.table
    for place in places(numbers.not_counted, t):
        if place.cards(t) and not all(place.is_seen_by(t, seat) for seat in [*t.all_seats(), None]):
            yield (
                f"zone {place.zone.name!r} is hidden and its number of cards is public, but no field of the "
                f"view shows that number: declare CountOf({place.zone.name!r}) (referee.kernel.knowing) on that field, "
                "or counted=False on the zone if the number is not public, in_view=False if no view shows it"
            )


def wrong_numbers(match: Match, views: Mapping[Seat | None, Struct], numbers: Numbers) -> Iterator[str]:
    """Wrong numbers in a view, with the right ones. Public numbers need not be checked in every view."""
    t = match.table
    for viewer, view in views.items():
        for part in numbers.parts:
            if part.private == (viewer is not None):
                found = [*_found(view, part, viewer, t.seat_count)]
                for count in part.counts.values():
                    yield from _miscounted(t, part, count, found)
                for name, said in part.same:
                    yield from _not_the_same(t, part, name, said, found)


FoundParts = Sequence[tuple[Struct, Seat | None]]
"""The values of a part, each with the seat that it is about."""


def _found(view: Struct, part: Part, viewer: Seat | None, seats: int) -> Iterator[tuple[Struct, Seat | None]]:
    """The values of a part in a view; of private parts only the viewer's own."""
    for value, owner in _reached(view, part.path, None, seats):
        if isinstance(value, part.of) and (viewer is None or owner in {None, viewer}):
            yield value, viewer if owner is None else owner


def _reached(value: Any, path: tuple[str, ...], owner: Seat | None, seats: int) -> Iterator[tuple[Any, Seat | None]]:
    if isinstance(value, tuple):
        for at, one in enumerate(value):
            yield from _reached(one, path, Seat(at) if owner is None and len(value) == seats else owner, seats)
    elif not path:
        yield value, owner
    elif value is not None:
        yield from _reached(getattr(value, path[0], None), path[1:], owner, seats)


def _miscounted(t: Table[Any], part: Part, count: Count, found: FoundParts) -> Iterator[str]:
    shown: Counter[Seat | None] = Counter() if count.each and found else Counter({None: 0})
    for value, owner in found:
        shown[owner if count.each else None] += sum([cards(getattr(value, name)) for name, cards in count.fields])
    for owner, number in shown.items():
        held = sum([_held(t, zone, owner) for zone in count.zones])
        if number != held:
            names = " and ".join(repr(zone.name) for zone in count.zones)
            whose = "" if owner is None else f" of seat {owner}"
            cards = f"zone {names}{whose} holds" if len(count.zones) == 1 else f"zones {names}{whose} hold"
            fields = " and ".join(f"{part.of.__name__}.{name}" for name, _ in count.fields)
            yield f"{fields} is {number}, but {cards} {held}"


def _held(t: Table[Any], zone: Zone[Any], owner: Seat | None) -> int:
    """The number of cards in a zone; if each seat has one and no seat is given, in all of them."""
    if zone.each and owner is None:
        return sum([len(zone.cards(t, seat)) for seat in t.all_seats()])
    return len(zone.cards(t, FIRST if owner is None else owner))


def _not_the_same(t: Table[Any], part: Part, name: str, said: SameAs, found: FoundParts) -> Iterator[str]:
    for value, owner in found:
        shown = getattr(value, name)
        try:
            right = said.of(t, owner) if callable(said.of) else _in_table(t, said.of, owner)
        except AttributeError as error:
            raise DeclarationError(f"{part.of.__name__}.{name} is the SameAs({said.of!r}): {error}") from None
        if shown != right:
            whose = "" if owner is None else f" for seat {owner}"
            what = "the declared function returns" if callable(said.of) else f"the table's {said.of} is"
            yield f"{part.of.__name__}.{name} is {shown!r}{whose}, but {what} {right!r}"


def _in_table(t: Table[Any], path: str, owner: Seat | None) -> Any:
    value: Any = t
    for name in path.split("."):
        value = getattr(value, name)
        if owner is not None and isinstance(value, list):
            value = value[owner]
        elif owner is not None and isinstance(value, dict):
            value = value.get(owner)
        if value is None:
            break
    return tuple(value) if isinstance(value, list) else value
