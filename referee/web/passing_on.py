"""Sends a feed to one browser.

New data is sent at once, within the call that adds it to the feed, as far as the kernel accepts it.

Waking a task for each of hundreds of viewers takes several times as long as sending. A task is woken only if the kernel
does not accept data, and when a browser has received nothing for a while.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import trio

from referee.web.feeds import Feed

SECONDS_BETWEEN_HEARTBEATS = 15.0
"""Seconds after which something is sent to a browser even if there is nothing new."""

STILL_HERE = b": still here".ljust(2046) + b"\n\n"
"""The size of such a message.

It is so large that the buffers of a browser that does not read fill up within minutes, so that this is noticed.
"""


class PassingOn:
    """Sends a feed to one browser."""

    def __init__(self, stream: trio.SocketStream, framed: Callable[[bytes], bytes], reading: float) -> None:
        """`framed` encodes a part for sending.

        A browser that does not read the data within `reading` seconds is disconnected.
        """
        self._stream = stream
        self._framed = framed
        self._reading = reading
        self._unsent = b""
        self._sent_at = trio.current_time()
        self._needed = trio.Event()

    async def run(self, feed: Feed) -> bool:
        """Send until the feed is over; False if the browser does not read.

        Raises trio's errors if the browser has disconnected.
        """
        with feed.followed(self._tell) as self._follower:
            self._tell()
            while not (self._follower.knows_all and not self._unsent):
                with trio.move_on_at(self._sent_at + SECONDS_BETWEEN_HEARTBEATS):
                    await self._needed.wait()
                if not await self._send_rest():
                    return False
                if trio.current_time() >= self._sent_at + SECONDS_BETWEEN_HEARTBEATS:
                    self._put(STILL_HERE)
        return True

    def _tell(self) -> None:
        """Send what is new, unless earlier data still waits to be sent."""
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
        except OSError:  # the socket is full or closed: the task finds out which
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
