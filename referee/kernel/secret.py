"""The secret of a series of matches: their seeds, salts and ids are derived from it alone.

The method is specified in the manual (`referee manual deals`), with test vectors, so that anyone can derive every deal
once the secret is published. The code that does I/O creates and stores the secret.
"""

from __future__ import annotations

from hashlib import blake2b

from referee.kernel.chance import SEED_BYTES, seed_from

SECRET_BYTES = 32
ID_BYTES = 12
COMMITMENT_PREFIX = b"referee secret commitment\0"
SEED_PREFIX = b"referee match seed\0"
SALT_PREFIX = b"referee match salt\0"
ID_PREFIX = b"referee match id\0"


class Secret:
    """The secret of a tournament, or of another series of matches.

    Deals, tables and rotations have numbers. The rotations of a deal at a table share their seed; no two matches share
    a salt or an id. The derived values reveal nothing about the secret or about each other. A further `attempt` at a
    match that was interrupted has new cards, salt and id.
    """

    __slots__ = ("_value",)

    def __init__(self, value: bytes) -> None:
        if len(value) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(value)}")
        self._value = value

    @classmethod
    def from_number(cls, number: int) -> Secret:
        """Make a secret from a number, for experiments with your own bots: anyone who guesses it knows every card."""
        return cls(seed_from(number))

    def __repr__(self) -> str:
        return "Secret(...)"  # it must not appear in a log or a traceback

    def reveal(self) -> bytes:
        """The secret itself. Keep it private, and publish it after the last match."""
        return self._value

    @property
    def commitment(self) -> bytes:
        """The hash that is published before the first match."""
        return blake2b(COMMITMENT_PREFIX + self._value, digest_size=32).digest()

    def seed(self, deal: int, table: int, attempt: int = 0) -> bytes:
        """The seed of every match of this deal at this table."""
        return self._derive(SEED_PREFIX, [deal, table], attempt)

    def salt(self, deal: int, table: int, rotation: int, attempt: int = 0) -> bytes:
        """The salt of a match: it makes its commitment differ from those of all other matches with the same seed."""
        return self._derive(SALT_PREFIX, [deal, table, rotation], attempt)

    def match_id(self, deal: int, table: int, rotation: int, attempt: int = 0) -> str:
        """The id of a match that the bots receive."""
        return self._derive(ID_PREFIX, [deal, table, rotation], attempt)[:ID_BYTES].hex()

    def _derive(self, purpose: bytes, numbers: list[int], attempt: int) -> bytes:
        message = purpose + " ".join(map(str, [*numbers, *([attempt] if attempt else [])])).encode()
        return blake2b(message, key=self._value, digest_size=SEED_BYTES).digest()
