"""Pieces of an array: a value of a view as the bytes of float32 numbers, with a name for each number.

Bytes can be joined and cached quickly. Most parts of a view are the same as in an earlier view, so most of an
observation is found in a cache.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import copysign, log2
from struct import Struct
from typing import Any

import numpy as np

from referee.errors import DeclarationError

Encode = Callable[[Any], bytes]

FLOAT = 4
KEPT_BYTES = 1 << 19
KEPT_VALUES = 4096

_pack = Struct("=f").pack
_ONE = _pack(1)
_ZERO = _pack(0)


@dataclass(frozen=True)
class Piece:
    """A part of an array: the name of each number, and the function that turns a value into their bytes."""

    names: list[str]
    encode: Encode

    @property
    def nothing(self) -> bytes:
        """The bytes of a missing value."""
        return bytes(FLOAT * len(self.names))


class Kept(dict[Any, bytes]):
    """A cache of bytes by value. A missing entry is computed; a full cache is emptied."""

    __slots__ = ("_make", "_most")

    def __init__(self, make: Encode, size: int) -> None:
        super().__init__()
        self._make = make
        self._most = max(64, min(KEPT_VALUES, KEPT_BYTES // max(1, FLOAT * size)))

    def __missing__(self, value: Any) -> bytes:
        made = self._make(value)
        if len(self) >= self._most:
            self.clear()
        self[value] = made
        return made


def kept(piece: Piece) -> Piece:
    """This piece, with a cache."""
    return Piece(piece.names, Kept(piece.encode, len(piece.names)).__getitem__)


def scaled(number: float) -> float:
    """A number as arrays show it: log2(1 + x), with the sign of x. So 0 is shown as 0, 1 as 1, 3 as 2, and -3 as -2."""
    return copysign(log2(1 + abs(number)), number)


def number(name: str) -> Piece:
    """A number."""
    return kept(Piece([name], lambda value: _pack(scaled(value))))


def flag(name: str) -> Piece:
    """True or false."""
    return Piece([name], lambda value: _ONE if value else _ZERO)


def numbers(name: str, places: Sequence[str]) -> Piece:
    """A tuple with one number for each name."""
    pack = Struct(f"={len(places)}f").pack
    return kept(Piece([f"{name}.{place}" for place in places], lambda value: pack(*map(scaled, value))))


def one_of(name: str, places: Mapping[Any, int], texts: Sequence[str]) -> Piece:
    """One of several values, as one 1 among zeros. None and an empty text are all zeros.

    `places` maps each value to its place, and `texts` contains the name of each place.
    """
    rows = {value: _ZERO * at + _ONE + _ZERO * (len(texts) - at - 1) for value, at in places.items()}
    nothing = bytes(FLOAT * len(texts))

    def encode(value: Any) -> bytes:
        row = rows.get(value)
        return (nothing if _is_nothing(value) else _unknown(name, value)) if row is None else row

    return Piece([f"{name}={text}" for text in texts], encode)


def set_of(name: str, places: Mapping[Any, int], texts: Sequence[str]) -> Piece:
    """Several values: how often each occurs, and the place of its last occurrence in the tuple, from 1."""
    size = len(texts)

    def encode(values: Sequence[Any]) -> bytes:
        made = array("f", bytes(2 * FLOAT * size))
        for place, value in enumerate(values, 1):
            if value in places:
                made[places[value]] += 1
                made[size + places[value]] = scaled(place)
            elif not _is_nothing(value):
                _unknown(name, value)
        for at in range(size):
            made[at] = scaled(made[at])
        return made.tobytes()

    names = [f"{name}: number of {text}" for text in texts] + [f"{name}: place of {text}" for text in texts]
    return kept(Piece(names, encode))


def in_order(name: str, pieces: Sequence[Piece]) -> Piece:
    """The first entries of a tuple, each in its place, and the number of all."""
    nothing = [piece.nothing for piece in pieces]
    count = number(f"{name}: number of entries")

    def encode(values: Sequence[Any]) -> bytes:
        parts = [piece.encode(value) for piece, value in zip(pieces, values, strict=False)]
        return b"".join([*parts, *nothing[len(parts) :], count.encode(len(values))])

    return Piece([*(entry for piece in pieces for entry in piece.names), *count.names], encode)


def keyed(keys: Mapping[Hashable, str], key_of: Callable[[Any], Hashable], rest: Callable[[str], Piece]) -> Piece:
    """Entries found by a key: for each key how many entries have it, the place of the last one, and their sum.

    `rest` makes the piece for an entry without its key, by the text of the key.
    """
    pieces = [rest(text) for text in keys.values()]
    width = 2 + len(pieces[0].names)
    first = {key: at * width for at, key in enumerate(keys)}
    encode_rest = pieces[0].encode

    def encode(values: Sequence[Any]) -> bytes:
        made = np.zeros(width * len(first), np.float32)
        for place, value in enumerate(values, 1):
            at = first[key_of(value)]
            made[at] += 1
            made[at + 1] = scaled(place)
            if width > 2:
                made[at + 2 : at + width] += np.frombuffer(encode_rest(value), np.float32)
        made[::width] = np.log2(1 + made[::width])
        return made.tobytes()

    names = [
        entry
        for text, piece in zip(keys.values(), pieces, strict=True)
        for entry in (f"{text}: number of entries", f"{text}: place", *piece.names)
    ]
    return Piece(names, encode)


def with_flag(name: str, piece: Piece) -> Piece:
    """A value that may be missing: 1 and the value, or zeros."""
    nothing = _ZERO + piece.nothing
    return Piece(
        [f"{name} is there", *piece.names], lambda value: nothing if value is None else _ONE + piece.encode(value)
    )


def _is_nothing(value: Any) -> bool:
    return value is None or value == ""


def _unknown(name: str, value: Any) -> bytes:
    raise DeclarationError(f"{name} is {value!r}, which is not one of the values that Among declares for it")
