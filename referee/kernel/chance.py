"""Chance: named streams of numbers that follow from the match seed alone.

The recipe is part of the contract, so that any language can deal the same cards; `clients/README.md` gives it with
test vectors. Each stream counts its own draws: a time-out, or another order of play, can not shift an unrelated deal.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

__all__ = ["Chance"]

T = TypeVar("T")

SEED_BYTES = 32
SALT_BYTES = 32
RANGE = 1 << 64
COMMITMENT_PREFIX = b"referee match commitment\0"
OWN_SALT_PREFIX = b"referee salt of an id\0"
NUMBER_PREFIX = b"referee seed number\0"

# A number of 64 bits, little-endian: one way, and back from the beginning of a longer digest.
_pack = Struct("<Q").pack
_unpack = Struct("<Q").unpack_from


class Chance:
    """One stream. `drawn` maps each stream's name to the number of draws so far; the stream advances its own entry."""

    __slots__ = ("_drawn", "_name", "_stream")

    def __init__(self, seed: bytes, name: str, drawn: dict[str, int]) -> None:
        self._stream = blake2b(name.encode() + b"\0", key=seed)
        self._name = name
        self._drawn = drawn

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely."""
        fair = RANGE - RANGE % bound
        while True:
            count = self._drawn.get(self._name, 0)
            self._drawn[self._name] = count + 1
            draw = self._stream.copy()
            draw.update(_pack(count))
            number: int = _unpack(draw.digest())[0]
            if number < fair:
                return number % bound

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Brings the items into a random order, in place (Fisher-Yates, from the last index down)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def seed_from(seed: bytes | int) -> bytes:
    """The 32-byte seed that a caller means: bytes as they are, a number by its hash."""
    if isinstance(seed, int):
        return blake2b(NUMBER_PREFIX + str(seed).encode(), digest_size=SEED_BYTES).digest()
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def salt_of(seed: bytes, match_id: str) -> bytes:
    """A salt for a match that was given none: as secret as its seed, and another one for each id."""
    return blake2b(OWN_SALT_PREFIX + match_id.encode(), key=seed, digest_size=SALT_BYTES).digest()


def commitment(seed: bytes, salt: bytes) -> bytes:
    """The hash that is published before a match; once seed and salt are published, anybody can check it.

    The salt is of this match alone, so that nobody sees that another match has the same seed, and nobody can try seeds.
    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
    return blake2b(COMMITMENT_PREFIX + salt + seed, digest_size=32).digest()
