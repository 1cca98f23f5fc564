"""Writes values of a game as bytes, with one encoder per class, which is built once from the schema.

A position is sent for every decision, so speed matters. Encoders call functions written in C where they can, and look
up what they encoded before. No message objects are created.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter, call
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from referee.errors import DeclarationError
from referee.kernel.forms import Enumeration, Field, Kind, Mapped, Nested, Placed, Plain
from referee.kernel.schema import Schema

Encode = Callable[[Any], bytes]

VIEW, OPTIONS, EVENTS = 1, 2, 3
KEPT = 4096
VARINT, LENGTH_DELIMITED = 0, 2
LIMIT = 1 << 32


class Memo(dict[Any, bytes]):
    """A cache of bytes by value. A missing entry is computed; a full cache is emptied."""

    __slots__ = ("_make",)

    def __init__(self, make: Encode) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, value: Any) -> bytes:
        made = self._make(value)
        if len(self) >= KEPT:
            self.clear()
        self[value] = made
        return made


def memo(make: Encode) -> Encode:
    """The given function with a cache."""
    return Memo(make).__getitem__


def varint(number: int) -> bytes:
    """A non-negative number, seven bits per byte."""
    made = bytearray()
    while number > 0x7F:
        made.append(number & 0x7F | 0x80)
        number >>= 7
    made.append(number)
    return bytes(made)


def head(number: int, size: int) -> bytes:
    """The tag and the length that precede a field's bytes."""
    return varint(number << 3 | LENGTH_DELIMITED) + varint(size)


class Encoders:
    """The encoders of a game. Each returns a part of a serialised Position.

    Attributes:
        view: The view, as the Position's field.
        option: An option, as one of the Position's options.
        event: An event, as one of the Position's events.
    """

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._classes: dict[type[Struct], Encode] = {}
        self.view = delimited(VIEW, self.of_class(schema.view))
        self.option = memo(self._one_of(schema.options, "option", OPTIONS))
        self.event = memo(self._one_of(schema.events, "event", EVENTS))

    def of_class(self, of: type[Struct]) -> Encode:
        """The message of a value of a class."""
        known = self._classes.get(of)
        if known is None:
            known = self._classes[of] = together([self._field(field) for field in self._schema.message(of).fields], of)
        return known

    def _one_of(self, kinds: Sequence[type[Struct]], what: str, number: int | None = None) -> Encode:
        by_class = {kind: self._member(at, kind, number) for at, kind in enumerate(kinds, 1)}

        def encode(value: Struct) -> bytes:
            try:
                member = by_class[type(value)]
            except KeyError:
                raise DeclarationError(f"{value!r} is not an {what} of this game") from None
            return member(value)

        return encode

    def _member(self, at: int, kind: type[Struct], number: int | None) -> Encode:
        """Encode an option or event in its oneof, as the field `number` of another message."""
        inner = self.of_class(kind)

        def heads(size: int) -> bytes:
            member = head(at, size)
            return member if number is None else head(number, len(member) + size) + member

        head_of = memo(heads)

        def encode(value: Struct) -> bytes:
            body = inner(value)
            return head_of(len(body)) + body

        return encode

    def _field(self, field: Field) -> Encode:
        match field.kind:
            case Plain() | Enumeration():
                return self._scalars(field) if field.repeated else memo(_singular(field))
            case Mapped():
                return self._mapping(field, field.kind)
        one = delimited(field.number, self._message(field.kind))
        if field.optional:
            one = partial(_unless_none, one)
        if _comes_again(field.kind):
            one = memo(one)
        return (lambda values: b"".join(map(one, values))) if field.repeated else one

    def _message(self, kind: Kind) -> Encode:
        match kind:
            case Nested(of):
                return self.of_class(of)
            case Placed():
                return _placed(kind)
        return self._one_of(self._schema.options, "option")

    def _scalars(self, field: Field) -> Encode:
        assert isinstance(field.kind, Plain | Enumeration)
        encode = payload(field.kind)
        if field.kind.proto in {"string", "bytes"}:
            one = delimited(field.number, encode)
            return memo(lambda values: b"".join(map(one, values)))

        def packed(values: Sequence[Any]) -> bytes:
            body = b"".join([b"\0" if value is None and field.optional else encode(value) for value in values])
            return head(field.number, len(body)) + body if body else b""

        return memo(packed)

    def _mapping(self, field: Field, kind: Mapped) -> Encode:
        key = _singular(Field("key", 1, "", kind.key, optional=True))
        value = self._field(Field("value", 2, "", kind.value, optional=isinstance(kind.value, Plain)))
        one = delimited(field.number, lambda item: key(item[0]) + value(item[1]))
        return lambda values: b"".join(map(one, sorted(values.items())))


