"""A real referee in a thread of its own, so that a test can talk to it like any other program."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import trio

from referee import hosting
from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.server.app import Referee, open_referee
from referee.server.config import Config
from referee.server.storage.tokens import Role

T = TypeVar("T")
SECONDS_TO_END = 30.0


class Running:
    """A referee that runs, from another thread's point of view."""

    def __init__(self, referee: Referee, token: trio.lowlevel.TrioToken, stop: trio.Event) -> None:
        self.referee = referee
        self.address = referee.address
        self._token = token
        self._stop = stop
        self._threads = ThreadPoolExecutor(max_workers=32)

    def token(self, name: str, role: Role = Role.BOT) -> str:
        return self.call(lambda: self.referee.issue_token(name, role))

    def is_connected(self, name: str) -> bool:
        return self.call(lambda: self.referee.lobby.bot(name).stream is not None)

    def play(self, job: MatchJob) -> Future[Record]:
        return self._threads.submit(lambda: trio.from_thread.run(self.referee.play, job, trio_token=self._token))

    def call(self, function: Callable[[], T]) -> T:
        return trio.from_thread.run_sync(function, trio_token=self._token)

    def wait(self, wait: Callable[[], Awaitable[object]]) -> None:
        """Waits for something in the referee's own thread."""
        trio.from_thread.run(wait, trio_token=self._token)

    def drain(self) -> Future[None]:
        return self._threads.submit(lambda: trio.from_thread.run(self.referee.drain, trio_token=self._token))

    def stop(self) -> None:
        self.call(self._stop.set)
        self._threads.shutdown()


@contextmanager
def running_referee(config: Config) -> Iterator[Running]:
    """Serves until the block is left. Then no thread is left over."""
    before = set(threading.enumerate())
    started: Future[Running] = Future()

    async def serve() -> None:
        async with open_referee(config) as referee:
            stop = trio.Event()
            started.set_result(Running(referee, trio.lowlevel.current_trio_token(), stop))
            await stop.wait()

    def run() -> None:
        try:
            hosting.run(serve)
        except BaseException as error:
            if started.done():
                raise
            started.set_exception(error)

    thread = threading.Thread(target=run, name="referee")
    thread.start()
    try:
        running = started.result()
        try:
            yield running
        finally:
            running.stop()
    finally:
        thread.join()
    # Trio keeps its own for the next run.
    left = [one for one in threading.enumerate() if one not in before and not one.name.startswith("Trio thread")]
    for one in left:
        one.join(SECONDS_TO_END)  # gRPC's own thread was asked to end, and does so by itself
    assert not [one.name for one in left if one.is_alive()]


@contextmanager
def local_referee(folder: Path) -> Iterator[Running]:
    """A referee on a unix socket that forgets everything at its end."""
    with running_referee(Config(address=f"unix:{folder / 'socket'}")) as running:
        yield running
