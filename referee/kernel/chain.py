"""The digests of a record: each line has one, over its own bytes and the digest of the line before."""

from __future__ import annotations

from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec import Struct

from referee.kernel.match import Match

DIGEST_BYTES = 16
DIGEST_FIELD = b',"digest":"'
"""What stands before the digest. In JSON it can stand nowhere else behind it: `time` has no field of that name."""

Line = TypeVar("Line", bound=Struct)

_encoder = msgspec.json.Encoder()


class Chain:
    """The chain of digests: each covers the one before, and all that its line says but for the time."""

    def __init__(self, last: str = "") -> None:
        """Goes on after the line with that digest."""
        self._last = bytes.fromhex(last)

    def sealed(self, line: Line) -> Line:
        """The line with its digest."""
        return msgspec.structs.replace(line, digest=self.next(content_of(line)))

    def sealed_line(self, line: Line, time: object) -> tuple[Line, bytes]:
        """A line that has neither digest nor time yet, with both, and as it stands in a file, its end included."""
        content = _encoder.encode(line)[:-1]
        digest = self.next(content)
        written = b'%b%b%b","time":%b}\n' % (content, DIGEST_FIELD, digest.encode(), _encoder.encode(time))
        return msgspec.structs.replace(line, digest=digest, time=time), written

    def next(self, content: bytes) -> str:
        """The digest of the next line, whose bytes up to its digest are given."""
        self._last = blake2b(self._last + content, digest_size=DIGEST_BYTES).digest()
        return self._last.hex()


def table_digest(match: Match) -> str:
    """The digest of the whole table."""
    return blake2b(match.table_bytes(), digest_size=DIGEST_BYTES).hexdigest()


def content_of(line: Struct) -> bytes:
    """The line up to its digest."""
    return _encoder.encode(msgspec.structs.replace(line, digest="", time=None))[:-1]
