"""The only connection between trio and the asyncio loop, which gRPC needs.

Both run in one thread, started by `hosting`.

So everything that gRPC delivers is handled at once, in the callback in which it arrives: handing it to another thread,
or even to another task, costs more than the rules of a game.

Matches come first: other requests wait until everything that bots have sent is handled, and then get only little time
before the loop looks for more messages from bots. But every slice handles at least one request, so that an organiser
can always cancel a match.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, TypeVarTuple

import trio

from referee.server.lag import SECONDS_BETWEEN_BEATS, ServerLag

Args = TypeVarTuple("Args")
Returned = TypeVar("Returned")

PATIENT_SLICE = 0.001
"""Seconds for which waiting calls are made before other work in the thread gets its turn."""


class Patience:
    """Calls that can wait, in order."""

    def __init__(self, soon: Callable[[Callable[[], None]], object]) -> None:
        """`soon` schedules a call after all pending work has had its turn."""
        self._calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._soon = soon
        self._woken = False

    def post(self, call: Callable[[*Args], object], *args: *Args) -> None:
        """Add a call to the queue."""
        self._calls.append((call, args))
        self._wake_once()

    def _wake_once(self) -> None:
        if not self._woken:
            self._woken = True
            self._soon(self._make_some)

    def _make_some(self) -> None:
        """Make as many calls as there is time for. If one of them fails, the others are still made."""
        self._woken = False
        end = time.perf_counter() + PATIENT_SLICE
        try:
            while self._calls:
                call, args = self._calls.popleft()
                call(*args)
                if time.perf_counter() >= end:
                    break
        finally:
            if self._calls:
                self._wake_once()


class Bridge:
    """Calls between trio and the loop, and how late their thread is. Made by `open_bridge`.

    Attributes:
        lost, lag_since: For how long the thread was held up, or received nothing from any client, by the clock of
            `perf_counter`; see `ServerLag`.
        clients_are_heard: Call it for each heartbeat that arrives by the same path as bots' answers.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._patience = Patience(loop.call_soon)
        self._lag = ServerLag(time.perf_counter())
        self.lost = self._lag.lost
        self.lag_since = self._lag.lag_since
        self.clients_are_heard = self._lag.clients_are_heard
        self._heart = loop.call_soon(self._beat)

    def post_patiently(self, call: Callable[[*Args], object], *args: *Args) -> None:
        """Call something after everything that bots have sent is handled."""
        self._patience.post(call, *args)

    async def ask_patiently(self, question: Callable[[*Args], Returned], *args: *Args) -> Returned:
        """On the loop: call `question` once everything that bots have sent is handled; return or raise what it does."""
        answer: asyncio.Future[Returned] = self._loop.create_future()
        self.post_patiently(_answer_if_wanted, answer, question, args)
        return await answer

    async def on_loop(self, work: Callable[[*Args], Coroutine[Any, Any, Returned]], *args: *Args) -> Returned:
        """In trio: run `work` on the loop, wait for it, and return what it returns, or raise what it raises.

        It must be short: the wait cannot be cancelled.
        """
        done = trio.Event()
        task = self._loop.create_task(work(*args))
        task.add_done_callback(lambda _task: done.set())
        with trio.CancelScope(shield=True):
            await done.wait()
        return task.result()

    def close(self) -> None:
        """Stop measuring."""
        self._heart.cancel()

    def _beat(self) -> None:
        self._lag.thread_runs()
        self._heart = self._loop.call_later(SECONDS_BETWEEN_BEATS, self._beat)


def _answer_if_wanted(
    answer: asyncio.Future[Returned], question: Callable[..., Returned], args: tuple[object, ...]
) -> None:
    """Answer the question, unless the caller no longer waits."""
    if answer.cancelled():
        return
    try:
        answer.set_result(question(*args))
    except Exception as error:  # noqa: BLE001 - raised where the question was asked
        answer.set_exception(error)


@contextmanager
def open_bridge() -> Iterator[Bridge]:
    """In trio: open a bridge to the asyncio loop inside which trio runs as a guest."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        why = "a referee cannot be opened under trio.run: start the program with referee.hosting.run"
        raise RuntimeError(why) from None
    bridge = Bridge(loop)
    try:
        yield bridge
    finally:
        bridge.close()
