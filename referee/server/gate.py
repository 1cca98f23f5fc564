"""Limits how much work is done at a time, and serves each caller in turn: more important work never waits long."""

from __future__ import annotations

import asyncio
from collections import deque


class Gate:
    """On the loop: do a few pieces of work now, and the next ones a moment later.

    Each caller has its own queue, so a caller with much work gets no more time than one with little.
    """

    def __init__(self, at_once: int, pause: float) -> None:
        """Let `at_once` pieces through every `pause` seconds."""
        self._at_once = at_once
        self._pause = pause
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._opens = False

    def __len__(self) -> int:
        """How many pieces wait."""
        return sum(map(len, self._queues.values()))

    async def enter(self, who: str) -> None:
        """Wait until it is the turn of the caller `who`."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._queues.setdefault(who, deque()).append(turn)
        if not self._opens:
            self._opens = True
            self._open(loop)
        await turn

    def _open(self, loop: asyncio.AbstractEventLoop) -> None:
        let_in = 0
        while self._queues and let_in < self._at_once:
            who = next(iter(self._queues))
            queue = self._queues.pop(who)
            turn = queue.popleft()
            if queue:
                self._queues[who] = queue  # again, after all the others
            if not turn.done():
                turn.set_result(None)
                let_in += 1
        self._opens = bool(let_in)
        if let_in:
            loop.call_later(self._pause, self._open, loop)
