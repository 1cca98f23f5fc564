"""Passes a feed on to one browser: in the very call that shows something new, as far as the kernel takes it at once.

To wake a task for each of hundreds who look takes several times as long as to send. A task is woken for what the kernel
does not take, and when a browser has heard nothing for long.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import trio

from referee.web.feeds import Feed

HEARTBEAT = 15.0
"""Seconds after which something is sent to who watches, even if there is nothing new."""

STILL_HERE = b": still here\n\n"


class PassingOn:
    """What is sent to a browser that follows a feed."""

    def __init__(self, stream: trio.SocketStream, framed: Callable[[bytes], bytes], reading: float) -> None:
        """`framed` makes of a part what is sent. Who does not take it within `reading` seconds is given up."""
        self._stream = stream
        self._framed = framed
        self._reading = reading
        self._unsent = b""
        self._sent_at = trio.current_time()
        self._needed = trio.Event()

    async def run(self, feed: Feed) -> bool:
        """Runs until all is told; False if the browser does not read. Raises trio's errors if it is gone."""
        with feed.followed(self._tell) as self._follower:
            self._tell()
            while not (self._follower.knows_all and not self._unsent):
                with trio.move_on_at(self._sent_at + HEARTBEAT):
                    await self._needed.wait()
                if not await self._send_rest():
                    return False
                if trio.current_time() >= self._sent_at + HEARTBEAT:
                    self._put(STILL_HERE)
        return True

    def _tell(self) -> None:
        """Sends what is new; as long as something waits, nothing more is put behind it."""
        if not self._unsent:
            news = self._follower.news()
            if news:
                self._put(news)
            if self._follower.knows_all:
                self._needed.set()

    def _put(self, part: bytes) -> None:
        data = self._framed(part)
        try:
            taken = os.write(self._stream.socket.fileno(), data)
        except OSError:  # it takes nothing now, or never again: the task finds out which
            taken = 0
        self._sent_at = trio.current_time()
        if taken < len(data):
            self._unsent = data[taken:]
            self._needed.set()

    async def _send_rest(self) -> bool:
        self._needed = trio.Event()
        if self._unsent:
            with trio.move_on_after(self._reading) as sending:
                await self._stream.send_all(self._unsent)
            if sending.cancelled_caught:
                return False
            self._unsent = b""
            self._tell()
        return True
