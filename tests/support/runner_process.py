"""`tournament run` or `tune` in a process of its own, to be killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

PATIENCE = 60.0

SECONDS_TO_END = 30
"""The kernel ends all bots at once, and a worker sees the end of its pipe; this is for a machine with much to do."""


class RunnerProcess:
    """A runner and what it started. Made by `running`."""

    def __init__(self, plan: Path, database: Path, command: str = "run", module: str = "tournament") -> None:
        self._command = [sys.executable, "-m", module, command, str(plan), "--db", str(database), "--no-check"]
        self.log = database.with_suffix(".log").open("a+")
        self._runner = subprocess.Popen(self._command, stdout=self.log, stderr=self.log, start_new_session=True)
        self._seen: set[psutil.Process] = set()

    @property
    def pid(self) -> int:
        return self._runner.pid

    def family(self) -> list[psutil.Process]:
        """The runner's living descendants."""
        try:
            family = psutil.Process(self._runner.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []
        self._seen.update(family)
        return family

    def workers(self) -> list[psutil.Process]:
        return [process for process in self.family() if has_word(process, "tournament.engines.worker")]

    def bots(self) -> list[psutil.Process]:
        """The processes of the bots themselves, without the sandboxes around them."""
        return [process for process in self.family() if _runs_bot(process)]

    def kill(self) -> None:
        """kill -9. Returns when everything that the runner had started has ended too."""
        self.family()
        self._runner.kill()
        self._runner.wait()
        self._await_end_of_family()

    def wait(self, seconds: float = PATIENCE) -> int:
        """Waits for its end by itself."""
        code = self._runner.wait(seconds)
        self._await_end_of_family()
        return code

    def is_over(self) -> bool:
        return self._runner.poll() is not None

    def interrupt(self, number: int) -> None:
        self._runner.send_signal(number)

    def _await_end_of_family(self) -> None:
        _gone, alive = psutil.wait_procs(list(self._seen), timeout=SECONDS_TO_END)
        assert not [text for process in alive if (text := _describe(process))], "outlived its runner"


@contextmanager
def running(plan: Path, database: Path, command: str = "run", module: str = "tournament") -> Iterator[RunnerProcess]:
    """A runner, which has ended when the block is left; `module` is the program."""
    runner = RunnerProcess(plan, database, command, module)
    try:
        yield runner
    finally:
        if not runner.is_over():
            runner.kill()
        runner.log.close()


def _describe(process: psutil.Process) -> str:
    """What a process is that has not ended; one that nobody has reaped yet has ended."""
    try:
        if process.status() == psutil.STATUS_ZOMBIE:
            return ""
        return f"{process.ppid()} -> {process.pid} {process.status()} {' '.join(process.cmdline())[-200:]}"
    except psutil.Error:
        return ""


def has_word(process: psutil.Process, word: str) -> bool:
    try:
        return word in process.cmdline()
    except psutil.Error:
        return False


def _runs_bot(process: psutil.Process) -> bool:
    return has_word(process, "referee_client.bots") and not has_word(process, "--die-with-parent")
