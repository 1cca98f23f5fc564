"""Chance: named streams of numbers, derived from the match seed alone.

The method is specified in the manual (`referee manual deals`), with test vectors, so that programs in any language can
deal the same cards. Each stream counts its own draws, so a timeout or another order of play cannot shift an unrelated
deal.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

import msgspec

__all__ = ["Chance"]

T = TypeVar("T")

SEED_BYTES = 32
SALT_BYTES = 32
RANGE = 1 << 64
COMMITMENT_PREFIX = b"referee match commitment\0"
OWN_SALT_PREFIX = b"referee salt of an id\0"
NUMBER_PREFIX = b"referee seed number\0"

# A 64-bit little-endian number: `_PACK` writes it, `_UNPACK` reads it from the start of a longer digest.
_pack = Struct("<Q").pack
_unpack = Struct("<Q").unpack_from


class Chance:
    """One stream. `drawn` maps each stream's name to the number of draws so far; the stream advances its own entry."""

    __slots__ = ("_drawn", "_fixed", "_name", "_stream")

    def __init__(self, seed: bytes, name: str, drawn: dict[str, int]) -> None:
        self._stream = blake2b(name.encode() + b"\0", key=seed[:SEED_BYTES])
        self._name = name
        self._drawn = drawn
        self._fixed = _fixed_in(seed).get(name) if len(seed) > SEED_BYTES else None

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely."""
        fair = RANGE - RANGE % bound
        while True:
            count = self._drawn.get(self._name, 0)
            self._drawn[self._name] = count + 1
            if self._fixed is not None and count in self._fixed:
                return self._fixed[count] % bound
            draw = self._stream.copy()
            draw.update(_pack(count))
            number: int = _unpack(draw.digest())[0]
            if number < fair:
                return number % bound

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle the items in place (Fisher-Yates, from the last index down)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


FixedDraws = Mapping[str, Mapping[int, int]]
"""Draws with a fixed outcome. Each is given by the name of its stream and its number in that stream, from 0."""


def seed_with(seed: bytes, fixed: FixedDraws) -> bytes:
    """A seed with which these draws have these outcomes; all other draws are derived from the given 32 bytes.

    Only imagined positions have such seeds (`referee.learning.Belief`). A match has a seed of 32 bytes.
    """
    return seed + msgspec.msgpack.encode(fixed) if fixed else seed


@lru_cache(8)
def _fixed_in(seed: bytes) -> FixedDraws:
    return msgspec.msgpack.decode(seed[SEED_BYTES:], type=dict[str, dict[int, int]])


def seed_from(seed: bytes | int) -> bytes:
    """The 32-byte seed: given bytes unchanged, or the hash of a given number."""
    if isinstance(seed, int):
        return blake2b(NUMBER_PREFIX + str(seed).encode(), digest_size=SEED_BYTES).digest()
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def salt_of(seed: bytes, match_id: str) -> bytes:
    """A salt for a match without a given one: as secret as its seed, and different for each id."""
    return blake2b(OWN_SALT_PREFIX + match_id.encode(), key=seed, digest_size=SALT_BYTES).digest()


def commitment(seed: bytes, salt: bytes) -> bytes:
    """The hash published before a match. Once seed and salt are published, anyone can check the commitment.

    The salt belongs to this match alone, so that nobody can see that another match has the same seed, or guess seeds.
    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
    return blake2b(COMMITMENT_PREFIX + salt + seed, digest_size=32).digest()
