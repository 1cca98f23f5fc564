"""Worker processes that play parts of a batch.

The workers share the arrays with this process, and receive one byte for each step.

A worker ends when its input ends, so none is left behind, however this process ends.
"""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import msgspec

from referee.errors import RefereeError, UsageError
from referee.kernel.game import Game
from referee.kernel.options import OptionValue
from referee.learning.batch_rows import BatchArrays, size_of
from referee.learning.rewards import RewardKind
from referee.learning.space import Space, is_installed

STEP = b"s"
RESET = b"r"
DONE = b"."
SEED_BYTES = 16
_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - the file has no name there
_PATIENCE_SECONDS = 5


class BatchSettings(msgspec.Struct, frozen=True):
    """What the matches of a batch have in common."""

    game: str
    seats: int
    matches: int
    options: dict[str, OptionValue]
    cards: dict[str, Any] | None
    rewards: RewardKind


class WorkerSettings(msgspec.Struct, frozen=True):
    """The first message to a worker: the rows that it plays, and the file of the arrays."""

    batch: BatchSettings
    first: int
    end: int
    file: int


class BatchProcesses:
    """The workers of a batch. An error in one of them ends all of them."""

    def __init__(self, space: Space, settings: BatchSettings, workers: int) -> None:
        _check_installed(space.game)
        with _file_of(size_of(settings.matches, space)) as file:
            memory = mmap.mmap(file.fileno(), 0)
            self.arrays = BatchArrays.over(memory, settings.matches, space)
            cuts = [settings.matches * worker // workers for worker in range(workers + 1)]
            self._workers: list[subprocess.Popen[bytes]] = []
            for first, end in pairwise(cuts):
                self._workers.append(_started(WorkerSettings(settings, first, end, file.fileno())))

    def reset(self, seed: int) -> None:
        """Restart all matches."""
        self._all(RESET + seed.to_bytes(SEED_BYTES, "little", signed=True))

    def step(self) -> None:
        """Play the actions in the arrays."""
        self._all(STEP)

    def _all(self, command: bytes) -> None:
        if not self._workers:
            raise UsageError("the batch is closed")
        try:
            for worker in self._workers:
                _input(worker).write(command)
                _input(worker).flush()
        except OSError:
            pass  # a worker has ended, which its missing answer shows
        for worker in self._workers:
            answer = _output(worker).read(1)
            if answer != DONE:
                why = _output(worker).read().decode(errors="replace").strip() if answer else ""
                self.close()
                raise RefereeError(why or f"a worker of the batch ended with exit code {worker.returncode}")

    def close(self) -> None:
        """End all workers."""
        workers, self._workers = self._workers, []
        for worker in workers:
            _input(worker).close()
        for worker in workers:
            try:
                worker.wait(_PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
            _output(worker).close()

    def __del__(self) -> None:
        if hasattr(self, "_workers"):
            self.close()


def _file_of(size: int) -> IO[bytes]:
    """A file without a name, in memory if there is room.

    Its space is reserved, so that a full disk causes an error now and not later.

    Raises `UsageError` if there is no room for it.
    """
    for place in (_IN_MEMORY, None):
        with suppress(OSError):
            file = tempfile.TemporaryFile(dir=place)  # noqa: SIM115 - the caller closes it
            try:
                file.truncate(size)
                if hasattr(os, "posix_fallocate"):  # not macOS
                    os.posix_fallocate(file.fileno(), 0, size)
            except OSError:
                file.close()
                raise
            return file
    raise UsageError(f"there is no room for arrays of {size} bytes: use fewer matches, or set TMPDIR to another disk")


def reset_seed(command: bytes) -> int:
    """The seed in a command to reset, after its first byte."""
    return int.from_bytes(command, "little", signed=True)


def _check_installed(game: Game[Any]) -> None:
    if not is_installed(game):
        raise UsageError(f"this game {game.id!r} is not the installed one, so workers cannot find it: use workers=0")


def _started(settings: WorkerSettings) -> subprocess.Popen[bytes]:
    worker = subprocess.Popen(
        [sys.executable, "-m", "referee.learning.batch_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=[settings.file],
    )
    _input(worker).write(msgspec.json.encode(settings) + b"\n")
    _input(worker).flush()
    return worker


def _input(worker: subprocess.Popen[bytes]) -> Any:
    return worker.stdin


def _output(worker: subprocess.Popen[bytes]) -> Any:
    return worker.stdout
