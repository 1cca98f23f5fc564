"""Lets work through at a limited speed, everybody in turn, so that what matters more is never far behind it."""

from __future__ import annotations

import asyncio
from collections import deque


class Gate:
    """On the loop: a few are let through, and the next ones a moment later.

    Whoever comes with much gets no more than whoever comes with little: each of them has a queue of its own.
    """

    def __init__(self, at_once: int, pause: float) -> None:
        """Lets `at_once` through, again after `pause` seconds."""
        self._at_once = at_once
        self._pause = pause
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._opens = False

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._queues.values()))

    async def enter(self, who: str) -> None:
        """Waits until it is one's turn."""
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
