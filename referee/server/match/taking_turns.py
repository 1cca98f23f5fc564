"""Matches whose bots are all disconnected let the others go first: thousands may be played by default at once."""

from __future__ import annotations

import trio

SECONDS_BETWEEN = 0.001


class TakingTurns:
    """Such matches share one object of this class.

    It lets them make their steps one at a time, with a pause in between.
    """

    def __init__(self) -> None:
        self._turn = trio.Lock()

    async def wait(self) -> None:
        """Wait for the caller's turn."""
        async with self._turn:
            await trio.sleep(SECONDS_BETWEEN)
