"""Local bots: runs their processes, watches them, starts them again when they crash, and ends them with us."""

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

GRACE = 2.0
"""Seconds between asking a bot to end and killing it."""

SECONDS_FOR_LAST_LOOK = 1.0
"""How long the end of a bot waits for a look at what it has used, and which processes are to be asked."""

SHOWS_MORE = "--readable PATH shows it more, --sandbox off everything"
"""What to do on the command line about a bot that does not find its files."""

SHOWN_LINES = 12
"""Lines of what a bot wrote that are shown when it has failed."""

SECONDS_FOR_LAST_WORDS = 0.5
"""Seconds for what a process wrote before it ended; whatever it started may hold its stderr open."""


@dataclass(frozen=True)
class BotProgram:
    """A bot that is started as a process.

    Attributes:
        name: What the referee calls it.
        command: Program and arguments; paths are read against the working directory.
        env: Variables that it gets besides REFEREE_ADDRESS and REFEREE_TOKEN.
        folder: Its own folder, readable in the sandbox; None: what `own_files` finds.
        readable: What else it may read in the sandbox.
        memory: Bytes that it may use; None: what the host allows every bot.
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
        address: The referee: `unix:/path/of/socket` or host:port. A sandboxed bot reaches a unix socket alone.
        sandbox: From `find_sandbox`, or None.
        limits: What each bot may use.
        hidden: What no bot may see although it lies in its folder: records, databases, plans.
        restarts: How often a bot that crashed is started again in a match.
        cores: On which the bots run, and nowhere else; without any on all.
    """

    address: str
    sandbox: Sandbox | None = None
    limits: BotLimits = field(default_factory=BotLimits)
    hidden: tuple[Path, ...] = ()
    restarts: int = 3
    cores: tuple[int, ...] = ()


@dataclass(frozen=True)
class EndOfProcess:
    """A process that has ended: how, after how many seconds, and what it used at most."""

    how: str
    crashed: bool
    seconds: float
    usage: Usage


class BotProcess:
    """A running bot. Make it with `open_bot`.

    Attributes (treat as read-only):
        program: What was started.
        ended: The processes that have ended, the oldest first.
        output: What they wrote to stderr and stdout, with its middle left out if it is long.
        over: Is set when no process runs and none will be started.
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
        """The process that runs now, or the sandbox around it; 0 if none does."""
        return self._process.pid if self._process else 0

    def core_time(self) -> CoreTime | None:
        """What its process had of the cores so far; None if that cannot be read. It reads files: use a thread."""
        return core_time_of(running.pid, running.group) if (running := self._process) else None

    @property
    def failure(self) -> str:
        """Why the bot runs no more, with its command and what it wrote; empty if it did not fail."""
        if not self.over.is_set() or not self.ended or not self.ended[-1].crashed:
            return ""
        words = "\n".join(f"  | {line}" for line in ends_of_lines(self.output.text(), SHOWN_LINES))
        words = words or "  (it wrote nothing)"
        times = f", the last of {len(self.ended)} times" if len(self.ended) > 1 else ""
        return f"bot {self.program.name!r}: {self.ended[-1].how}{times}: {' '.join(self.program.command)}\n{words}"

    @property
    def sight(self) -> str:
        """What it could read in the sandbox, for people; empty without a sandbox."""
        if self._host.sandbox is None:
            return ""
        own = [str(path) for path in dict.fromkeys([*self._own, *self.program.readable])]
        files = f"{', '.join(own)} and" if own else "no files of its own, but"
        network = "" if self.program.network else ", and there is no network"
        return f"in its sandbox it could read {files} the system's programs{network}"

    @trio.lowlevel.enable_ki_protection  # Ctrl-C must not come between a process and our knowing of it
    async def run(self) -> None:
        """Runs the bot until it ends by itself, crashes too often in a match, or `stop` is called."""
        try:
            while not self._stopping and self._crashes <= self._host.restarts:
                self.ended.append(await self._run_once())
                if not self.ended[-1].crashed:
                    return
                self._crashes += 1
        finally:
            self.over.set()

    def begin_match(self) -> None:
        """Takes notice that it is to play another match: the crashes in those before count no more."""
        self._crashes = 0

    @trio.lowlevel.enable_ki_protection
    async def stop(self) -> None:
        """Asks the process to end, and kills it if it does not."""
        self._stopping = True
        with trio.move_on_after(SECONDS_FOR_LAST_LOOK) as patience:
            await self._ask_to_end()
        with trio.move_on_after(0 if patience.cancelled_caught else GRACE) as grace:
            await self.over.wait()
        if grace.cancelled_caught:
            self._kill("did not end when it was asked to")
            await self.over.wait()

    async def _ask_to_end(self) -> None:
        watch = self._watch
        processes = await watch.look() if watch else ()
        if watch is not self._watch:
            return  # it has ended, and the numbers may be somebody else's by now
        # A signal for the sandbox itself would kill the bot without warning.
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
            process.kill()  # it was too early to ask it
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


@dataclass(frozen=True)
class Bare:
    """A command without a sandbox. See `Startable`."""

    words: Sequence[str]
    limits: BotLimits

    @contextmanager
    def ready(self) -> Iterator[Ready]:
        """The command with the limits that the kernel can hold for each process."""
        yield Ready(self.words, ",".join(f"{name}={value}" for name, value in self.limits.by_name().items()))


def limits_of(program: BotProgram, host: BotHost) -> BotLimits:
    """What this bot may use."""
    return host.limits if program.memory is None else replace(host.limits, memory=program.memory)


def own_of(program: BotProgram, host: BotHost) -> list[Path]:
    """The bot's own files. Without a sandbox it does not matter which they are."""
    if host.sandbox is None:
        return []
    return [program.folder] if program.folder else own_files(program.command, Path.cwd(), host.hidden)


def command_of(program: BotProgram, host: BotHost, own: Sequence[Path]) -> Startable:
    """What is really started: the command or its sandbox."""
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
    """All variables that the bot gets: nothing of ours leaks into it."""
    address = f"unix:{SOCKET_FOLDER / _socket_of(host.address).name}" if host.sandbox else host.address
    path = os.pathsep.join([str(find_program(program.command[0], Path.cwd()).parent), os.defpath])
    ours = {"REFEREE_ADDRESS": address, "REFEREE_TOKEN": token}
    return {"PATH": path, "HOME": gettempdir(), "LANG": "C.UTF-8", **program.env, **ours}


def _socket_of(address: str) -> Path:
    if not address.startswith("unix:"):
        raise UsageError(f"a bot in the sandbox reaches a unix socket alone, not {address}")
    return Path(address.removeprefix("unix:"))


def _exit_text(code: int, *, in_sandbox: bool) -> str:
    number = -code if code < 0 else code - 128 if in_sandbox and code > 128 else 0
    if number in set(signal.Signals):
        return f"killed by {signal.Signals(number).name}"
    return f"ended with exit code {code}"
