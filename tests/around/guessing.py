"""How a bot can look for the deal from what it receives when a match begins: by guessing and comparing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b
from itertools import product
from pathlib import Path

from referee.kernel.chance import commitment
from referee.kernel.secret import Secret

HOME = Path(__file__).parents[2]
DEALS, TABLES, ROTATIONS = (1, 2), (1,), (0, 1)
ALIKE = 8
"""So many equal hexadecimal digits in the same places do not happen by chance at the ends of two words."""

Told = tuple[str, str]
"""The id of a match and its commitment, in hexadecimal."""


def numbers_in_examples() -> set[int]:
    """Every seed that stands in an example."""
    files = [HOME / "README.md", *(HOME / "referee" / "manual").rglob("*.md")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    return {int(number) for text in texts for number in re.findall(r"seed(?: = |[ =])(\d+)", text)}


def guess(told: Iterable[Told], numbers: Iterable[int]) -> set[int]:
    """The numbers from which the deal of one of these matches follows, in any way that we know of.

    Besides the given ones all are tried that stand in the ids.
    """
    ids, commitments = map(set, zip(*told, strict=True))
    in_ids = {int(number) for name in ids for number in re.findall(r"\d+", name)}
    return {number for number in (*numbers, *in_ids) if _follows(number, ids, commitments)}


def _follows(number: int, ids: set[str], commitments: set[str]) -> bool:
    secret = Secret.from_number(number)
    seeds = [secret.reveal()]
    for deal, table in product(DEALS, TABLES):
        seed = secret.seed(deal, table)
        seeds += [seed, _seed_of_a_deal(secret.reveal(), deal)]
        for rotation in ROTATIONS:
            if secret.match_id(deal, table, rotation) in ids:
                return True
            if commitment(seed, secret.salt(deal, table, rotation)).hex() in commitments:
                return True
    return any(_unsalted(seed) in commitments for seed in seeds)


def _seed_of_a_deal(seed: bytes, deal: int) -> bytes:
    """How seeds were made when they followed from a plan's number."""
    return blake2b(b"referee deal\0" + str(deal).encode(), key=seed, digest_size=32).digest()


def _unsalted(seed: bytes) -> str:
    """How the referee committed to a seed then."""
    return blake2b(b"referee seed commitment\0" + seed, digest_size=32).hexdigest()


def look_alike(one: Told, other: Told) -> bool:
    """Whether two matches seem to have something to do with each other."""
    return any(a[:ALIKE] == b[:ALIKE] or a[-ALIKE:] == b[-ALIKE:] for a, b in zip(one, other, strict=True))
