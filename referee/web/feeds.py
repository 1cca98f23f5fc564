"""What pages follow: a table, a list, that changes again and again. Each change is made once for all who look.

Nothing is kept but what is so now, and how it came from what was so before. Who reads slowly gets the newest state
when he is ready for it, and misses what was between: so a thousand slow watchers take no more memory than one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property

Parts = Mapping[str, Sequence[str]]
"""Pieces of HTML, in their order, by the id of the element that they stand in."""


class Feed:
    """Something that changes.

    Attributes:
        now: What is so now (treat as read-only).
        over: Whether it will change no more.
    """

    def __init__(self) -> None:
        self.over = False
        self.now = Moment(0, {}, {})
        self._followers: dict[Callable[[], object], Follower] = {}

    @property
    def followers(self) -> int:
        """How many follow it now."""
        return len(self._followers)

    @property
    def parts(self) -> Parts:
        """What is so now."""
        return self.now.parts

    def show(self, parts: Parts) -> None:
        """Tells something new; parts that are not named stay as they are."""
        last = self.now
        now = {**last.parts, **parts}
        if now != last.parts:
            self.now = Moment(last.number + 1, now, last.parts)
            self._tell()

    def close(self) -> None:
        """Says that this was all."""
        self.over = True
        self._tell()

    @contextmanager
    def followed(self, tell: Callable[[], object]) -> Iterator[Follower]:
        """In the block there is one follower more; `tell` is called when there is something new, and is not to wait."""
        self._followers[tell] = Follower(self)
        try:
            yield self._followers[tell]
        finally:
            del self._followers[tell]

    def _tell(self) -> None:
        for tell in self._followers:
            tell()


class Follower:
    """Who follows a feed, and what he knows of it.

    Attributes:
        knows_all: Whether he knows that there is nothing more to come.
    """

    def __init__(self, feed: Feed) -> None:
        self.knows_all = False
        self._feed = feed
        self._seen = -1

    def news(self) -> bytes:
        """What a browser gets: first all that is so, then what changed; nothing, if it knows that already."""
        state, parts = self._feed.now, []
        if state.number != self._seen:
            changes = state.changes if state.number == self._seen + 1 and self._seen >= 0 else state.whole
            parts.append(b"event: now\ndata: %d\n\n%s" % (time.monotonic() * 1000, changes))
            self._seen = state.number
        if self._feed.over and not self.knows_all:
            parts.append(b"event: over\ndata: -\n\n")
            self.knows_all = True
        return b"".join(parts)


class Moment:
    """What is so at one moment; the messages are made when the first one needs them."""

    def __init__(self, number: int, parts: Parts, before: Parts) -> None:
        self.number = number
        self.parts = parts
        self._before = before

    @cached_property
    def whole(self) -> bytes:
        """All of it, as a message."""
        return _message({name: (len(pieces), dict(enumerate(pieces))) for name, pieces in self.parts.items()})

    @cached_property
    def changes(self) -> bytes:
        """What was otherwise before, as a message."""
        changed = {}
        for name, pieces in self.parts.items():
            old = self._before.get(name, ())
            new = {at: piece for at, piece in enumerate(pieces) if at >= len(old) or old[at] != piece}
            if new or len(pieces) != len(old):
                changed[name] = (len(pieces), new)
        return _message(changed)


def _message(parts: Mapping[str, tuple[int, Mapping[int, str]]]) -> bytes:
    return f"data: {json.dumps(parts, separators=(',', ':'))}\n\n".encode()
