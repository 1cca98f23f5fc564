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

_ENDS_OF_LINES = {b"\xc2\x85": rb"\u0085", b"\xe2\x80\xa8": rb"\u2028", b"\xe2\x80\xa9": rb"\u2029"}
"""Characters that JSON allows as they are, but at which many readers of lines begin another line."""

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
        content = escaped(_encoder.encode(line)[:-1])
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
    return escaped(content_as_is(line))


def content_as_is(line: Struct) -> bytes:
    """The same as older versions wrote it, which did not escape all ends of lines."""
    return _encoder.encode(msgspec.structs.replace(line, digest="", time=None))[:-1]


def line_in_file(line: Struct) -> bytes:
    """A line with its digest and its time, its end included."""
    return escaped(_encoder.encode(line)) + b"\n"


def line_as_written(line: Struct, before: str, digest: str) -> bytes:
    """A line with that digest after another one: as an older version wrote it, if its digest is of that."""
    new, old = line_in_file(line), _encoder.encode(line) + b"\n"
    return old if old != new and Chain(before).next(content_as_is(line)) == digest else new


def escaped(json: bytes) -> bytes:
    """JSON that no reader takes for several lines."""
    for character, escape in _ENDS_OF_LINES.items():
        if character in json:
            json = json.replace(character, escape)
    return json
