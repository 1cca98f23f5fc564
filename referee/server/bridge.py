"""The only meeting place of trio, which has the main thread, and grpc.aio, which has an asyncio loop in a thread.

Each side leaves calls for the other in a queue and wakes it once for all of them: a wake-up for every single message
costs a quarter of the throughput. Nothing else is shared.

Matches have the right of way: what services ask of trio's side waits until all that bots sent is taken, and gets little
time before the matches run again. But one question is taken in each slice, so that an organiser can still cancel one.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, TypeVar, TypeVarTuple

import trio

from referee.server.lag import PERIOD, LagMeter

try:
    import uvloop

    new_event_loop: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
except ImportError:  # no wheel for this platform
    new_event_loop = asyncio.new_event_loop

Args = TypeVarTuple("Args")
Answer = TypeVar("Answer")
Front = TypeVar("Front")

SLICE = 0.005
PATIENT_SLICE = 0.001
"""For how many seconds calls are made before whoever else wants the thread has its turn."""

SWITCH_INTERVAL = 0.001
"""How long one of the two threads may keep Python from the other, in seconds.

An answer changes the thread twice. On two busy cores a calm pair beside 50 ListMatches in flight got 317 Turns a second
with 1 ms (p99 4 ms), and 134 with Python's 5 ms (p99 55 ms). At 200 streams 1 ms gave 6,250 to 6,710 decisions per
CPU-second and 5 ms 6,510 to 7,870, three runs of each in turn: it may cost a tenth, no more.
"""

log = logging.getLogger(__name__)


class Handover:
    """Calls that one thread leaves for another: each kind in order, and those that can wait after the others."""

    def __init__(self, wake: Callable[[], object], wake_again: Callable[[], object] | None = None) -> None:
        """`wake` makes the other thread call `hand_over` soon; it must be safe to call from the thread that posts.

        `wake_again` does the same for the other thread itself; None: `wake` is safe there too.
        """
        self._calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._patient: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._wake = wake
        self._wake_again = wake_again or wake
        self._woken = False

    def post(self, call: Callable[[*Args], object], *args: *Args) -> None:
        """Leaves a call for the other thread."""
        self._calls.append((call, args))
        self._wake_once()

    def post_patient(self, call: Callable[[*Args], object], *args: *Args) -> None:
        """Leaves a call that can wait until there are no others, or until its turn comes in a later slice."""
        self._patient.append((call, args))
        self._wake_once()

    def hand_over(self) -> None:
        """Makes the calls, as many as there is time for; then the thread is woken again for the rest.

        What one of them raises is logged and does not hurt the others.
        """
        self._woken = False  # before the queues are emptied: what comes later wakes us again
        now = time.perf_counter()
        end = now + SLICE
        while self._calls and now < end:
            _make(self._calls.popleft())
            now = time.perf_counter()
        end = now + PATIENT_SLICE
        while self._patient and now < end:
            _make(self._patient.popleft())
            now = end if self._calls else time.perf_counter()
        if (self._calls or self._patient) and not self._woken:
            self._woken = True
            self._wake_again()

    def catch_up(self) -> None:
        """Makes all the calls that can not wait."""
        while self._calls:
            _make(self._calls.popleft())

    def _wake_once(self) -> None:
        if not self._woken:
            self._woken = True
            self._wake()


def _make(left: tuple[Callable[..., object], tuple[Any, ...]]) -> None:
    call, args = left
    try:
        call(*args)
    except Exception:
        log.exception("a call from the other thread failed: %r", call)


class Bridge:
    """The two queues, and how late each side is.

    Attributes:
        to_trio: What the loop's thread leaves for trio's.
        to_loop: What trio's thread leaves for the loop's.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, token: trio.lowlevel.TrioToken) -> None:
        # By way of the loop: what all its ready tasks have to say goes over together, a twentieth less work in all.
        self.to_trio = Handover(
            lambda: loop.call_soon(token.run_sync_soon, self.to_trio.hand_over),
            lambda: token.run_sync_soon(self.to_trio.hand_over),
        )
        self.to_loop = Handover(self._wake_loop)
        self._loop = loop
        now = time.perf_counter()
        self._trio_lag = LagMeter(now)
        self._loop_lag = LagMeter(now)

    async def ask(self, question: Callable[[*Args], Answer], *args: *Args) -> Answer:
        """On the loop: has `question` called in trio's thread and returns what it returns, or raises what it raises."""
        answer: asyncio.Future[Answer] = self._loop.create_future()
        self.to_trio.post(self._answer, answer, question, args)
        return await answer

    async def ask_patiently(self, question: Callable[[*Args], Answer], *args: *Args) -> Answer:
        """As `ask`, but what bots have to say goes first."""
        answer: asyncio.Future[Answer] = self._loop.create_future()
        self.to_trio.post_patient(self._answer_if_wanted, answer, question, args)
        return await answer

    async def on_loop(self, work: Callable[[*Args], Coroutine[Any, Any, Answer]], *args: *Args) -> Answer:
        """In trio: has `work` done on the loop, waits for it, and returns what it returns, or raises what it raises.

        It is short work: the wait can not be cancelled.
        """
        done = trio.Event()
        tasks: list[asyncio.Task[Answer]] = []

        def begin() -> None:
            tasks.append(self._loop.create_task(work(*args)))
            tasks[0].add_done_callback(lambda _task: self.to_trio.post(done.set))

        self.to_loop.post(begin)
        with trio.CancelScope(shield=True):
            await done.wait()
        return tasks[0].result()

    def lost(self, now: float) -> tuple[float, float]:
        """How many seconds each side was held up, up to `now` (of `perf_counter`): for a difference of two readings."""
        return self._trio_lag.lost(now), self._loop_lag.lost(now)

    async def beat_in_trio(self) -> None:
        """In trio: measures this thread's lag until it is cancelled."""
        while True:
            self._trio_lag.beat()
            await trio.sleep(PERIOD)

    async def beat_on_loop(self) -> None:
        """On the loop: measures that thread's lag until it is cancelled."""
        while True:
            self._loop_lag.beat()
            await asyncio.sleep(PERIOD)

    def _wake_loop(self) -> None:
        with suppress(RuntimeError):  # the loop has ended, and with it everybody who would hear of this
            self._loop.call_soon_threadsafe(self.to_loop.hand_over)

    def _answer_if_wanted(
        self, answer: asyncio.Future[Answer], question: Callable[..., Answer], args: tuple[object, ...]
    ) -> None:
        """Spares the work when the caller is gone."""
        if not answer.cancelled():
            self._answer(answer, question, args)

    def _answer(
        self, answer: asyncio.Future[Answer], question: Callable[..., Answer], args: tuple[object, ...]
    ) -> None:
        try:
            result = question(*args)
        except Exception as error:  # noqa: BLE001 - it is raised where the question was asked
            self.to_loop.post(_fail, answer, error)
        else:
            self.to_loop.post(_settle, answer, result)


