"""The sandbox of a local bot: bubblewrap around its command.

Inside there are no network, no other processes and no files but the system's programs, the bot's interpreter and its
own folder, all read-only; `/tmp` is private and in memory. The referee's unix socket is the only way out.

An ordinary user gets the sandbox through a user namespace. Root does not need one, and must not keep its user id:
the kernel never counts the processes of user 0. So as root every bot gets a user id of its own.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.errors import UsageError
from referee.server.bot_files import SYSTEM_FOLDERS, find_program, in_system, needs_of
from referee.server.seccomp import program_of_this_machine
from referee.server.showing import show
from referee.server.starting import ENCLOSE, Ready, launch
from referee.server.user_ids import user_id

MIB = 1 << 20
SOCKET_FOLDER = Path("/run/referee")
# What programs expect in /etc without telling who lives on this machine.
_ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "ssl", "ca-certificates", "pki")
# What tells of other processes' keys and locks, and of the kernel.
_HIDDEN_IN_PROC = ("keys", "key-users", "locks", "timer_list", "sched_debug", "latency_stats", "kallsyms")


@dataclass(frozen=True)
class BotLimits:
    """What a bot may use.

    Attributes:
        memory: Bytes, of each process and of all its processes together.
        processes: Processes and threads; it can be enforced only inside the sandbox.
        open_files: Open files of each process.
        file_size: Bytes of the largest file.
    """

    memory: int = 1024 * MIB
    processes: int = 128
    open_files: int = 512
    file_size: int = 64 * MIB

    def by_name(self) -> dict[str, int]:
        """The limits that the kernel enforces for each process."""
        # Address space is no measure of memory: some runtimes reserve a hundred times what they use.
        return {"data": self.memory, "nofile": self.open_files, "fsize": self.file_size, "core": 0}


@dataclass(frozen=True)
class Enclosed:
    """What goes into one bot's sandbox.

    Attributes:
        command: What to start.
        cwd: The working directory, against which the command's paths are read.
        folder: The bot's own folder, or None.
        readable: Further files and folders that it may read.
        hidden: Files and folders in the above that it must not see: records, databases, plans.
        socket: The referee's unix socket, alone in its folder, or None.
    """

    command: Sequence[str]
    cwd: Path
    folder: Path | None = None
    readable: Sequence[Path] = ()
    hidden: Sequence[Path] = ()
    socket: Path | None = None


@dataclass(frozen=True)
class Wrapped:
    """A command in the sandbox. See `Startable`.

    Attributes:
        bwrap: The program bubblewrap.
        options: What it is told.
        command: What it starts.
        program: The compiled list of refused system calls; None without it.
        own_user: Whether it runs under a user id of its own.
    """

    bwrap: str
    options: Sequence[str]
    command: Sequence[str]
    program: bytes | None
    own_user: bool

    @contextmanager
    def ready(self) -> Iterator[Ready]:
        """The command line, with the program for seccomp and a user id that nobody else has."""
        options, command, descriptors = [*self.options], [*self.command], []
        with ExitStack() as stack:
            if self.program is not None:
                file = stack.enter_context(_in_memory(self.program))
                descriptors.append(file)
                options += ["--seccomp", str(file)]
            if self.own_user:
                user, lock = stack.enter_context(user_id())
                descriptors.append(lock)
                options += ["--sync-fd", str(lock)]  # bubblewrap keeps it open until all inside has ended
                command = [*_becoming(user), *command]
            yield Ready([self.bwrap, *options, "--", *command], ENCLOSE, descriptors)


@dataclass(frozen=True)
class Sandbox:
    """Bubblewrap as this machine allows it. `find_sandbox` makes it.

    Attributes:
        bwrap: The program.
        as_root: Whether it is started by root.
        disable_userns: Whether user namespaces can be forbidden inside by more than the list of system calls.
        program: The compiled list of refused system calls; None where the kernel does not take it.
    """

    bwrap: str
    as_root: bool
    disable_userns: bool = True
    program: bytes | None = None

    @property
    def forgets(self) -> bool:
        """Whether a fresh process of a bot finds nothing that an earlier one has left: no notes about a deal."""
        return self.program is not None

    def wrap(self, bot: Enclosed, limits: BotLimits) -> Wrapped:
        """A command in the sandbox. The environment is passed through as it is.

        Raises:
            UsageError: its folder can not be read, or what is hidden can not be.
        """
        program = find_program(bot.command[0], bot.cwd)
        if self.as_root and bot.folder is not None and not _others_may_read(bot.folder):
            raise UsageError(
                f"root's bots run under user ids of their own, which can not read {bot.folder}: "
                f"chmod o+rx it, or run the referee as an ordinary user"
            )
        shown = {*needs_of(program), *bot.readable, *([bot.folder] if bot.folder else [])}
        parents = _parents([*shown, bot.cwd / "-", SOCKET_FOLDER, Path("/etc/-")])
        words = [*self._namespaces(), *_private_folders(limits), *parents, *_system_links(), *_settings()]
        words += show([(path, path) for path in (*_system_folders(), *shown)], bot.hidden)
        if bot.socket is not None:
            words += ["--ro-bind", str(bot.socket.parent), str(SOCKET_FOLDER)]
        words += ["--chdir", str(bot.cwd), "--remount-ro", "/"]
        command = [*_limited(limits), str(program), *bot.command[1:]]
        return Wrapped(self.bwrap, words, command, self.program, self.as_root)

    def _namespaces(self) -> list[str]:
        words = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
        words += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        if self.as_root:
            return [
                *words,
                *(word for name in ("SETUID", "SETGID", "SETPCAP") for word in ("--cap-add", f"CAP_{name}")),
            ]
        return [*words, "--unshare-user", *(["--disable-userns"] if self.disable_userns else [])]


def find_sandbox(mode: str = "auto") -> Sandbox | None:
    """The sandbox of this machine, or None if it has none (`auto`) or none is wanted (`off`).

    Raises:
        UsageError: the mode is `require`, and there is none; the message says why.
    """
    if mode == "off":
        return None
    why_not = why_no_sandbox()
    sandbox = None if why_not else _working_sandbox()
    if sandbox is not None and not sandbox.forgets:
        why_not = f"this kernel ({os.uname().machine}) can not refuse system calls by seccomp as it should"
    if why_not and mode == "require":
        raise UsageError(f"the sandbox is required, but {why_not}")
    return sandbox


def why_no_sandbox() -> str:
    """Why this machine has no sandbox; empty if it has one."""
    for tool in ("bwrap", "prlimit", *(["setpriv"] if os.geteuid() == 0 else [])):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    return "" if _working_sandbox() else "bwrap can not make a sandbox here (are user namespaces allowed?)"


@cache
def _working_sandbox() -> Sandbox | None:
    """The best sandbox that works here."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return None
    as_root = os.geteuid() == 0
    program = program_of_this_machine()
    for with_program in [program, None] if program else [None]:
        for disable_userns in [False] if as_root else [True, False]:
            sandbox = Sandbox(bwrap, as_root, disable_userns, with_program)
            if _works(sandbox):
                return sandbox
    return None


