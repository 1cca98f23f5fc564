"""A Position as bytes, put together from the bytes of its parts.

Every game's Position has the view in field 1, options in field 2 and events in field 3. To build the message and then
serialise it copies each part twice more; a position is sent for every decision, so this counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from google.protobuf.message import Message

VIEW, OPTIONS, EVENTS = 1, 2, 3
KEPT_OPTIONS = 8192
LENGTH_DELIMITED = 2


def part(field: int, payload: bytes) -> bytes:
    """One field of a message, of which the payload is a message itself."""
    left, size = len(payload), bytearray()
    while left > 0x7F:
        size.append(left & 0x7F | 0x80)
        left >>= 7
    size.append(left)
    return bytes((field << 3 | LENGTH_DELIMITED, *size)) + payload


def option_parts(message_of: Callable[..., Message]) -> Callable[..., bytes]:
    """A function that gives an option as a part of a Position; the same options come again and again."""

    @lru_cache(maxsize=KEPT_OPTIONS)
    def option_part(option: object) -> bytes:
        return part(OPTIONS, message_of(option).SerializeToString())

    return option_part
