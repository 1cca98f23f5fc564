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
from typing import Protocol

import trio
from trio.lowlevel import FdStream

from referee.errors import UsageError
from referee.server import launcher
from referee.server.usage import Usage

ENCLOSE = "enclose"
"""What tells the launcher that the command is a sandbox."""

SECONDS_TO_LAUNCH = 30.0
"""A launcher that has not started its command by then (its file system hangs, or it was stopped) is killed."""


@dataclass(frozen=True)
class Ready:
    """A command that can be started now.

    Attributes:
        words: The command.
        how: What the launcher is to do: set limits, as `NAME=VALUE,...`, or `ENCLOSE`.
        descriptors: Open files that the command expects.
    """

    words: Sequence[str]
    how: str = ""
    descriptors: Sequence[int] = ()


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

    def __init__(self, pid: int, words: FdStream, launched: subprocess.Popen[bytes]) -> None:
        self.pid = pid
        self.words = words
        self._launched = launched

    async def ended(self) -> None:
        """Waits until it has ended, and leaves it to be reaped."""
        await _end_of(self.pid)

    def kill(self) -> None:
        """Ends it, and what is left of its group."""
        _kill_group(self._launched)

    def reap(self) -> tuple[int, Usage]:
        """Lets the number of the ended process go; returns its exit code, negative for a signal, and what was used.

        Memory is only what the samples saw: the kernel's own largest figure begins with that of the process that
        forked.
        """
        _, status, used = os.wait4(self.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if self.pid == self._launched.pid:
            self._launched.returncode = code  # `Popen` would wait for it, too
        return code, Usage(cpu_seconds=used.ru_utime + used.ru_stime)


async def start(command: Startable, variables: Mapping[str, str]) -> Running:
    """Starts a command, behind a launcher that ties it to the life of this thread. It can not be cancelled.

    Raises:
        UsageError: it can not be started.
    """
    mouth, pen = os.pipe()
    try:
        launched, told = launch(command, variables, pen)
    except BaseException:
        os.close(mouth)
        raise
    finally:
        os.close(pen)
    number = bytearray()
    async with FdStream(told) as report:
        with trio.CancelScope(shield=True):
            with trio.move_on_after(SECONDS_TO_LAUNCH) as patience:
                await _collect(report, number)
            if patience.cancelled_caught:
                _kill_group(launched)  # the sandbox belongs to the same group
                await _collect(report, number)
    if number:
        launched.wait()  # it ended before the report did
    return Running(int(number or launched.pid), FdStream(mouth), launched)


def launch(command: Startable, variables: Mapping[str, str], output: int) -> tuple[subprocess.Popen[bytes], int]:
    """Starts the launcher. Returns it and a descriptor, from which the number of a sandbox can be read.

    The descriptor ends when the command runs. It tells no number without a sandbox, or if that could not be started:
    then what was the launcher runs, or has failed.
    """
    told, report = os.pipe()
    try:
        with command.ready() as ready:
            launch = [sys.executable, "-I", "-S", launcher.__file__, str(os.getpid()), str(report), ready.how]
            process = subprocess.Popen(
                [*launch, *ready.words],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=variables,
                start_new_session=True,
                pass_fds=[report, *ready.descriptors],
            )
    except OSError as error:
        os.close(told)
        raise UsageError(f"cannot start {sys.executable}: {error.strerror}") from None
    except BaseException:
        os.close(told)
        raise
    finally:
        os.close(report)
    return process, told


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
