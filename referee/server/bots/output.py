"""A bot's output, of which the beginning and the end are kept: they show how the bot started and how it failed."""

from __future__ import annotations

from collections.abc import AsyncIterable

import trio

from referee.counts import counted


class HeadAndTail:
    """The first and the last bytes of a long text.

    Attributes:
        ended: Set when the stream has ended (treat as read-only).
    """

    def __init__(self, head: int = 16 * 1024, tail: int = 48 * 1024) -> None:
        self._head_room = head
        self._tail_room = tail
        self._head = bytearray()
        self._tail = bytearray()
        self._dropped = 0
        self.ended = trio.Event()

    async def keep(self, stream: AsyncIterable[bytes | bytearray]) -> None:
        """Read a stream until it ends."""
        self.ended = trio.Event()
        async for chunk in stream:
            self.add(chunk)
        self.ended.set()

    def add(self, chunk: bytes | bytearray) -> None:
        """Add some bytes."""
        room = self._head_room - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        if (over := len(self._tail) - self._tail_room) > 0:
            self._dropped += over
            del self._tail[:over]

    def text(self) -> str:
        """The text that was kept, with the number of bytes left out in the middle."""
        gap = f"\n... {counted(self._dropped, 'byte')} left out ...\n" if self._dropped else ""
        return self._head.decode(errors="replace") + gap + self._tail.decode(errors="replace")
