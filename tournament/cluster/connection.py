"""The runner's connection to a cluster: a dask scheduler somewhere, or one in this process for `local:N`.

Dask runs on the asyncio loop in which trio is a guest. It is not imported before a cluster is opened.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib.util import find_spec
from itertools import count
from typing import Any, TypeVar

import trio
from msgspec import Struct

from referee.files import passing_folder
from tournament.cluster import remote
from tournament.errors import UserError

T = TypeVar("T")

LOCAL = "local:"
"""The beginning of the address of a cluster that exists only for one run, in its own process."""

MOST_LOCAL = 64

SECONDS_TO_CONNECT = 30
SECONDS_TO_CLOSE = 15.0

ENDING = {"closing", "closed", "failed"}
"""The states in which a worker plays no more.

A worker that is paused or retiring still plays the matches that it has.
"""

QUIET: dict[str, list[str] | bool] = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,
}
"""A scheduler in this process opens a port for a status page on loopback; nothing is served there.

Its profiler is turned off: it would look at the threads of all matches a hundred times a second, and nobody would see
the result.
"""


LOOPBACK = "127.0.0.1:0"

ADDRESS = re.compile(r"((tcp|tls|ucx|ws|wss)://)?[^\s/:]+:\d{1,5}|((tcp|tls)://)?\[[0-9a-fA-F:.]+\]:\d{1,5}")


VARIABLE = "DASK_DISTRIBUTED__COMM__TLS__{}"
CERTIFICATES = {
    "CA_FILE": "distributed.comm.tls.ca-file",
    "CLIENT__CERT": "distributed.comm.tls.client.cert",
    "CLIENT__KEY": "distributed.comm.tls.client.key",
}
"""What a runner needs for TLS: the ends of the variables from which dask reads it, and dask's own names."""


class WorkerGoneError(Exception):
    """A worker does not answer: it has ended, or the scheduler cannot be reached."""


class ClusterWorker(Struct, frozen=True, kw_only=True):
    """A dask worker as the scheduler knows it.

    Attributes:
        address: Its address, which changes when it is restarted.
        name: Its name for people: the name that it was given, or the address of the process that restarts it.
        threads: How many matches it plays at once.
    """

    address: str
    name: str
    threads: int


class ClusterConnection:
    """A dask client. Made by `open_connection`.

    Attributes:
        is_local: Whether all workers are in this process.
    """

    def __init__(self, client: Any, *, is_local: bool) -> None:
        self.is_local = is_local
        self._client = client
        self._numbers = count()

    @property
    def is_closed(self) -> bool:
        """Whether the client has given up because the scheduler has disappeared."""
        return str(self._client.status) == "closed"

    async def workers(self) -> list[ClusterWorker]:
        """List the workers that are connected to the scheduler; none if the scheduler does not answer."""
        # If the scheduler is lost, the client has no connection that it could use.
        with trio.move_on_after(SECONDS_TO_CONNECT), suppress(OSError, AttributeError):
            said = await waiting(lambda: self._client.scheduler.identity(n_workers=-1))
            return [_worker(one, address) for address, one in said["workers"].items() if one["status"] not in ENDING]
        return []

    async def call(self, address: str, function: Callable[..., object], *args: object) -> Any:
        """Call a function in the process of a worker, while it plays matches.

        Raises `WorkerGoneError` if there is no answer from the worker.
        """
        answers = await self._from_worker(lambda: self._client.run(function, *args, workers=[address]))
        return answers[address]

    async def play(self, address: str, player: str, jobs: Sequence[tuple[str, bytes]]) -> object:
        """Let a worker play matches, each a match id and its job. Delete what it returns from the worker at once.

        Raises `WorkerGoneError` if there is no answer from the worker.
        """
        future = self._client.submit(
            remote.play,
            player,
            jobs,
            key=f"{jobs[0][0]}-{next(self._numbers)}",
            workers=[address],
            allow_other_workers=False,
            pure=False,
            retries=0,
        )
        try:
            return await self._from_worker(future.result)
        finally:
            future.release()

    async def _from_worker(self, call: Callable[[], Awaitable[Any]]) -> Any:
        try:
            return await waiting(call)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - dask passes on whatever a worker raised
            raise WorkerGoneError(f"{type(error).__name__}: {error}") from None


