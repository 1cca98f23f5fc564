"""Observations: the view of a seat as an array of numbers of a fixed length, derived from the view's declaration.

Seats are turned: the observing seat comes first, then the others clockwise. Each field becomes one or more numbers:

number          `log2(1 + x)`, with the sign of x: 0, 1, 3, 7 become 0, 1, 2, 3
flag            0 or 1
value of a list (a word, a seat, a card)   one 1 among zeros
tuple of such values    how often each occurs, and the place of its last occurrence, both as numbers
tuple with `InOrder`    the first entries one by one, and the number of entries
tuple of parts          one slot for each value of the fields of a part that can be listed, for example for each seat
part                    its fields
field that may be None  first 1 if it is there, else 0; left out where zeros say the same

An observation is computed from the view alone, so it shows no more than the view does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from operator import attrgetter, call
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple
from numpy.typing import NDArray

from referee.errors import DeclarationError
from referee.kernel.forms import Chosen, Nested, Placed, Plain
from referee.kernel.seats import Seat
from referee.learning import pieces
from referee.learning.actions import Actions, value_name
from referee.learning.fields import Declared, Fields
from referee.learning.pieces import Piece, kept

MOST_KEYS = 256
"""The maximum number of slots for a tuple of parts.

Fields that would need more slots become part of the slot's contents.
"""

SHOWN_OF_A_TUPLE = 8
"""How many entries of a tuple are shown one by one if nothing else is declared and they have no key."""

LARGEST = 32.0
"""No entry is larger, because a number on the wire is less than 2^32."""

Observation = NDArray[np.float32]


class Observations:
    """The arrays of a game for a card set and a number of seats. Get them from a `Space`.

    Attributes:
        names: The name of each entry of an array: the field of the view, and what the entry says about it.
    """

    def __init__(self, fields: Fields, actions: Actions) -> None:
        self._view_type = fields.game.view_type
        self._by_seat = [_Maker(fields, actions, seat).view() for seat in range(fields.seats)]
        self.names = self._by_seat[0].names

    def __len__(self) -> int:
        return len(self.names)

    def of(self, view: Any, seat: Seat) -> Observation:
        """The array of a view that belongs to this seat."""
        return np.frombuffer(bytearray(self._by_seat[seat].encode(view)), np.float32)

    def bytes_of(self, view: Any, seat: Seat) -> bytes:
        """The numbers of an observation as bytes, which can be copied faster."""
        return self._by_seat[seat].encode(view)


class _Maker:
    """Makes the pieces for one observing seat."""

    def __init__(self, fields: Fields, actions: Actions, looking: int) -> None:
        self._fields = fields
        self._actions = actions
        self._looking = looking
        self._turned = {(looking + turned) % fields.seats: turned for turned in range(fields.seats)}

    def view(self) -> Piece:
        """The piece for a view. The viewer's own seat is left out: it is always the first one."""
        return self._part(self._fields.game.view_type, "", leave_out=lambda field: field.name == self._fields.viewer)

    def _part(self, of: type[Struct], name: str, leave_out: Callable[[Declared], bool] = lambda _field: False) -> Piece:
        declared = self._fields.of(of)
        made = [
            Piece([], lambda _: b"") if leave_out(field) else self._field(field, f"{name}.{field.name}".lstrip("."))
            for field in declared
        ]
        piece = Piece([entry for part in made for entry in part.names], _together([p.encode for p in made], of))
        return kept(piece) if of.__struct_config__.cache_hash else piece

    def _field(self, field: Declared, name: str) -> Piece:
        values = self._fields.values(field)
        if values is not None and field.hint is not bool:
            return self._listed(pieces.one_of, field, values, name)
        if field.repeated:
            return self._tuple(field, name)
        piece = self._single(field, name)
        return pieces.with_flag(name, piece) if field.optional else piece

    def _single(self, field: Declared, name: str) -> Piece:
        """One value that is not None."""
        values = self._fields.single_values(field)
        if values is not None and field.hint is not bool:
            return self._listed(pieces.one_of, field, values, name)
        match field.kind:
            case Plain("bool"):
                return pieces.flag(name)
            case Plain("uint32" | "sint32"):
                return pieces.number(name)
            case Placed(places=places):
                return pieces.numbers(name, [place for place, _ in places])
            case Nested(of):
                return self._part(of, name)
            case Chosen():
                return self._chosen(field, name)
        raise DeclarationError(
            f"{name} of the view of {self._fields.game.id} has no form as numbers: declare its values with Among"
        )

    def _listed(self, make: Callable[..., Piece], field: Declared, values: Sequence[Any], name: str) -> Piece:
        places = {value: at for at, value in enumerate(values)}
        if field.is_seat:
            places = self._turned
        return make(name, places, [value_name(field, value) for value in values])

    def _chosen(self, field: Declared, name: str) -> Piece:
        """An option, as one of the actions of its classes."""
        kinds = [kind for kind in self._fields.game.choices if kind in getattr(field.hint, "__args__", (field.hint,))]
        listed = [action for kind in kinds if kind not in self._actions.indexed for action in self._actions.kind(kind)]
        places = {self._actions.option_of(action, Seat(self._looking)): at for at, action in enumerate(listed)}
        return pieces.one_of(name, places, [self._actions.names[action] for action in listed])

    def _tuple(self, field: Declared, name: str) -> Piece:
        if field.viewer:
            return self._one_for_each_seat(field, name)
        values = self._fields.single_values(field)
        in_order = self._fields.shown_in_order(field)
        if in_order or not (values or isinstance(field.kind, Nested)):
            return self._in_order(field, name, in_order or SHOWN_OF_A_TUPLE)
        if values is not None:
            return self._listed(pieces.set_of, field, values, name)
        return self._keyed(field, name)

    def _in_order(self, field: Declared, name: str, count: int) -> Piece:
        entries = [self._single(field, f"{name}[{at}]") for at in range(count)]
        return kept(pieces.in_order(name, entries))

    def _one_for_each_seat(self, field: Declared, name: str) -> Piece:
        """The entry of each seat, turned.

        Fields that only their owner may know are present only for the observing seat.
        """
        assert isinstance(field.kind, Nested)
        own = self._part(field.kind.of, f"{name}[+0]")
        others = [
            self._part(field.kind.of, f"{name}[+{turned}]", leave_out=lambda field: field.is_private)
            for turned in range(1, self._fields.seats)
        ]
        at, encode_own, encode_other = self._looking, own.encode, others[0].encode

        def encode(seats: Sequence[Any]) -> bytes:
            return b"".join([encode_own(seats[at]), *map(encode_other, (*seats[at + 1 :], *seats[:at]))])

        return Piece([entry for piece in (own, *others) for entry in piece.names], encode)

    def _keyed(self, field: Declared, name: str) -> Piece:
        assert isinstance(field.kind, Nested)
        of = field.kind.of
        keys = self._keys(of)
        if not keys:
            return self._in_order(field, name, SHOWN_OF_A_TUPLE)
        get = attrgetter(*(key.name for key in keys))
        found: dict[Any, str] = {}
        for values in product(*map(self._key_values, keys)):
            told = ", ".join(f"{key.name}={value_name(key, value)}" for key, value in zip(keys, values, strict=True))
            real = [self._turned_back(key, value) for key, value in zip(keys, values, strict=True)]
            found[real[0] if len(real) == 1 else (*real,)] = f"{name}[{told}]"
        used = {key.name for key in keys}
        rest = partial(self._part, of, leave_out=lambda field: field.name in used)
        return kept(pieces.keyed(found, get, rest))

    def _keys(self, of: type[Struct]) -> list[Declared]:
        """The fields by which entries are found: those whose values can be listed, as many as fit."""
        keys, count = [], 1
        for field in self._fields.of(of):
            values = None if field.repeated or field.hint is bool else self._fields.values(field)
            if values is not None and count * (len(values) + field.optional) <= MOST_KEYS:
                keys.append(field)
                count *= len(values) + field.optional
        return keys

    def _key_values(self, key: Declared) -> Sequence[Any]:
        values = self._fields.values(key) or ()
        return [*values, None] if key.optional else values

    def _turned_back(self, field: Declared, value: Any) -> Any:
        return (value + self._looking) % self._fields.seats if field.is_seat and value is not None else value


def _together(fields: Sequence[Callable[[Any], bytes]], of: type[Struct]) -> Callable[[Any], bytes]:
    """Combine the encoders of the fields into that of the class."""
    if len(fields) == 1:
        (only,), get = fields, attrgetter(of.__struct_fields__[0])
        return lambda value: only(get(value))
    join = b"".join
    return lambda value: join(map(call, fields, astuple(value)))
