"""Local bots: starts their processes, watches them, starts them again when they crash, and ends them with us.

A process is started from the trio thread itself, never from a worker thread: the kernel ties its life to that of the
thread that started it, and worker threads come and go. It is always an exec, never a fork that goes on in Python.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import gettempdir

import trio
from trio.lowlevel import FdStream

from referee.errors import UsageError
from referee.server import launcher
from referee.server.bot_files import find_program, folder_of
from referee.server.output import HeadAndTail
from referee.server.sandbox import MIB, SOCKET_FOLDER, BotLimits, Enclosed, Sandbox
from referee.server.usage import Usage, family, usage_of

GRACE = 2.0
"""Seconds between asking a bot to end and killing it."""

SAMPLING = 0.5
"""Seconds between two looks at what a bot uses."""

SECONDS_FOR_LAST_WORDS = 0.5
"""Seconds for what a process wrote before it ended; whatever it started may hold its stderr open."""


@dataclass(frozen=True)
class BotProgram:
    """A bot that is started as a process.

    Attributes:
        name: What the referee calls it.
        command: Program and arguments; paths are read against the working directory.
        env: Variables that it gets besides REFEREE_ADDRESS and REFEREE_TOKEN.
        folder: Its own folder, readable in the sandbox; None: where the first file that the command names lies.
        readable: What else it may read in the sandbox.
    """

    name: str
    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    readable: tuple[Path, ...] = ()


@dataclass(frozen=True)
class BotHost:
    """Where and how bots run.

    Attributes:
        address: The referee: `unix:/path/of/socket` or host:port. A sandboxed bot reaches a unix socket alone.
        sandbox: From `find_sandbox`, or None.
        limits: What each bot may use.
        hidden: What no bot may see although it lies in its folder: records, databases, plans.
        restarts: How often a bot that crashed is started again.
    """

    address: str
    sandbox: Sandbox | None = None
    limits: BotLimits = field(default_factory=BotLimits)
    hidden: tuple[Path, ...] = ()
    restarts: int = 3


@dataclass(frozen=True)
class Ended:
    """A process that has ended: how, after how many seconds, and what it used at most."""

    how: str
    crashed: bool
    seconds: float
    usage: Usage


class BotProcess:
    """A running bot. Make it with `open_bot`.

    Attributes (treat as read-only):
        program: What was started.
        pid: The process that runs now; 0 if none does.
        ended: The processes that have ended, the oldest first.
        output: What they wrote to stderr and stdout, with its middle left out if it is long.
        over: Is set when no process runs and none will be started.
    """

    def __init__(self, program: BotProgram, host: BotHost, token: str) -> None:
        self.program = program
        self.pid = 0
        self.ended: list[Ended] = []
        self.output = HeadAndTail()
        self.over = trio.Event()
        self._host = host
        self._command = command_line(program, host)
        self._environment = environment(program, host, token)
        self._usage = Usage()
        self._killed_for = ""
        self._stopping = False

    @property
    def failure(self) -> str:
        """Why the bot runs no more, with its command and its last words; empty if it did not fail."""
        if not self.over.is_set() or not self.ended or not self.ended[-1].crashed:
            return ""
        words = "\n".join(f"  | {line}" for line in self.output.text().splitlines()[-10:]) or "  (it wrote nothing)"
        times = f", the last of {len(self.ended)} times" if len(self.ended) > 1 else ""
        return f"bot {self.program.name!r}: {self.ended[-1].how}{times}: {' '.join(self.program.command)}\n{words}"

    @trio.lowlevel.enable_ki_protection  # Ctrl-C must not come between a process and our knowing of it
    async def run(self) -> None:
        """Runs the bot until it ends by itself, crashes too often, or `stop` is called."""
        try:
            for _ in range(1 + self._host.restarts):
                if not self._stopping:
                    self.ended.append(await self._run_once())
                if self._stopping or not self.ended[-1].crashed:
                    return
        finally:
            self.over.set()

    @trio.lowlevel.enable_ki_protection
    async def stop(self) -> None:
        """Asks the process to end, and kills it if it does not."""
        self._stopping = True
        if self.pid:
            self._look()
            # A signal for the sandbox itself would kill the bot without warning.
            for process in family(self.pid)[1 if self._host.sandbox else 0 :]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGTERM)
        with trio.move_on_after(GRACE) as grace:
            await self.over.wait()
        if grace.cancelled_caught:
            self._kill("did not end when it was asked to")
            await self.over.wait()

    async def _run_once(self) -> Ended:
        started = trio.current_time()
        self._usage, self._killed_for = Usage(), ""
        process, words = _start(self._command, self._environment)
        self.pid = process.pid
        async with words, trio.open_nursery() as watchers:
            watchers.start_soon(self._watch_usage)
            watchers.start_soon(self.output.keep, words)
            try:
                await end_of(process.pid)
            finally:
                _signal_group(process.pid)  # what is left of it
                with trio.CancelScope(shield=True):
                    await end_of(process.pid)
                self.pid = 0
                self._usage = self._usage.at_least(_reap(process))
            with trio.move_on_after(SECONDS_FOR_LAST_WORDS):
                await self.output.ended.wait()
            watchers.cancel_scope.cancel()
        how = self._killed_for or _exit_text(process.returncode, in_sandbox=self._host.sandbox is not None)
        crashed = process.returncode != 0 and not self._stopping
        return Ended(how, crashed, trio.current_time() - started, self._usage)

    async def _watch_usage(self) -> None:
        while True:
            self._look()
            if self._usage.memory > self._host.limits.memory:
                self._kill(f"used more than {self._host.limits.memory // MIB} MiB of memory")
            await trio.sleep(SAMPLING)

    def _look(self) -> None:
        if self.pid:
            self._usage = self._usage.at_least(usage_of(self.pid))

    def _kill(self, why: str) -> None:
        if self.pid:
            self._killed_for = why
            _signal_group(self.pid)


@asynccontextmanager
async def open_bot(program: BotProgram, host: BotHost, token: str) -> AsyncIterator[BotProcess]:
    """Starts a bot, keeps it running, and ends it with the block.

    Raises:
        UsageError: the command can not be started.
    """
    bot = BotProcess(program, host, token)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(bot.run)
        try:
            yield bot
        finally:
            with trio.CancelScope(shield=True):
                await bot.stop()


def command_line(program: BotProgram, host: BotHost) -> list[str]:
    """What is really started: the command or its sandbox, behind the launcher that ties it to our life."""
    cwd = Path.cwd()
    launch = [sys.executable, "-I", "-S", launcher.__file__, str(os.getpid())]
    if host.sandbox is None:
        file = find_program(program.command[0], cwd)
        limits = ",".join(f"{name}={value}" for name, value in host.limits.by_name().items())
        return [*launch, limits, str(file), *program.command[1:]]
    enclosed = Enclosed(
        program.command,
        cwd,
        folder=program.folder or folder_of(program.command, cwd),
        readable=program.readable,
        hidden=host.hidden,
        socket=_socket_of(host.address),
    )
    # bubblewrap's own --die-with-parent does not notice that we died before it got to that option.
    return [*launch, "", *host.sandbox.wrap(enclosed, host.limits)]


def environment(program: BotProgram, host: BotHost, token: str) -> dict[str, str]:
    """All variables that the bot gets: nothing of ours leaks into it."""
    address = f"unix:{SOCKET_FOLDER / _socket_of(host.address).name}" if host.sandbox else host.address
    path = os.pathsep.join([str(find_program(program.command[0], Path.cwd()).parent), os.defpath])
    ours = {"REFEREE_ADDRESS": address, "REFEREE_TOKEN": token}
    return {"PATH": path, "HOME": gettempdir(), "LANG": "C.UTF-8", **program.env, **ours}


async def end_of(pid: int) -> None:
    """Waits until a child process has ended, and leaves it to be reaped."""
    if sys.platform == "linux":
        handle = os.pidfd_open(pid)
        try:
            await trio.lowlevel.wait_readable(handle)
        finally:
            os.close(handle)
    else:
        wait = partial(os.waitid, os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        await trio.to_thread.run_sync(wait, abandon_on_cancel=True, limiter=trio.CapacityLimiter(1))


def _start(command: Sequence[str], variables: Mapping[str, str]) -> tuple[subprocess.Popen[bytes], FdStream]:
    mouth, pen = os.pipe()
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=pen, stderr=pen, env=variables, start_new_session=True
        )
    except OSError as error:
        os.close(mouth)
        raise UsageError(f"cannot start {command[0]!r}: {error.strerror}") from None
    finally:
        os.close(pen)
    return process, FdStream(mouth)


def _reap(process: subprocess.Popen[bytes]) -> Usage:
    """Lets the number of an ended process go; `Popen` would do it without telling what was used.

    Memory is only what the samples saw: the kernel's own largest figure begins with that of the process which forked.
    """
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Usage(cpu_seconds=used.ru_utime + used.ru_stime)


def _socket_of(address: str) -> Path:
    if not address.startswith("unix:"):
        raise UsageError(f"a bot in the sandbox reaches a unix socket alone, not {address}")
    return Path(address.removeprefix("unix:"))


def _signal_group(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def _exit_text(code: int, *, in_sandbox: bool) -> str:
    number = -code if code < 0 else code - 128 if in_sandbox and code > 128 else 0
    if number in set(signal.Signals):
        return f"killed by {signal.Signals(number).name}"
    return f"ended with exit code {code}"