async def waiting(call: Callable[[], Awaitable[T]]) -> T:
    """Wait in trio for something that can be awaited in asyncio."""
    over = trio.Event()
    task = asyncio.get_running_loop().create_task(_await(call))
    task.add_done_callback(lambda _: over.set())
    try:
        await over.wait()
    except trio.Cancelled:
        task.cancel()
        raise
    return task.result()


async def _await(call: Callable[[], Awaitable[T]]) -> T:
    return await call()


def check_address(address: str) -> None:
    """Raise `UserError` if the address of a cluster is not valid, or if dask is not installed."""
    if address.startswith(LOCAL):
        number = address.removeprefix(LOCAL)
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_LOCAL):
            raise UserError(f"cluster {address!r}: after local: there is a number of workers from 1 to {MOST_LOCAL}")
    elif not ADDRESS.fullmatch(address):
        raise UserError(
            f"cluster {address!r}: expected the address of a dask scheduler, e.g. tcp://10.0.0.1:8786, "
            "tls://10.0.0.1:8786, or local:4 for workers on this machine"
        )
    if find_spec("distributed") is None:
        raise UserError("--cluster needs dask.distributed: install referee[cluster]")


@asynccontextmanager
async def open_connection(address: str) -> AsyncIterator[ClusterConnection]:
    """Connect to a cluster, or make one for `local:N`. Raises `UserError` if there is no scheduler."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # the runner says itself what matters
    import dask  # noqa: PLC0415 - few runs need it, and it takes long to load
    from distributed import Client  # noqa: PLC0415 - as above

    missing = [VARIABLE.format(name) for name, key in CERTIFICATES.items() if not dask.config.get(key, None)]
    if address.startswith("tls://") and missing:
        raise UserError(f"cluster {address}: TLS needs certificates; set {', '.join(missing)} to their files")
    async with AsyncExitStack() as stack:
        is_local = address.startswith(LOCAL)
        where = (
            await stack.enter_async_context(_local_cluster(int(address.removeprefix(LOCAL)))) if is_local else address
        )
        try:
            made: Callable[..., Any] = Client
            client = await waiting(lambda: made(where, asynchronous=True, timeout=SECONDS_TO_CONNECT))
        except (OSError, ValueError, TypeError) as error:
            why = str(error).partition("\n")[0] or type(error).__name__
            raise UserError(f"cluster {address}: cannot connect to the scheduler: {why}") from None
        stack.push_async_callback(_close, client)
        yield ClusterConnection(client, is_local=is_local)


@asynccontextmanager
async def _local_cluster(workers: int) -> AsyncIterator[Any]:
    """A scheduler and workers in this process: the matches are played by their players, which are processes."""
    import dask  # noqa: PLC0415 - as above
    from distributed import LocalCluster  # noqa: PLC0415 - as above

    with dask.config.set(QUIET), passing_folder() as folder:
        made: Callable[..., Any] = LocalCluster
        cluster = await waiting(
            lambda: made(
                n_workers=workers,
                threads_per_worker=1,
                processes=False,
                dashboard_address=LOOPBACK,
                worker_dashboard_address=LOOPBACK,
                asynchronous=True,
                local_directory=str(folder),
            )
        )
        try:
            yield cluster
        finally:
            await _close(cluster)


async def _close(closing: Any) -> None:
    with trio.CancelScope(shield=True), trio.move_on_after(SECONDS_TO_CLOSE), suppress(OSError):
        await waiting(closing.close)


def _worker(said: dict[str, Any], address: str) -> ClusterWorker:
    given, nanny = str(said["name"]), said["nanny"]
    name = given if given != address else str(nanny or address)
    return ClusterWorker(address=address, name=name, threads=int(said["nthreads"]))
