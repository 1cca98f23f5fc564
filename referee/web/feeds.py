"""What pages follow: a table, a list, that changes again and again. Each change is made once for all who look.

Nothing is kept but what is so now, and how it came from what was so before. Who reads slowly gets the newest state
when he is ready for it, and misses what was between: so a thousand slow watchers take no more memory than one.
"""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import cached_property

import trio

HEARTBEAT = 15.0
"""Seconds after which something is sent to who watches, even if there is nothing new."""

Parts = Mapping[str, Sequence[str]]
"""Pieces of HTML, in their order, by the id of the element that they stand in."""


class Feed:
    """Something that changes.

    Attributes:
        followers: How many follow it now (treat as read-only).
        over: Whether it will change no more.
    """

    def __init__(self) -> None:
        self.followers = 0
        self.over = False
        self._states = [_State(0, {}, {})]
        self._changed = trio.Event()

    @property
    def parts(self) -> Parts:
        """What is so now."""
        return self._states[-1].parts

    def show(self, parts: Parts) -> None:
        """Tells something new; parts that are not named stay as they are."""
        last = self._states[-1]
        now = {**last.parts, **parts}
        if now != last.parts:
            self._states = [last, _State(last.number + 1, now, last.parts)]
            self._wake()

    def close(self) -> None:
        """Says that this was all."""
        self.over = True
        self._wake()

    async def follow(self) -> AsyncGenerator[bytes, None]:
        """What a browser gets: all that is so now, and then each change."""
        self.followers += 1
        seen = -1
        try:
            while True:
                state = self._states[-1]
                if state.number != seen:
                    changes = state.changes if state.number == seen + 1 and seen >= 0 else state.whole
                    yield b"event: now\ndata: %d\n\n%s" % (time.monotonic() * 1000, changes)
                    seen = state.number
                elif self.over:
                    yield b"event: over\ndata: -\n\n"
                    return
                else:
                    with trio.move_on_after(HEARTBEAT) as waiting:
                        await self._changed.wait()
                    if waiting.cancelled_caught:
                        yield b": still here\n\n"
        finally:
            self.followers -= 1

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


class _State:
    """What is so at one moment; the messages are made when the first one needs them."""

    def __init__(self, number: int, parts: Parts, before: Parts) -> None:
        self.number = number
        self.parts = parts
        self._before = before

    @cached_property
    def whole(self) -> bytes:
        return _message({name: (len(pieces), dict(enumerate(pieces))) for name, pieces in self.parts.items()})

    @cached_property
    def changes(self) -> bytes:
        changed = {}
        for name, pieces in self.parts.items():
            old = self._before.get(name, ())
            new = {at: piece for at, piece in enumerate(pieces) if at >= len(old) or old[at] != piece}
            if new or len(pieces) != len(old):
                changed[name] = (len(pieces), new)
        return _message(changed)


def _message(parts: Mapping[str, tuple[int, Mapping[int, str]]]) -> bytes:
    return f"data: {json.dumps(parts, separators=(',', ':'))}\n\n".encode()
