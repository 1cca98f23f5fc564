"""Decode the bytes that `encoding` wrote, and return values of a game, in programs that receive a match over the wire.

People look at a few positions per second, so this need not be fast. Unknown fields are skipped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from referee.errors import RefereeError
from referee.kernel.encoding import EVENTS, LENGTH_DELIMITED, OPTIONS, VARINT, VIEW
from referee.kernel.forms import Chosen, Enumeration, Field, Kind, Mapped, Nested, Placed, Plain
from referee.kernel.schema import Schema

SIZES = {1: 8, 5: 4}
"""The sizes of fixed-size fields, by wire type. No game uses them today."""

Held = Mapping[int, Sequence[Any]]


class UnreadablePosition(RefereeError):
    """The bytes are not a position of this game, or they are from another version of it."""


class Position(Struct, frozen=True):
    """What a seat or the spectator received: the view, the options and the events."""

    view: Any
    options: list[Any]
    events: list[Any]


class Decoder:
    """Reads the positions of a game."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    def position(self, data: bytes) -> Position:
        """Read a serialised Position. Raises `UnreadablePosition` if the bytes are not a position."""
        schema = self._schema
        with _plainly():
            held = fields_in(data)
            return Position(
                self._of_class(schema.view, held[VIEW][-1]),
                [self._one_of(schema.options, option) for option in held[OPTIONS]],
                [self._one_of(schema.events, event) for event in held[EVENTS]],
            )

    def events(self, data: bytes) -> list[Any]:
        """Read only the events of a serialised Position.

        Raises `UnreadablePosition` if the bytes are not a position.
        """
        with _plainly():
            return [self._one_of(self._schema.events, event) for event in fields_in(data)[EVENTS]]

    def _of_class(self, of: type[Struct], data: bytes) -> Any:
        held = fields_in(data)
        return of(**{field.name: self._field(field, held[field.number]) for field in self._schema.message(of).fields})

    def _one_of(self, kinds: Sequence[type[Struct]], data: bytes) -> Any:
        ((number, held),) = [item for item in fields_in(data).items() if item[0] <= len(kinds)]
        return self._of_class(kinds[number - 1], held[-1])

    def _field(self, field: Field, held: Sequence[Any]) -> Any:
        if isinstance(field.kind, Mapped):
            return dict(self._entry(field.kind, fields_in(entry)) for entry in held)
        if field.repeated:
            return tuple(self._several(field, held))
        if not held and field.optional:
            return None
        return self._value(field.kind, held[-1] if held else _smallest(field.kind))

    def _several(self, field: Field, held: Sequence[Any]) -> list[Any]:
        if not isinstance(field.kind, Plain | Enumeration) or _by_size(field.kind):
            return [self._value(field.kind, item) for item in held]
        numbers = [number for part in held for number in ([part] if isinstance(part, int) else varints(part))]
        return [None if field.optional and not number else _number(field.kind, number) for number in numbers]

    def _entry(self, kind: Mapped, held: Held) -> tuple[Any, Any]:
        key, value = ([*held[number], _smallest(part)][0] for number, part in ((1, kind.key), (2, kind.value)))
        return self._value(kind.key, key), self._value(kind.value, value)

    def _value(self, kind: Kind, held: Any) -> Any:
        match kind:
            case Nested(of):
                return self._of_class(of, held)
            case Chosen():
                return self._one_of(self._schema.options, held)
            case Placed():
                parts = fields_in(held)
                return tuple(
                    _number(kind.kind, parts[number][-1] if parts[number] else 0)
                    for number in range(1, len(kind.places) + 1)
                )
            case Plain(proto="string"):
                return bytes(held).decode()
            case Plain(proto="bytes"):
                return bytes(held)
        assert isinstance(kind, Plain | Enumeration)  # a mapping holds no mappings
        return _number(kind, held)


@contextmanager
def _plainly() -> Iterator[None]:
    try:
        yield
    except (ValueError, TypeError, LookupError) as error:
        raise UnreadablePosition(f"not a position of this version of the game: {error!r}") from None


def fields_in(data: bytes) -> defaultdict[int, list[Any]]:
    """The fields of a message by their numbers: numbers as they are, length-delimited fields as bytes."""
    found: defaultdict[int, list[Any]] = defaultdict(list)
    place = 0
    while place < len(data):
        tag, place = _varint(data, place)
        kind = tag & 7
        if kind == VARINT:
            value: Any
            value, place = _varint(data, place)
        else:
            size, place = _varint(data, place) if kind == LENGTH_DELIMITED else (SIZES[kind], place)
            value, place = data[place : place + size], place + size
            if place > len(data):
                raise ValueError("it ends too early")
        found[tag >> 3].append(value)
    return found


def varints(data: bytes) -> list[int]:
    """Read packed numbers."""
    found, place = [], 0
    while place < len(data):
        number, place = _varint(data, place)
        found.append(number)
    return found


def _varint(data: bytes, place: int) -> tuple[int, int]:
    number = shift = 0
    while data[place] & 0x80:
        number |= (data[place] & 0x7F) << shift
        place, shift = place + 1, shift + 7
    return number | data[place] << shift, place + 1


def _number(kind: Plain | Enumeration, number: int) -> Any:
    if isinstance(kind, Enumeration):
        if not number:
            raise ValueError(f"no {kind.name}")
        return kind.words[number - 1][0]
    match kind.proto:
        case "sint32":
            return number >> 1 ^ -(number & 1)
        case "bool":
            return bool(number)
    return number - kind.first


def _smallest(kind: Kind) -> Any:
    """The value of a field that was left out."""
    return 0 if isinstance(kind, Plain | Enumeration) and not _by_size(kind) else b""


def _by_size(kind: Plain | Enumeration) -> bool:
    return kind.proto in {"string", "bytes"}
