"""Seeds of matches, which are derived from one number, so that a training run can be repeated."""

from __future__ import annotations

from hashlib import blake2b

_PREFIX = b"referee training seed\0"


def match_seed(seed: int, place: int, number: int) -> int:
    """The seed of a match, for `referee.start`.

    `number` says which match at a place of the batch it is; both are counted from 0.
    """
    text = f"{seed} {place} {number}".encode()
    return int.from_bytes(blake2b(_PREFIX + text, digest_size=8).digest(), "little") >> 1
