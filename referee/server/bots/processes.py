"""Local bots: runs their processes, watches them, restarts them when they crash, and ends them with the referee."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import gettempdir

import trio

from referee.errors import UsageError
from referee.excerpts import ends_of_lines
from referee.server.bots.bot_files import own_files
from referee.server.bots.core_time import CoreTime, core_time_of
from referee.server.bots.fetching import check_fetches_nothing
from referee.server.bots.looking import UsageWatch, too_much_memory
from referee.server.bots.output import HeadAndTail
from referee.server.bots.programs import find_program
from referee.server.bots.sandbox import SOCKET_FOLDER, BotLimits, Enclosed, Sandbox
from referee.server.bots.starting import Ready, Running, Startable, start
from referee.server.bots.usage import Usage

SECONDS_TO_STOP = 2.0
"""Seconds between asking a bot to end and killing it."""

SECONDS_FOR_LAST_LOOK = 1.0
"""How long the end of a bot may wait for a last measurement, which also finds the processes to end."""

SHOWS_MORE = "Use --readable PATH to let it read more, or --sandbox off to let it read everything"
"""Advice in the commands of `referee`, for a bot that does not find its files."""

SHOWN_LINES = 12
"""How many lines of a failed bot's output are shown."""

SECONDS_FOR_LAST_WORDS = 0.5
"""Seconds to read the rest of an ended process's output; its children may hold its stderr open."""


@dataclass(frozen=True)
class BotProgram:
    """A bot that is started as a process.

    Attributes:
        name: Its name at the referee.
        command: Program and arguments; paths are relative to the working directory.
        env: Environment variables besides REFEREE_ADDRESS and REFEREE_TOKEN.
        folder: Its own folder, readable in the sandbox; None: what `own_files` finds.
        readable: Other files and folders that it may read in the sandbox.
        memory: Bytes that it may use; None: the host's limit for every bot.
        network: Whether it has the machine's network in the sandbox.
    """

    name: str
    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    readable: tuple[Path, ...] = ()
    memory: int | None = None
    network: bool = False


@dataclass(frozen=True)
class BotHost:
    """Where and how bots run.

    Attributes:
        address: The referee: `unix:/path/of/socket` or host:port. A sandboxed bot can only reach a unix socket.
        sandbox: From `find_sandbox`, or None.
        limits: What each bot may use.
        hidden: What no bot may see, even in its own folder: records, databases, plans.
        restarts: How often a crashed bot is restarted in a match.
        cores: The only cores that bots may use; empty: all.
    """

    address: str = ""
    sandbox: Sandbox | None = None
    limits: BotLimits = field(default_factory=BotLimits)
    hidden: tuple[Path, ...] = ()
    restarts: int = 3
    cores: tuple[int, ...] = ()


@dataclass(frozen=True)
class EndOfProcess:
    """A process that has ended: in which way, after how many seconds, and its highest usage."""

    how: str
    crashed: bool
    seconds: float
    usage: Usage


