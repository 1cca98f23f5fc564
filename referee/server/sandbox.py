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
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

from referee.errors import UsageError
from referee.server.bot_files import SYSTEM_FOLDERS, find_program, in_system, needs_of

MIB = 1 << 20
SOCKET_FOLDER = Path("/run/referee")
# What programs expect in /etc without telling who lives on this machine.
_ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "ssl", "ca-certificates", "pki")
# The range in which systemd finds ids for services without a user of their own.
_FIRST_USER_ID = 61184
_USER_IDS = 4000
_user_numbers = count()


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
class Sandbox:
    """Bubblewrap as this machine allows it. `find_sandbox` makes it."""

    bwrap: str
    as_root: bool
    disable_userns: bool = True

    def wrap(self, bot: Enclosed, limits: BotLimits) -> list[str]:
        """The command line that runs a command in the sandbox. The environment is passed through as it is."""
        program = find_program(bot.command[0], bot.cwd)
        if self.as_root and bot.folder is not None and not _others_may_read(bot.folder):
            raise UsageError(
                f"root's bots run under user ids of their own, which can not read {bot.folder}: "
                f"chmod o+rx it, or run the referee as an ordinary user"
            )
        shown = {*needs_of(program), *bot.readable, *([bot.folder] if bot.folder else [])}
        parents = _parents([*shown, bot.cwd / "-", SOCKET_FOLDER, Path("/etc/-")])
        words = [self.bwrap, *self._namespaces(), *_private_folders(limits), *parents, *_system()]
        for path in sorted(shown):  # a folder comes before what lies in it
            words += ["--ro-bind", str(path.resolve()), str(path)]
        words += _masks(bot.hidden, shown)
        if bot.socket is not None:
            words += ["--ro-bind", str(bot.socket.parent), str(SOCKET_FOLDER)]
        words += ["--chdir", str(bot.cwd), "--remount-ro", "/", "--"]
        return [*words, *self._limited(limits), str(program), *bot.command[1:]]

    def _namespaces(self) -> list[str]:
        words = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
        words += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        if self.as_root:
            return [
                *words,
                *(word for name in ("SETUID", "SETGID", "SETPCAP") for word in ("--cap-add", f"CAP_{name}")),
            ]
        return [*words, "--unshare-user", *(["--disable-userns"] if self.disable_userns else [])]

    def _limited(self, limits: BotLimits) -> list[str]:
        """The words before the command, inside the sandbox: counted here, one bot's processes can not use up all."""
        words = ["prlimit", f"--nproc={limits.processes}"]
        words += [f"--{name}={value}" for name, value in limits.by_name().items()]
        if self.as_root:
            user = _FIRST_USER_ID + next(_user_numbers) % _USER_IDS
            drop = ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
            words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *drop, *words]
        return [*words, "--"]


def find_sandbox(mode: str = "auto") -> Sandbox | None:
    """The sandbox of this machine, or None if it has none (`auto`) or none is wanted (`off`).

    Raises:
        UsageError: the mode is `require`, and there is none; the message says why.
    """
    if mode == "off":
        return None
    why_not = why_no_sandbox()
    if why_not and mode == "require":
        raise UsageError(f"the sandbox is required, but {why_not}")
    return None if why_not else _working_sandbox()


def why_no_sandbox() -> str:
    """Why this machine has no sandbox; empty if it has one."""
    for tool in ("bwrap", "prlimit", *(["setpriv"] if os.geteuid() == 0 else [])):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    return "" if _working_sandbox() else "bwrap can not make a sandbox here (are user namespaces allowed?)"


@cache
def _working_sandbox() -> Sandbox | None:
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return None
    as_root = os.geteuid() == 0
    for disable_userns in [False] if as_root else [True, False]:
        sandbox = Sandbox(bwrap, as_root, disable_userns)
        trial = sandbox.wrap(Enclosed(["true"], Path("/")), BotLimits())
        if subprocess.run(trial, capture_output=True, check=False, timeout=10).returncode == 0:
            return sandbox
    return None


def _others_may_read(folder: Path) -> bool:
    wanted = stat.S_IROTH | stat.S_IXOTH
    return folder.stat().st_mode & wanted == wanted


def _system() -> list[str]:
    words: list[str] = []
    for folder in SYSTEM_FOLDERS:
        if folder.is_symlink():
            words += ["--symlink", str(folder.readlink()), str(folder)]
        else:
            words += ["--ro-bind-try", str(folder), str(folder)]
    for name in _ETC:
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    return words


def _private_folders(limits: BotLimits) -> list[str]:
    """`/tmp`, and `/dev/shm` for programs with several processes: in memory, and gone with the bot."""
    one = ["--perms", "1777", "--size", str(limits.file_size), "--tmpfs"]
    return ["--proc", "/proc", "--dev", "/dev", *one, "/dev/shm", "--remount-ro", "/dev", *one, "/tmp"]  # noqa: S108 - these are inside the sandbox


def _parents(paths: Iterable[Path]) -> list[str]:
    """The folders above: bubblewrap would make them for its own user alone."""
    parents = {parent for path in paths for parent in path.parents if not in_system(parent)} - {Path("/"), Path("/tmp")}  # noqa: S108
    return [word for parent in sorted(parents) for word in ("--perms", "0755", "--dir", str(parent))]


def _masks(hidden: Sequence[Path], shown: Collection[Path]) -> list[str]:
    words: list[str] = []
    for path in hidden:
        if path in shown:
            raise UsageError(f"{path} can not be hidden from the bot that lies in it: put one of them elsewhere")
        if path.exists() and any(path.is_relative_to(folder) for folder in shown):
            words += ["--tmpfs", str(path)] if path.is_dir() else ["--ro-bind", os.devnull, str(path)]
    return words
