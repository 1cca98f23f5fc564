"""Seeds of matches: they follow from one number, so that a training run can be repeated."""

from __future__ import annotations

from hashlib import blake2b

_PREFIX = b"referee training seed\0"


def match_seed(seed: int, place: int, number: int) -> int:
    """The seed of a match, for `referee.start`: the `number`-th match at a place of a batch, each counted from 0."""
    text = f"{seed} {place} {number}".encode()
    return int.from_bytes(blake2b(_PREFIX + text, digest_size=8).digest(), "little") >> 1
