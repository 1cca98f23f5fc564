"""How much of what a client sends may be passed on: HTTP/2 frames, counted by type. No I/O and no clock.

Frames cost an allowance that grows with time. If a client has used up its allowance, we read nothing from it until it
has some again. So a busy client is only slowed down. Frames that no client needs in large numbers (PING, SETTINGS,
PRIORITY, resets, DATA without bytes) have a separate allowance; when that is used up, the connection is ended.
"""

from __future__ import annotations

from msgspec import Struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADER_BYTES = 9
DATA, HEADERS, _PRIORITY, RST_STREAM, _SETTINGS, _PUSH, _PING, _GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
NAMES = ("DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY", "WINDOW_UPDATE")
END_STREAM, END_HEADERS, PADDED, WITH_PRIORITY = 0x1, 0x4, 0x8, 0x20

MAX_BLOCK_BYTES = 16 * 1024
MAX_FIELDS = 128
"""The maximum number of headers in a block: our calls have about ten, with less than 1 kB in total.

One byte may refer to a 4 kB header.
"""
MAX_FRAMES_OF_BLOCK = 16
MAX_BITS = 28
MAX_OTHER_BYTES = 16 * 1024
BYTES_OF_A_FRAME = 1024
"""A DATA frame costs one frame, and one more for each of this many bytes."""


class FrameRate(Struct, frozen=True):
    """How many frames a client may send: in a burst, and per second after that."""

    burst: float
    per_second: float


IDLE = FrameRate(200, 100)
"""For frames without content. Each DATA frame with bytes allows one more: some clients send a PING for each."""


class Excess(Exception):
    """A client sends more useless frames than any client needs; its connection must be ended."""


class Allowance:
    """The remaining allowance of a frame rate."""

    def __init__(self, pace: FrameRate) -> None:
        self.pace = pace
        self._left = pace.burst
        self._at: float | None = None

    def spend(self, cost: float, now: float) -> float:
        """Spend `cost` and return 0; or spend nothing and return after how many seconds there will be enough."""
        if self._at is not None:
            self.add((now - self._at) * self.pace.per_second)
        self._at = now
        if self._left < min(cost, self.pace.burst):
            return (min(cost, self.pace.burst) - self._left) / self.pace.per_second
        self._left -= cost
        return 0.0

    def add(self, more: float) -> None:
        """Return some allowance, up to the burst."""
        self._left = min(self.pace.burst, self._left + more)