def _settle(answer: asyncio.Future[Answer], result: Answer) -> None:
    if not answer.done():
        answer.set_result(result)


def _fail(answer: asyncio.Future[Any], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)


class _LoopThread:
    """The thread with the asyncio loop, from trio's point of view.

    Attributes:
        started: Is set when the thread serves, or when it never will.
        ended: Is set when the thread has nothing more to do.
    """

    def __init__(self, serve: Callable[[Bridge], AbstractAsyncContextManager[Any]]) -> None:
        self.started = trio.Event()
        self.ended = trio.Event()
        self.bridge: Bridge | None = None
        self.front: Any = None
        self.failure: BaseException | None = None
        self._serve = serve
        self._token = trio.lowlevel.current_trio_token()
        self._stopping = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="grpc.aio")
        self._thread.start()

    async def stop(self) -> None:
        """Ends the thread and waits for its end."""
        if self.bridge is not None:
            self.bridge.to_loop.post(self._stopping.set)
        await self.ended.wait()
        self._thread.join()
        gc.collect()  # gRPC's own thread ends with its last object, and those hang together in cycles

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=new_event_loop) as runner:
                runner.run(self._main())
        except BaseException as failure:  # noqa: BLE001 - it is raised in trio's thread
            self.failure = failure
        finally:
            if self.bridge is not None:
                self._token.run_sync_soon(self.bridge.to_trio.hand_over)  # what the last tasks left
            self._token.run_sync_soon(self.started.set)
            self._token.run_sync_soon(self.ended.set)

    async def _main(self) -> None:
        bridge = Bridge(asyncio.get_running_loop(), self._token)
        async with self._serve(bridge) as self.front:
            heart = asyncio.create_task(bridge.beat_on_loop())
            self.bridge = bridge
            self._token.run_sync_soon(self.started.set)
            await self._stopping.wait()
            heart.cancel()


@asynccontextmanager
async def open_bridge(
    nursery: trio.Nursery, serve: Callable[[Bridge], AbstractAsyncContextManager[Front]]
) -> AsyncIterator[tuple[Bridge, Front]]:
    """Runs `serve` on an asyncio loop in a thread of its own; gives the bridge and what `serve` yields.

    Resource handling: the thread has ended when the block is left, however it is left.
    Error handling: what `serve` raises before it yields is raised here; if its thread ends early, that is a
    `RuntimeError` in the nursery.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    thread = _LoopThread(serve)
    beating = trio.CancelScope()
    try:
        with trio.CancelScope(shield=True):
            await thread.started.wait()
        bridge = thread.bridge
        if bridge is None:
            raise thread.failure or RuntimeError("the gRPC thread ended at once")
        nursery.start_soon(_beat, bridge, beating)
        nursery.start_soon(_raise_if_it_ends, thread, beating)
        yield bridge, thread.front
    finally:
        with trio.CancelScope(shield=True):
            await thread.stop()  # what it asks while it stops is still answered
        beating.cancel()
        sys.setswitchinterval(before)


async def _beat(bridge: Bridge, scope: trio.CancelScope) -> None:
    with scope:
        await bridge.beat_in_trio()


async def _raise_if_it_ends(thread: _LoopThread, scope: trio.CancelScope) -> None:
    await thread.ended.wait()
    if not scope.cancel_called and thread.failure is not None:
        raise RuntimeError("the gRPC thread ended by itself") from thread.failure