class BotProcess:
    """A running bot. Make it with `open_bot`.

    Attributes (treat as read-only):
        program: What was started.
        ended: The processes that have ended, the oldest first.
        output: What they wrote to stderr and stdout; if it is long, its middle is left out.
        over: Set when no process runs and none will be started.
    """

    def __init__(self, program: BotProgram, host: BotHost, token: str) -> None:
        self.program = program
        self.ended: list[EndOfProcess] = []
        self.output = HeadAndTail()
        self.over = trio.Event()
        self._host = host
        self._limits = limits_of(program, host)
        self._own = own_of(program, host)
        self._command = command_of(program, host, self._own)
        self._environment = environment(program, host, token)
        self._process: Running | None = None
        self._watch: UsageWatch | None = None
        self._killed_for = ""
        self._stopping = False
        self._crashes = 0

    @property
    def pid(self) -> int:
        """The number of the running process, or of the sandbox around it; 0 if none runs."""
        return self._process.pid if self._process else 0

    def core_time(self) -> CoreTime | None:
        """Its process's time on the cores so far; None if it is unknown. This reads files: call it in a thread."""
        return core_time_of(running.pid, running.group) if (running := self._process) else None

    @property
    def failure(self) -> str:
        """Why the bot stopped running, with its command and its output; empty if it did not fail."""
        if not self.over.is_set() or not self.ended or not self.ended[-1].crashed:
            return ""
        words = "\n".join(f"  | {line}" for line in ends_of_lines(self.output.text(), SHOWN_LINES))
        words = words or "  (it wrote nothing)"
        times = f", the last of {len(self.ended)} times" if len(self.ended) > 1 else ""
        return f"bot {self.program.name!r}: {self.ended[-1].how}{times}: {' '.join(self.program.command)}\n{words}"

    @property
    def sight(self) -> str:
        """A sentence about what the bot could read in the sandbox; empty without a sandbox."""
        if self._host.sandbox is None:
            return ""
        own = [str(path) for path in dict.fromkeys([*self._own, *self.program.readable])]
        files = f"{', '.join(own)} and" if own else "only"
        network = "" if self.program.network else ", and had no network"
        return f"in its sandbox it could read {files} the system's programs{network}"

    @trio.lowlevel.enable_ki_protection  # Ctrl-C must not interrupt between starting a process and noting it
    async def run(self) -> None:
        """Run the bot until it ends by itself, crashes too often in a match, or `stop` is called."""
        try:
            while not self._stopping and self._crashes <= self._host.restarts:
                self.ended.append(await self._run_once())
                if not self.ended[-1].crashed:
                    return
                self._crashes += 1
        finally:
            self.over.set()

    def begin_match(self) -> None:
        """Begin another match, in which crashes in earlier matches no longer count."""
        self._crashes = 0

    @trio.lowlevel.enable_ki_protection
    async def stop(self) -> None:
        """Ask the process to end, and kill it if it does not."""
        self._stopping = True
        with trio.move_on_after(SECONDS_FOR_LAST_LOOK) as patience:
            await self._ask_to_end()
        with trio.move_on_after(0 if patience.cancelled_caught else SECONDS_TO_STOP) as grace:
            await self.over.wait()
        if grace.cancelled_caught:
            self._kill("did not end when it was asked to")
            await self.over.wait()

    async def _ask_to_end(self) -> None:
        watch = self._watch
        processes = await watch.look() if watch else ()
        if watch is not self._watch:
            return  # it has ended, and the numbers may belong to other processes by now
        # A signal to the sandbox itself would kill the bot without warning.
        for process in processes[1 if self._host.sandbox else 0 :]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)

    async def _run_once(self) -> EndOfProcess:
        started = trio.current_time()
        self._killed_for = ""
        process = self._process = await start(self._command, self._environment, self._host.cores)
        in_sandbox = self._host.sandbox is not None
        watch = self._watch = UsageWatch(
            process.pid, self._limits, self._kill, in_sandbox=in_sandbox, kernel_counts=process.kernel_counts_memory
        )
        if self._stopping:
            process.kill()  # `stop` was called before there was a process to ask
        async with process.words, trio.open_nursery() as watchers:
            watchers.start_soon(watch.run)
            watchers.start_soon(self.output.keep, process.words)
            try:
                await process.ended()
            finally:
                process.kill()  # what is left of it
                with trio.CancelScope(shield=True):
                    await process.ended()
                self._process = self._watch = None
                if process.ran_out_of_memory():
                    self._killed_for = too_much_memory(self._limits.memory)
                code, used = process.reap()
            with trio.move_on_after(SECONDS_FOR_LAST_WORDS):
                await self.output.ended.wait()
            watchers.cancel_scope.cancel()
        how = self._killed_for or _exit_text(code, in_sandbox=in_sandbox)
        crashed = code != 0 and not self._stopping
        return EndOfProcess(how, crashed, trio.current_time() - started, watch.usage.at_least(used))

    def _kill(self, why: str) -> None:
        if self._process is not None:
            self._killed_for = why
            self._process.kill()


@asynccontextmanager
async def open_bot(program: BotProgram, host: BotHost, token: str) -> AsyncIterator[BotProcess]:
    """Start a bot, keep it running, and stop it at the end of the block.

    Raises:
        UsageError: the command cannot be started.
    """
    bot = BotProcess(program, host, token)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(bot.run)
        try:
            yield bot
        finally:
            with trio.CancelScope(shield=True):
                await bot.stop()


@dataclass(frozen=True)
class Bare:
    """A command without a sandbox. See `Startable`."""

    words: Sequence[str]
    limits: BotLimits

    @contextmanager
    def ready(self) -> Iterator[Ready]:
        """The command with the limits that the kernel can enforce for each process."""
        yield Ready(self.words, ",".join(f"{name}={value}" for name, value in self.limits.by_name().items()))


def limits_of(program: BotProgram, host: BotHost) -> BotLimits:
    """The limits of this bot."""
    return host.limits if program.memory is None else replace(host.limits, memory=program.memory)


def own_of(program: BotProgram, host: BotHost) -> list[Path]:
    """The bot's own files; empty without a sandbox, where the question does not arise."""
    if host.sandbox is None:
        return []
    return [program.folder] if program.folder else own_files(program.command, Path.cwd(), host.hidden)


def command_of(program: BotProgram, host: BotHost, own: Sequence[Path]) -> Startable:
    """What is actually started: the command or its sandbox."""
    cwd = Path.cwd()
    limits = limits_of(program, host)
    if host.sandbox is None:
        return Bare([str(find_program(program.command[0], cwd)), *program.command[1:]], limits)
    if not program.network:
        check_fetches_nothing(program.command, cwd)
    socket = _socket_of(host.address)
    enclosed = Enclosed(program.command, cwd, own, program.readable, host.hidden, socket, network=program.network)
    return host.sandbox.wrap(enclosed, limits)


def environment(program: BotProgram, host: BotHost, token: str) -> dict[str, str]:
    """All environment variables of the bot; it inherits none of ours."""
    address = f"unix:{SOCKET_FOLDER / _socket_of(host.address).name}" if host.sandbox else host.address
    path = os.pathsep.join([str(find_program(program.command[0], Path.cwd()).parent), os.defpath])
    ours = {"REFEREE_ADDRESS": address, "REFEREE_TOKEN": token}
    return {"PATH": path, "HOME": gettempdir(), "LANG": "C.UTF-8", **program.env, **ours}


def _socket_of(address: str) -> Path:
    if not address.startswith("unix:"):
        raise UsageError(f"a bot in the sandbox can only reach a unix socket, not {address}")
    return Path(address.removeprefix("unix:"))


def _exit_text(code: int, *, in_sandbox: bool) -> str:
    number = -code if code < 0 else code - 128 if in_sandbox and code > 128 else 0
    if number in set(signal.Signals):
        return f"killed by {signal.Signals(number).name}"
    return f"ended with exit code {code}"