class FrameCounter:
    """The frames of one connection, from the client to the referee.

    Attributes:
        begun: Whether the client has sent the HTTP/2 preface.
        streams: How many streams it has opened.
        permits: How many more it may open.
        wait: Seconds until more may be passed on, if the last call stopped because of that.
        needs_permit: Whether the last call stopped at a new stream.
    """

    def __init__(self, pace: FrameRate) -> None:
        self.begun = False
        self.streams = 0
        self.permits = 0
        self.wait = 0.0
        self.needs_permit = False
        self.frames = Allowance(pace)
        self._idle = Allowance(IDLE)
        self._highest = 0
        self._rest_of_data = 0

    def passable(self, data: bytes, now: float) -> int:
        """How many bytes of `data` may be passed on. The next call begins with the rest.

        Raises `Excess` if the connection is to be ended.
        """
        self.wait, self.needs_permit = 0.0, False
        at = 0
        if not self.begun:
            if len(data) < len(PREFACE) and PREFACE.startswith(data):
                return 0
            if not data.startswith(PREFACE):
                raise Excess("it does not use HTTP/2")
            self.begun = True
            at = len(PREFACE)
        size = len(data)
        while at < size:
            if self._rest_of_data:
                part = min(self._rest_of_data, size - at)
                self._rest_of_data -= part
                at += part
                continue
            end = self._end_of_frame(data, at, now)
            if end == at:
                break
            at = end
        return at

    def _end_of_frame(self, data: bytes, at: int, now: float) -> int:
        """Where the frame at `at` ends (for DATA: its header); `at` itself if it may not be passed on yet."""
        if len(data) - at < HEADER_BYTES:
            return at
        length, kind, flags = int.from_bytes(data[at : at + 3], "big"), data[at + 3], data[at + 4]
        end = at + HEADER_BYTES + length
        if kind == DATA:
            self.wait = self.frames.spend(1 + length / BYTES_OF_A_FRAME, now)
            if self.wait:
                return at
            if length:
                self._idle.add(1)
            elif not flags & END_STREAM:
                self._count_idle("DATA without bytes", now)
            self._rest_of_data = length
            return at + HEADER_BYTES
        if length > MAX_OTHER_BYTES:
            raise Excess(f"a {_name(kind)} frame of {length} bytes")
        if len(data) < end:
            return at
        if kind == HEADERS:
            return self._end_of_block(data, at, now)
        self.wait = self.frames.spend(1, now)
        if self.wait:
            return at
        if kind != WINDOW_UPDATE:
            self._count_idle(_name(kind), now)
        return end

    def _end_of_block(self, data: bytes, at: int, now: float) -> int:
        """Like `_end_of_frame`, for headers: they are passed on as a whole, with all CONTINUATION frames."""
        stream = int.from_bytes(data[at + 5 : at + 9], "big")
        block, kind = b"", HEADERS
        end = at
        for _ in range(MAX_FRAMES_OF_BLOCK):
            if len(data) - end < HEADER_BYTES:
                return at
            length, found, flags = int.from_bytes(data[end : end + 3], "big"), data[end + 3], data[end + 4]
            if found != kind:
                raise Excess("a header block that is not continued")
            payload = data[end + HEADER_BYTES : end + HEADER_BYTES + length]
            block += _fragment(payload, flags) if kind == HEADERS else payload
            if len(block) > MAX_BLOCK_BYTES:
                raise Excess(f"a header block of more than {MAX_BLOCK_BYTES} bytes")
            if len(payload) < length:
                return at
            end += HEADER_BYTES + length
            kind = CONTINUATION
            if flags & END_HEADERS:
                break
        else:
            raise Excess(f"a header block of more than {MAX_FRAMES_OF_BLOCK} frames")
        if count_fields(block, MAX_FIELDS + 1) > MAX_FIELDS:
            raise Excess(f"more than {MAX_FIELDS} headers in one block")
        return end if self._may_open(stream, now) else at

    def _may_open(self, stream: int, now: float) -> bool:
        if stream > self._highest:
            if not self.permits:
                self.needs_permit = True
                return False
            self.permits -= 1
            self.streams += 1
            self._highest = stream
            self._idle.add(1)  # it may be reset
        else:
            self._count_idle("HEADERS of open streams", now)
        return True

    def _count_idle(self, what: str, now: float) -> None:
        if self._idle.spend(1, now):
            raise Excess(f"too many frames without content, the last one {what}")


def count_fields(block: bytes, most: int) -> int:
    """How many headers an HPACK block has, counted up to `most`; in a damaged block, those before the damage."""
    at = fields = 0
    while at < len(block) and fields < most:
        first = block[at]
        if first & 0x80:  # a header of the table
            at = _after_number(block, at, 7)
        elif first & 0xE0 == 0x20:  # the size of the table
            at = _after_number(block, at, 5)
            continue
        else:
            bits = 6 if first & 0x40 else 4
            named = first & ((1 << bits) - 1)
            at = _after_number(block, at, bits)
            if not named:
                at = _after_text(block, at)
            at = _after_text(block, at)
        fields += 1
    return fields


def _after_text(block: bytes, at: int) -> int:
    if at >= len(block):
        return at
    length, after = _number(block, at, 7)
    return after + length


def _after_number(block: bytes, at: int, bits: int) -> int:
    return _number(block, at, bits)[1]


def _number(block: bytes, at: int, bits: int) -> tuple[int, int]:
    """A number that starts in the lowest `bits` bits of a byte, and where it ends."""
    most = (1 << bits) - 1
    number = block[at] & most
    at += 1
    if number < most:
        return number, at
    for shift in range(0, MAX_BITS, 7):
        if at >= len(block):
            break
        number += (block[at] & 0x7F) << shift
        at += 1
        if not block[at - 1] & 0x80:
            return number, at
    return number, len(block)  # damaged


def _fragment(payload: bytes, flags: int) -> bytes:
    """A HEADERS frame without its padding and priority."""
    padding = payload[0] if flags & PADDED and payload else 0
    begin = (1 if flags & PADDED else 0) + (5 if flags & WITH_PRIORITY else 0)
    return payload[begin : len(payload) - padding]


def _name(kind: int) -> str:
    return NAMES[kind] if kind < len(NAMES) else f"type {kind}"
