"""The digests of a record. Each line has a digest of its own bytes and of the previous line's digest."""

from __future__ import annotations

from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec import Struct

from referee.kernel.match import Match

DIGEST_BYTES = 16
DIGEST_FIELD = b',"digest":"'
"""What precedes the digest in a line. It cannot occur again after the digest: `time` has no field of that name."""

_ENDS_OF_LINES = {b"\xc2\x85": rb"\u0085", b"\xe2\x80\xa8": rb"\u2028", b"\xe2\x80\xa9": rb"\u2029"}
"""Characters that JSON allows without an escape, but that many programs treat as the end of a line."""

Line = TypeVar("Line", bound=Struct)

_encoder = msgspec.json.Encoder()


class Chain:
    """The chain of digests: each covers the previous digest and all of its own line except `time`."""

    def __init__(self, last: str = "") -> None:
        """Continue after the line with the given digest."""
        self._last = bytes.fromhex(last)

    def sealed(self, line: Line) -> Line:
        """A copy of the line with its digest."""
        return msgspec.structs.replace(line, digest=self.next(content_of(line)))

    def sealed_line(self, line: Line, time: object) -> tuple[Line, bytes]:
        """Add digest and time to a line that has neither, and return it as written to a file, with its line end."""
        content = _encoder.encode(line)[:-1]
        if not content.isascii():  # checked here to save a call for most steps of most matches
            content = escaped(content)
        digest = self.next(content)
        written = b'%b%b%b","time":%b}\n' % (content, DIGEST_FIELD, digest.encode(), _encoder.encode(time))
        return msgspec.structs.replace(line, digest=digest, time=time), written

    def next(self, content: bytes) -> str:
        """The digest of the next line, given its bytes up to the digest."""
        self._last = blake2b(self._last + content, digest_size=DIGEST_BYTES).digest()
        return self._last.hex()


def table_digest(match: Match) -> str:
    """The digest of the whole table."""
    return blake2b(match.table_bytes(), digest_size=DIGEST_BYTES).hexdigest()


def content_of(line: Struct) -> bytes:
    """The bytes of the line up to its digest."""
    return escaped(content_as_is(line))


def content_as_is(line: Struct) -> bytes:
    """The line in the form of older versions, which did not escape all line ends."""
    return _encoder.encode(msgspec.structs.replace(line, digest="", time=None))[:-1]


def line_in_file(line: Struct) -> bytes:
    """Return a line with its digest, its time and its line end."""
    return escaped(_encoder.encode(line)) + b"\n"


def line_as_written(line: Struct, before: str, digest: str) -> bytes:
    """The bytes of a line that has this digest: in the form of an older version, if the digest covers that form."""
    old = _encoder.encode(line) + b"\n"
    new = escaped(old)
    return old if old is not new and Chain(before).next(content_as_is(line)) == digest else new


def escaped(json: bytes) -> bytes:
    """The JSON with escaped line ends, so that no program splits it into several lines."""
    if json.isascii():
        return json
    for character, escape in _ENDS_OF_LINES.items():
        if character in json:
            json = json.replace(character, escape)
    return json
