"""One process of a bot, from its start to its last status.

It is started from the trio thread itself, never from a worker thread: the kernel ends the process together with the
thread that started it, and worker threads come and go. A process is always started with exec, never as a fork that
continues in Python.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from threading import Timer
from typing import Protocol

import trio
from trio.lowlevel import FdStream

from referee.errors import UsageError
from referee.server.bots import launcher
from referee.server.bots.cgroups import Group
from referee.server.bots.usage import Usage

ENCLOSE = "enclose"
"""Says that the command is a sandbox. A path may follow: the file through which the process enters a control group."""

SECONDS_TO_LAUNCH = 30.0
"""A launcher that has not started its command by then (the file system hangs, or it was paused) is killed."""


@dataclass(frozen=True)
class Ready:
    """A command that can be started now.

    Attributes:
        words: The command.
        how: The first argument of the launcher: limits as `NAME=VALUE,...`, or `ENCLOSE` with its parameters.
        descriptors: Open files that the command expects.
        group: Its control group, to be closed when it has ended; None without one.
    """

    words: Sequence[str]
    how: str = ""
    descriptors: Sequence[int] = ()
    group: Group | None = None


class Startable(Protocol):
    """A command that can be started many times; what one start needs is open only during it."""

    def ready(self) -> AbstractContextManager[Ready]:
        """The command, ready to be started within the block."""
        ...


class Running:
    """A started process, which must be reaped. Made by `start`.

    Attributes:
        pid: Its number; with a sandbox it is bubblewrap's, and everything inside ends with it.
        words: The output of it and its children.
    """

    def __init__(self, pid: int, words: FdStream, launched: Launched) -> None:
        self.pid = pid
        self.words = words
        self._launched = launched

    @property
    def group(self) -> Group | None:
        """Its control group; None without one."""
        return self._launched.group

    @property
    def kernel_counts_memory(self) -> bool:
        """Whether it is in a control group in which the kernel itself enforces its memory limit."""
        return self._launched.group is not None and self._launched.group.counts_memory

    async def ended(self) -> None:
        """Wait until it has ended, without reaping it."""
        await _end_of(self.pid)

    def kill(self) -> None:
        """Kill the process, and everything that is left of its process group."""
        _kill_group(self._launched.process)

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel killed something in its control group because it ran out of memory."""
        return self._launched.group is not None and self._launched.group.ran_out_of_memory()

    def reap(self) -> tuple[int, Usage]:
        """Reap the ended process; return its exit code, negative for a signal, and what was used.

        The peak of memory is known only from samples, because the kernel's own figure includes that of the process that
        forked.
        """
        _, status, used = os.wait4(self.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if self.pid == self._launched.process.pid:
            self._launched.process.returncode = code  # `Popen` would wait for it, too
        if self._launched.group is not None:
            self._launched.group.close()
        return code, Usage(cpu_seconds=used.ru_utime + used.ru_stime)


def trial(command: Startable, seconds: float) -> bool:
    """Whether a command succeeds within a time limit.

    This does not use trio, because it happens before anything else runs.

    Raises:
        UsageError: it cannot be started.
    """
    launched = launch(command, os.environ, subprocess.DEVNULL)
    timer = Timer(seconds, _kill_group, [launched.process])
    timer.start()
    with os.fdopen(launched.report, "rb") as report:
        number = report.read()
    code = launched.process.wait()
    if number:
        code = os.waitpid(int(number), 0)[1]
    timer.cancel()
    timer.join()
    if launched.group is not None:
        launched.group.close()
    return code == 0


async def start(command: Startable, variables: Mapping[str, str], cores: Sequence[int] = ()) -> Running:
    """Start a command through a launcher that makes it end with this thread. It cannot be cancelled.

    The command and everything it starts run only on `cores`; if that is empty, on all cores.

    Raises:
        UsageError: it cannot be started.
    """
    mouth, pen = os.pipe()
    try:
        launched = launch(command, variables, pen, cores)
    except BaseException:
        os.close(mouth)
        raise
    finally:
        os.close(pen)
    number = bytearray()
    with trio.CancelScope(shield=True):
        async with FdStream(launched.report) as report:
            with trio.move_on_after(SECONDS_TO_LAUNCH) as patience:
                await _collect(report, number)
            if patience.cancelled_caught:
                _kill_group(launched.process)  # the sandbox is in the same group
                await _collect(report, number)
    if number:
        launched.process.wait()  # it ended before the report did
    return Running(int(number or launched.process.pid), FdStream(mouth), launched)


@dataclass(frozen=True)
class Launched:
    """A started launcher.

    Attributes:
        process: The launcher. Without a sandbox it becomes the command.
        report: A descriptor with the number of the sandbox, closed at the other end once the command runs. No number
            comes without a sandbox (the launcher becomes the command), or if the sandbox could not be started.
        group: See `Ready`.
    """

    process: subprocess.Popen[bytes]
    report: int
    group: Group | None


def launch(command: Startable, variables: Mapping[str, str], output: int, cores: Sequence[int] = ()) -> Launched:
    """Start the launcher of a command.

    Raises:
        UsageError: it cannot be started.
    """
    told, report = os.pipe()
    try:
        with command.ready() as ready:
            pinned = ",".join(map(str, cores))
            told_of_us = [str(os.getpid()), str(report), pinned, ready.how]
            launching = [sys.executable, "-I", "-S", launcher.__file__, *told_of_us]
            process = _popen([*launching, *ready.words], variables, output, [report, *ready.descriptors])
    except BaseException:
        os.close(told)
        raise
    finally:
        os.close(report)
    return Launched(process, told, ready.group)


def _popen(
    words: Sequence[str], variables: Mapping[str, str], output: int, descriptors: Sequence[int]
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=variables,
            start_new_session=True,
            pass_fds=descriptors,
        )
    except OSError as error:
        raise UsageError(f"cannot start {words[0]}: {error.strerror}") from None


async def _collect(stream: FdStream, into: bytearray) -> None:
    async for part in stream:
        into += part


def _kill_group(leader: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader.pid, signal.SIGKILL)


async def _end_of(pid: int) -> None:
    if sys.platform == "linux":
        handle = os.pidfd_open(pid)
        try:
            await trio.lowlevel.wait_readable(handle)
        finally:
            os.close(handle)
    else:
        wait = partial(os.waitid, os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        await trio.to_thread.run_sync(wait, abandon_on_cancel=True, limiter=trio.CapacityLimiter(1))
