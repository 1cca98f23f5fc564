"""The contents of live pages: a table or a list that keeps changing. Each change is rendered once for all viewers.

A feed keeps only its newest state and the difference from the previous one. A slow reader skips intermediate states
and gets the newest one, so a thousand slow viewers take no more memory than one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property

Parts = Mapping[str, Sequence[str]]
"""Pieces of HTML, in order, by the id of the element that contains them."""


class Feed:
    """The state of a page that changes.

    Attributes:
        now: The current state (treat as read-only).
        over: Whether it will not change any more.
    """

    def __init__(self) -> None:
        self.over = False
        self.now = Moment(0, {}, {})
        self._followers: dict[Callable[[], object], Follower] = {}

    @property
    def followers(self) -> int:
        """The current number of followers."""
        return len(self._followers)

    @property
    def parts(self) -> Parts:
        """The parts of the current state."""
        return self.now.parts

    def show(self, parts: Parts) -> None:
        """Replace the given parts of the state, and notify the followers."""
        last = self.now
        now = {**last.parts, **parts}
        if now != last.parts:
            self.now = Moment(last.number + 1, now, last.parts)
            self._tell()

    def close(self) -> None:
        """End the feed, and notify the followers."""
        self.over = True
        self._tell()

    @contextmanager
    def followed(self, tell: Callable[[], object]) -> Iterator[Follower]:
        """Follow the feed during the block. `tell` is called for every change, and must not block."""
        self._followers[tell] = Follower(self)
        try:
            yield self._followers[tell]
        finally:
            del self._followers[tell]

    def _tell(self) -> None:
        for tell in self._followers:
            tell()


class Follower:
    """A follower of a feed, and the state that it has received last.

    Attributes:
        knows_all: Whether the follower knows that nothing more will come.
    """

    def __init__(self, feed: Feed) -> None:
        self.knows_all = False
        self._feed = feed
        self._seen = -1

    def news(self) -> bytes:
        """What the browser gets next: first the whole state, later the changes; empty if it has the newest state."""
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
    """The state at one moment. Its messages are made when they are first needed."""

    def __init__(self, number: int, parts: Parts, before: Parts) -> None:
        self.number = number
        self.parts = parts
        self._before = before

    @cached_property
    def whole(self) -> bytes:
        """The whole state, as a message."""
        return _message({name: (len(pieces), dict(enumerate(pieces))) for name, pieces in self.parts.items()})

    @cached_property
    def changes(self) -> bytes:
        """The difference from the previous state, as a message."""
        changed = {}
        for name, pieces in self.parts.items():
            old = self._before.get(name, ())
            new = {at: piece for at, piece in enumerate(pieces) if at >= len(old) or old[at] != piece}
            if new or len(pieces) != len(old):
                changed[name] = (len(pieces), new)
        return _message(changed)


def _message(parts: Mapping[str, tuple[int, Mapping[int, str]]]) -> bytes:
    return f"data: {json.dumps(parts, separators=(',', ':'))}\n\n".encode()