def together(fields: Sequence[Encode], of: type[Struct]) -> Encode:
    """Combine the encoders of the fields into that of the class."""
    if not fields:
        return lambda _: b""
    if len(fields) == 1:
        (only,), get = fields, attrgetter(of.__struct_fields__[0])
        return lambda value: only(get(value))
    join = b"".join
    return lambda value: join(map(call, fields, astuple(value)))


def delimited(number: int, encode: Encode) -> Encode:
    """The result of `encode` as a length-delimited field of the given number."""
    head_of = memo(partial(head, number))

    def field(value: Any) -> bytes:
        body = encode(value)
        return head_of(len(body)) + body

    return field


def payload(kind: Plain | Enumeration) -> Encode:
    """The encoder of a single value without its tag."""
    if isinstance(kind, Enumeration):
        numbers = {value: number for number, (value, _, _) in enumerate(kind.words, 1)}
        return memo(lambda value: varint(_number_of(value, numbers, kind.name)))
    match kind.proto:
        case "uint32":
            return memo(lambda value: varint(_within(value + kind.first, 0, LIMIT)))
        case "sint32":
            return memo(lambda value: varint(2 * _within(value, 0, LIMIT // 2) if value >= 0 else _zigzag(value)))
        case "bool":
            return lambda value: varint(bool(value))
        case "string":
            return str.encode
    return bytes


def _singular(field: Field) -> Encode:
    """The encoder of a single field. A field without presence is left out if it has its default value."""
    assert isinstance(field.kind, Plain | Enumeration)
    encode = payload(field.kind)
    by_size = field.kind.proto in {"string", "bytes"}
    left_out = None if field.has_presence else b"" if by_size else b"\0"
    tag = varint(field.number << 3 | (LENGTH_DELIMITED if by_size else VARINT))

    def singular(value: Any) -> bytes:
        if value is None:
            return _nothing(field)
        body = encode(value)
        if body == left_out:
            return b""
        return tag + varint(len(body)) + body if by_size else tag + body

    return singular


def _comes_again(kind: Kind) -> bool:
    """Whether encoded values are cached, which a class requests with `cache_hash`."""
    return isinstance(kind, Placed) or (isinstance(kind, Nested) and kind.of.__struct_config__.cache_hash)


def _placed(kind: Placed) -> Encode:
    fields = [memo(_singular(Field(name, at, "", kind.kind))) for at, (name, _) in enumerate(kind.places, 1)]

    def placed(values: Sequence[int]) -> bytes:
        if len(values) != len(fields):
            raise DeclarationError(f"{kind.name} has {len(fields)} places, not {len(values)}: {values!r}")
        return b"".join(map(call, fields, values))

    return placed


def _nothing(field: Field) -> bytes:
    if not field.optional:
        raise DeclarationError(f"field {field.name!r} is None, but is not declared optional")
    return b""


def _unless_none(encode: Encode, value: Any) -> bytes:
    return b"" if value is None else encode(value)


def _number_of(value: Any, numbers: dict[Any, int], name: str) -> int:
    if value not in numbers:
        raise DeclarationError(f"invalid {name} {value!r}; allowed are {', '.join(map(str, numbers))}")
    return numbers[value]


def _within(number: int, low: int, limit: int) -> int:
    if not low <= number < limit:
        raise DeclarationError(f"the number {number} is not from {low} to {limit - 1}")
    return number


def _zigzag(number: int) -> int:
    return -2 * _within(number, -LIMIT // 2, 0) - 1