def _works(sandbox: Sandbox) -> bool:
    launched, told = launch(sandbox.wrap(Enclosed(["true"], Path("/")), BotLimits()), os.environ, subprocess.DEVNULL)
    with os.fdopen(told, "rb") as report:
        number = report.read()
    failed = launched.wait()
    return not failed and bool(number) and os.waitpid(int(number), 0)[1] == 0


@contextmanager
def _in_memory(data: bytes) -> Iterator[int]:
    """A file with some bytes, to be read from its beginning."""
    with os.fdopen(os.memfd_create("referee"), "w+b") as file:
        file.write(data)
        file.seek(0)
        yield file.fileno()


def _becoming(user: int) -> list[str]:
    drop = ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *drop, "--"]


def _limited(limits: BotLimits) -> list[str]:
    """The words before the command, inside the sandbox: counted here, one bot's processes can not use up all."""
    by_process = [f"--{name}={value}" for name, value in limits.by_name().items()]
    return ["prlimit", f"--nproc={limits.processes}", *by_process, "--"]


def _others_may_read(folder: Path) -> bool:
    wanted = stat.S_IROTH | stat.S_IXOTH
    return folder.stat().st_mode & wanted == wanted


def _system_links() -> list[str]:
    return [
        word
        for folder in SYSTEM_FOLDERS
        if folder.is_symlink()
        for word in ("--symlink", str(folder.readlink()), str(folder))
    ]


def _system_folders() -> list[Path]:
    return [folder for folder in SYSTEM_FOLDERS if folder.is_dir() and not folder.is_symlink()]


def _settings() -> list[str]:
    return [word for name in _ETC for word in ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")]


def _private_folders(limits: BotLimits) -> list[str]:
    """`/tmp`, and `/dev/shm` for programs with several processes: in memory, and gone with the bot."""
    one = ["--perms", "1777", "--size", str(limits.file_size), "--tmpfs"]
    return [
        *("--proc", "/proc", *_without_watcher(), "--dev", "/dev"),
        # Not a device any more, so that nobody opens it: its mappings are memory that can not be counted.
        *("--ro-bind", "/dev/zero", "/dev/zero"),
        *(*one, "/dev/shm", "--remount-ro", "/dev", *one, "/tmp"),  # noqa: S108 - these are inside the sandbox
    ]


def _without_watcher() -> list[str]:
    """Hides the first process inside, bubblewrap's, for a bot of the same user could write its memory through /proc.

    The files of /proc that tell of programs outside are hidden, too.
    """
    hidden = ["--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]
    for name in _HIDDEN_IN_PROC:
        hidden += ["--ro-bind-try", os.devnull, f"/proc/{name}"] if Path("/proc", name).exists() else []
    return hidden


def _parents(paths: Iterable[Path]) -> list[str]:
    """The folders above: bubblewrap would make them for its own user alone."""
    parents = {parent for path in paths for parent in path.parents if not in_system(parent)} - {Path("/"), Path("/tmp")}  # noqa: S108
    return [word for parent in sorted(parents) for word in ("--perms", "0755", "--dir", str(parent))]
