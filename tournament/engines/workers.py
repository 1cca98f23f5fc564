"""Several worker processes, each an engine with its own referee. A worker that dies is replaced."""

from __future__ import annotations

import logging
import math
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field

import msgspec
import trio

from referee.kernel.job import MatchJob
from tournament.engines.engine import OnProcess, Setting
from tournament.engines.messages import WITHOUT_REFEREE, Broken, Done, FromWorker, ProcessEnded, lines_of
from tournament.engines.yielding import interrupting_nobody
from tournament.errors import BrokenOffError, EngineError
from tournament.storage.summary import Finished

WORKER = [sys.executable, "-m", "tournament.engines.worker"]

SECONDS_TO_STOP = 10.0
"""Seconds that a worker gets to end its bots and itself."""

log = logging.getLogger(__name__)


@dataclass
class Request:
    """A match that waits to be played."""

    job: MatchJob
    over: trio.Event = field(default_factory=trio.Event)
    match: Finished | None = None
    error: EngineError | None = None

    def finish(self, match: Finished | None, error: EngineError | None = None) -> None:
        """Pass the match to the waiting caller, or the reason why there is none."""
        self.match, self.error = match, error
        self.over.set()


class Workplace:
    """The place of a worker. Its requests wait here, even while a dead worker is being replaced.

    Attributes:
        setting: What the worker receives first.
        requests: The matches that have not been handed to it yet.
        matches: How many matches it has in total, waiting or running.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.send, self.requests = trio.open_memory_channel[Request](math.inf)
        self.matches = 0


class WorkerPool:
    """An `Engine` of worker processes. Made by `open_workers`."""

    def __init__(self, setting: Setting, on_process: OnProcess) -> None:
        workers = setting.plan.run.workers
        share = math.ceil(setting.capacity / workers)
        self.capacity = share * workers
        self.places = [
            Workplace(msgspec.structs.replace(setting, capacity=share, cores=setting.cores[number::workers]))
            for number in range(workers)
        ]
        self._on_process = on_process
        self._processes: list[trio.Process] = []
        self._closing = False

    async def submit(self, job: MatchJob) -> Finished:
        """See `Engine`."""
        request = Request(job)
        place = min(self.places, key=lambda place: place.matches)
        place.matches += 1
        try:
            place.send.send_nowait(request)
            await request.over.wait()
        finally:
            place.matches -= 1
        if request.match is None:
            raise request.error or EngineError("a worker process had no result")
        return request.match

    async def keep_worker(self, place: Workplace) -> None:
        """Run a worker, and replace it when it dies."""
        while not self._closing:
            running: dict[str, Request] = {}
            async with _open_worker(place.setting) as process, trio.open_nursery() as nursery:
                self._processes.append(process)
                if self._closing:  # `close` ran while the worker was starting
                    await _say_goodbye(process)
                nursery.start_soon(self._feed, process, place, running)
                await self._listen(process, running)
                nursery.cancel_scope.cancel()
            self._processes.remove(process)
            if not self._closing:
                log.warning("a worker process ended (exit code %s) and is replaced", process.returncode)
            for request in running.values():  # bots may have seen the cards, so another worker must not reuse them
                request.finish(None, BrokenOffError(f"a worker process ended (exit code {process.returncode})"))

    async def _feed(self, process: trio.Process, place: Workplace, running: dict[str, Request]) -> None:
        """Hand requests to the worker."""
        while True:
            request = await place.requests.receive()
            running[request.job.match_id] = request
            assert process.stdin is not None
            # `_listen` notices if the worker has ended; `close` may also be closing the pipe just now.
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                await process.stdin.send_all(msgspec.json.encode(request.job) + b"\n")

    async def _listen(self, process: trio.Process, running: dict[str, Request]) -> None:
        """Process what the worker sends until it ends."""
        assert process.stdout is not None
        async for line in lines_of(process.stdout):
            match msgspec.json.decode(line, type=FromWorker):
                case Done(match=match):
                    running.pop(match.match_id).finish(match)
                case Broken(match_id=match_id, why=why):
                    running.pop(match_id).finish(None, EngineError(why))
                case ProcessEnded(process=row):
                    self._on_process(row)

    async def close(self) -> None:
        """Let the workers end; they may still send lines about their bots."""
        self._closing = True
        for process in self._processes.copy():
            await _say_goodbye(process)


@asynccontextmanager
async def open_workers(setting: Setting, on_process: OnProcess) -> AsyncIterator[WorkerPool]:
    """Open the workers of a plan. They and all their bots have ended when the block is left."""
    pool = WorkerPool(setting, on_process)
    # Bot processes wait for their referee, and would inherit the scheduling policy.
    patience = interrupting_nobody() if setting.plan.run.in_process else nullcontext()
    with patience:
        async with trio.open_nursery() as nursery:
            for place in pool.places:
                nursery.start_soon(pool.keep_worker, place)
            yield pool
            await pool.close()


async def _say_goodbye(process: trio.Process) -> None:
    assert process.stdin is not None
    await process.stdin.aclose()


@asynccontextmanager
async def _open_worker(setting: Setting) -> AsyncIterator[trio.Process]:
    """Start a worker and send it its setting. The worker ends when its stdin closes, even if this process is killed."""
    process = await trio.lowlevel.open_process(
        [*WORKER, WITHOUT_REFEREE] if setting.plan.run.in_process else WORKER,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the runner alone
    )
    assert process.stdin is not None
    try:
        with suppress(trio.BrokenResourceError):
            await process.stdin.send_all(msgspec.json.encode(setting) + b"\n")
        yield process
    finally:
        with trio.CancelScope(shield=True):
            await _say_goodbye(process)
            with trio.move_on_after(SECONDS_TO_STOP):
                await process.wait()
            process.kill()
            await process.wait()
