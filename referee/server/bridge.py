"""The only meeting place of trio and the asyncio loop that gRPC needs. Both live in one thread: `hosting` starts them.

So whatever gRPC brings is taken at once, in the very callback in which it arrives: to hand it to another thread, or
only to another task, costs more than the rules of a game.

Matches have the right of way: what services ask waits until all that bots have sent is taken, and gets little time
before the loop looks for more of that. But one question is answered in each slice, so that an organiser can still
cancel one.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, TypeVarTuple

import trio

from referee.server.lag import PERIOD, ServerLag

Args = TypeVarTuple("Args")
Answer = TypeVar("Answer")

PATIENT_SLICE = 0.001
"""For how many seconds questions are answered before whoever else wants the thread has its turn."""


class Patience:
    """Calls that can wait, in order."""

    def __init__(self, soon: Callable[[Callable[[], None]], object]) -> None:
        """`soon` has something called when all that is under way has had its turn."""
        self._calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._soon = soon
        self._woken = False

    def post(self, call: Callable[[*Args], object], *args: *Args) -> None:
        """Leaves a call."""
        self._calls.append((call, args))
        self._wake_once()

    def _wake_once(self) -> None:
        if not self._woken:
            self._woken = True
            self._soon(self._make_some)

    def _make_some(self) -> None:
        """Makes the calls, as many as there is time for. One that fails does not hurt the others."""
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
    """What trio and the loop ask of each other, and how late their thread is. Made by `open_bridge`.

    Attributes:
        lost, lag_since: How long the thread was held up, or clients were not heard, by the clock of `perf_counter`; see
            `ServerLag`.
        clients_are_heard: To be called for each heartbeat that arrives the way that bots' answers arrive.
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
        """Has something called when all that bots have to say is taken."""
        self._patience.post(call, *args)

    async def ask_patiently(self, question: Callable[[*Args], Answer], *args: *Args) -> Answer:
        """On the loop: has `question` called in that way, and returns what it returns, or raises what it raises."""
        answer: asyncio.Future[Answer] = self._loop.create_future()
        self.post_patiently(_answer_if_wanted, answer, question, args)
        return await answer

    async def on_loop(self, work: Callable[[*Args], Coroutine[Any, Any, Answer]], *args: *Args) -> Answer:
        """In trio: has `work` done on the loop, waits for it, and returns what it returns, or raises what it raises.

        It is short work: the wait can not be cancelled.
        """
        done = trio.Event()
        task = self._loop.create_task(work(*args))
        task.add_done_callback(lambda _task: done.set())
        with trio.CancelScope(shield=True):
            await done.wait()
        return task.result()

    def close(self) -> None:
        """Ends the measuring."""
        self._heart.cancel()

    def _beat(self) -> None:
        self._lag.thread_runs()
        self._heart = self._loop.call_later(PERIOD, self._beat)


def _answer_if_wanted(
    answer: asyncio.Future[Answer], question: Callable[..., Answer], args: tuple[object, ...]
) -> None:
    """Spares the work when the caller is gone."""
    if answer.cancelled():
        return
    try:
        answer.set_result(question(*args))
    except Exception as error:  # noqa: BLE001 - it is raised where the question was asked
        answer.set_exception(error)


@contextmanager
def open_bridge() -> Iterator[Bridge]:
    """In trio: gives a bridge to the loop whose guest this trio is."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        why = "a referee can not be opened under trio.run: start the program with referee.server.hosting.run"
        raise RuntimeError(why) from None
    bridge = Bridge(loop)
    try:
        yield bridge
    finally:
        bridge.close()
