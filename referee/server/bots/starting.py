"""One process of a bot, from its start to its last status.

It is started from the trio thread itself, never from a worker thread: the kernel ties its life to that of the thread
that started it, and worker threads come and go. It is always an exec, never a fork that goes on in Python.
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
"""What tells the launcher that the command is a sandbox. A path after it is the entrance of a control group."""

SECONDS_TO_LAUNCH = 30.0
"""A launcher that has not started its command by then (its file system hangs, or it was stopped) is killed."""


@dataclass(frozen=True)
class Ready:
    """A command that can be started now.

    Attributes:
        words: The command.
        how: What the launcher is to do: set limits, as `NAME=VALUE,...`, or `ENCLOSE` and what belongs to it.
        descriptors: Open files that the command expects.
        group: The control group that it is to be in, to be closed when it has ended; None without one.
    """

    words: Sequence[str]
    how: str = ""
    descriptors: Sequence[int] = ()
    group: Group | None = None


class Startable(Protocol):
    """A command that can be started again and again; what one start needs is open for that long."""

    def ready(self) -> AbstractContextManager[Ready]:
        """What is to be started."""
        ...


class Running:
    """A process that was started and has to be reaped. Made by `start`.

    Attributes:
        pid: Its number; in the sandbox it is bubblewrap, with which everything inside ends.
        words: What it and its children write.
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
        """Whether it is in a control group in which the kernel itself keeps it within its memory."""
        return self._launched.group is not None and self._launched.group.counts_memory

    async def ended(self) -> None:
        """Waits until it has ended, and leaves it to be reaped."""
        await _end_of(self.pid)

    def kill(self) -> None:
        """Ends it, and what is left of its group."""
        _kill_group(self._launched.process)

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel ended something in its control group for its memory."""
        return self._launched.group is not None and self._launched.group.ran_out_of_memory()

    def reap(self) -> tuple[int, Usage]:
        """Lets the number of the ended process go; returns its exit code, negative for a signal, and what was used.

        Memory is only what the samples saw: the kernel's own largest figure begins with that of the process that
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
    """Whether a command runs and ends well within a time; without trio, before anything else runs.

    Raises:
        UsageError: it can not be started.
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
    """Starts a command, behind a launcher that ties it to the life of this thread. It can not be cancelled.

    It and all that it starts run on these cores alone; without any on all.

    Raises:
        UsageError: it can not be started.
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
                _kill_group(launched.process)  # the sandbox belongs to the same group
                await _collect(report, number)
    if number:
        launched.process.wait()  # it ended before the report did
    return Running(int(number or launched.process.pid), FdStream(mouth), launched)


@dataclass(frozen=True)
class Launched:
    """A launcher that was started.

    Attributes:
        process: The launcher. Without a sandbox it becomes the command.
        report: A descriptor from which the number of the sandbox can be read, until the command runs. There is none
            without a sandbox, or if that could not be started: then what was the launcher runs, or has failed.
        group: See `Ready`.
    """

    process: subprocess.Popen[bytes]
    report: int
    group: Group | None


def launch(command: Startable, variables: Mapping[str, str], output: int, cores: Sequence[int] = ()) -> Launched:
    """Starts the launcher of a command.

    Raises:
        UsageError: it can not be started.
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
