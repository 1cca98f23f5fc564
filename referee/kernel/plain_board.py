"""The board of a game without its own: every field of its view, by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from referee.kernel.board import Board, Card, CardArea, SeatArea
from referee.kernel.forms import Enumeration, Field, Kind, Mapped, Nested, Placed, Plain
from referee.kernel.schema import Schema

SEATS = "seats"
"""The field of a view that holds one part per seat, if the game has such a field."""


def plain_board(schema: Schema, view: Struct) -> Board:
    """Make the board of a view."""
    facts, zones = _facts_and_zones(schema, view, leave_out=SEATS)
    seats = [_facts_and_zones(schema, seat) for seat in _parts_of_seats(schema, view)]
    return Board(tuple(facts), tuple(zones), tuple([SeatArea(tuple(of_seat), tuple(own)) for of_seat, own in seats]))


def _parts_of_seats(schema: Schema, view: Struct) -> tuple[Struct, ...]:
    for field in schema.message(type(view)).fields:
        if field.name == SEATS and field.repeated and isinstance(field.kind, Nested):
            parts: tuple[Struct, ...] = getattr(view, SEATS)
            return parts
    return ()


def _facts_and_zones(schema: Schema, value: Struct, leave_out: str = "") -> tuple[list[str], list[CardArea]]:
    """Split the fields of a part into facts, one line each, and zones."""
    facts, zones = [], []
    for field in schema.message(type(value)).fields:
        held = getattr(value, field.name)
        if held is None or (field.name == leave_out and isinstance(field.kind, Nested)):
            continue
        if field.repeated or isinstance(field.kind, Nested | Placed | Mapped):
            zones.append(_zone(schema, field, held))
        else:
            facts.append(f"{_label(field)}: {_text(field.kind, held)}")
    return facts, zones


def _zone(schema: Schema, field: Field, held: Any) -> CardArea:
    if isinstance(field.kind, Placed):
        counted = zip(field.kind.places, held, strict=True)
        return CardArea(_label(field), tuple([Card(name, count=count) for (name, _), count in counted if count]))
    if isinstance(field.kind, Mapped):
        kind = field.kind
        return CardArea(
            _label(field), facts=tuple([f"{key}: {_text(kind.value, value)}" for key, value in held.items()])
        )
    if isinstance(field.kind, Nested):
        parts = held if field.repeated else [held]
        return CardArea(_label(field), facts=tuple(["; ".join(_lines(schema, part)) for part in parts]))
    return CardArea(_label(field), tuple([Card(_text(field.kind, one)) for one in held]))


def _lines(schema: Schema, value: Struct) -> Iterator[str]:
    facts, zones = _facts_and_zones(schema, value)
    yield from facts
    for zone in zones:
        cards = [card.name if card.count == 1 else f"{card.count} {card.name}" for card in zone.cards]
        yield f"{zone.name}: {', '.join([*cards, *zone.facts]) or 'none'}"


def _text(kind: Kind, value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(kind, Enumeration):
        return next(name for word, name, _ in kind.words if word == value).replace("_", " ")
    if isinstance(kind, Plain) and kind.first:
        return str(value + kind.first)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _label(field: Field) -> str:
    return field.name.replace("_", " ")
