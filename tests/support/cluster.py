"""A dask cluster in processes of its own, to be killed; what has ended is started again, as systemd would."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.support.waiting import wait_until

DASK = [sys.executable, "-m", "dask"]
PATIENCE = 60.0


class Service:
    """A process that is started again when it has ended."""

    def __init__(self, name: str, command: list[str], folder: Path) -> None:
        self.name = name
        self._command = command
        self._folder = folder
        self._log = (folder / f"{name}.log").open("a")
        self._environment = {**os.environ, "TMPDIR": str(folder)}
        self.process = self._start()

    def _start(self) -> psutil.Popen:
        return psutil.Popen(
            self._command,
            cwd=self._folder,
            env=self._environment,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    def keep(self) -> None:
        """Start it again if it has ended."""
        if self.process.poll() is not None:
            self.process = self._start()

    def children(self) -> list[psutil.Process]:
        with suppress(psutil.NoSuchProcess):
            return list(self.process.children())
        return []

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except psutil.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._log.close()


class Cluster:
    """A scheduler and its workers, each as on a machine of its own.

    Attributes:
        address: The address of the scheduler.
        scheduler: The scheduler.
        workers: The workers; with nannies, each of them is the nanny of a worker.
    """

    def __init__(self, folder: Path, workers: int, *, nannies: bool) -> None:
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            port = listening.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        here = ["--host", "127.0.0.1", "--no-dashboard"]
        self.scheduler = Service("scheduler", [*DASK, "scheduler", *here, "--port", str(port)], folder)
        wait_until(lambda: is_listening(port) or self.scheduler.process.poll() is not None)
        self.workers = []
        for number in range(workers):
            words = ["--name", f"w{number}", "--nthreads", "1", "--nanny" if nannies else "--no-nanny"]
            command = [*DASK, "worker", self.address, *here, *words]
            self.workers.append(Service(f"w{number}", command, folder))

    def keep(self) -> None:
        """Start again what has ended."""
        for service in (self.scheduler, *self.workers):
            service.keep()


def is_listening(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def a_cluster(folder: Path, workers: int, *, nannies: bool = False) -> Iterator[Cluster]:
    """A cluster with this TMPDIR; it has ended when the block is left, and nothing of it is left in the folder."""
    cluster = Cluster(folder, workers, nannies=nannies)
    try:
        yield cluster
    finally:
        for service in (*cluster.workers, cluster.scheduler):
            service.stop()
    wait_until(lambda: not left_of(folder))


def left_of(folder: Path) -> list[str]:
    """The processes that have the folder in their command or as TMPDIR, and the folders of ours in it."""
    left = [str(path) for path in folder.glob("referee-passing-*")]
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            is_ours = str(folder) in " ".join(process.cmdline()) or process.environ().get("TMPDIR") == str(folder)
            if is_ours and process.pid != os.getpid() and process.status() != psutil.STATUS_ZOMBIE:
                left.append(f"{process.pid}: {' '.join(process.cmdline())[-200:]}")
    return left


def start_runner(cluster: Cluster, plan: Path, database: Path) -> Service:
    """A runner; it is started again only if it is asked to be kept."""
    words = ["run", str(plan), "--db", str(database), "--cluster", cluster.address, "--no-check"]
    return Service("runner", [sys.executable, "-m", "tournament", *words], plan.parent / "tmp")


def code_of(service: Service) -> int:
    """Wait until a service ends by itself."""
    try:
        return int(service.process.wait(PATIENCE))
    finally:
        service.stop()
