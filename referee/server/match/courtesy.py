"""Matches whose bots are all away let the others go first: thousands of them may be played by default at once."""

from __future__ import annotations

import trio

SECONDS_BETWEEN = 0.001


class Courtesy:
    """What such matches share. One of them makes a step, and the next one a little later, in turn."""

    def __init__(self) -> None:
        self._turn = trio.Lock()

    async def wait(self) -> None:
        """Waits until it is one's turn."""
        async with self._turn:
            await trio.sleep(SECONDS_BETWEEN)
