"""The sandbox of a local bot: bubblewrap around its command.

Inside there is no network, no other process, and no file except the system's programs, the bot's interpreter and its
own folder, all read-only; `/tmp` is private and in memory. The referee's unix socket is the only way out. A bot that is
given the network has the machine's, including services that listen on localhost or on abstract Unix sockets.

For an ordinary user, the sandbox uses a user namespace. Root does not need a user namespace, but a bot must not run as
user 0, because the kernel does not limit the number of its processes. So each bot that root starts gets a separate user
id.
"""

from __future__ import annotations

import os
import resource
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.errors import UsageError
from referee.files import is_file
from referee.server.bots import inside
from referee.server.bots.cgroups import given_group, make_group, own_group, shares_cores_evenly
from referee.server.bots.programs import find_program, leads_to, needs_of
from referee.server.bots.seccomp import program_of_this_machine
from referee.server.bots.showing import show
from referee.server.bots.starting import ENCLOSE, Ready, trial
from referee.server.bots.user_ids import user_id

MIB = 1 << 20
SOCKET_FOLDER = Path("/run/referee")
SECONDS_FOR_TRIAL = 10.0
PROCESSES_OF_SANDBOX = 4
"""The number of additional processes: the launcher and those of bubblewrap, inside and outside."""


@dataclass(frozen=True)
class BotLimits:
    """What a bot may use.

    Attributes:
        memory: Bytes, for each process and for all its processes together.
        processes: Processes and threads; enforced only inside the sandbox.
        open_files: Open files of each process.
        file_size: Bytes of any one file.
    """

    memory: int = 1024 * MIB
    processes: int = 128
    open_files: int = 512
    file_size: int = 64 * MIB

    def by_name(self) -> dict[str, int]:
        """The limits that the kernel enforces for each process: ours, or the machine's where those are lower."""
        # The size of the address space says little about memory: some runtimes reserve a hundred times as much as they
        # use.
        ours = {"data": self.memory, "nofile": self.open_files, "fsize": self.file_size, "core": 0}
        return {name: _within_hard_limit(name, value) for name, value in ours.items()}

    def of_group(self) -> dict[str, int]:
        """The limits of a control group: all of it is killed together when it runs out of memory."""
        processes = self.processes + PROCESSES_OF_SANDBOX
        return {"memory.max": self.memory, "memory.swap.max": 0, "memory.oom.group": 1, "pids.max": processes}


@dataclass(frozen=True)
class Enclosed:
    """What goes into one bot's sandbox.

    Attributes:
        command: What to start.
        cwd: The working directory; the command's paths are relative to it.
        own: The bot's own folder, and other files that its command names.
        readable: Further files and folders that it may read.
        hidden: Files and folders in the above that it must not see: records, databases, plans.
        socket: The referee's unix socket, the only file in its folder, or None.
        network: Whether it has the machine's network.
    """

    command: Sequence[str]
    cwd: Path
    own: Sequence[Path] = ()
    readable: Sequence[Path] = ()
    hidden: Sequence[Path] = ()
    socket: Path | None = None
    network: bool = False


@dataclass(frozen=True)
class Wrapped:
    """A command in the sandbox. See `Startable`.

    Attributes:
        bwrap: The path of bubblewrap.
        options: Its options.
        command: The command that it starts.
        program: The compiled list of refused system calls; None without it.
        own_user: Whether the bot runs under a separate user id.
        cgroup: The folder in which to make its control group, or None.
        limits: The limits of that group.
    """

    bwrap: str
    options: Sequence[str]
    command: Sequence[str]
    program: bytes | None
    own_user: bool
    cgroup: Path | None
    limits: BotLimits

    @contextmanager
    def ready(self) -> Iterator[Ready]:
        """The command line, with the seccomp program and a user id that no other process has."""
        options, command, descriptors = [*self.options], [*self.command], []
        with ExitStack() as stack:
            if self.program is not None:
                file = stack.enter_context(_in_memory(self.program))
                descriptors.append(file)
                options += ["--seccomp", str(file)]
            if self.own_user:
                user, lock = stack.enter_context(user_id())
                descriptors.append(lock)
                options += ["--sync-fd", str(lock)]  # bubblewrap keeps it open until everything inside has ended
                command = [*_becoming(user), *command]
            group = None if self.cgroup is None else make_group(self.cgroup, self.limits.of_group())
            how = ENCLOSE if group is None else f"{ENCLOSE}:{group.entrance}"
            yield Ready([self.bwrap, *options, "--", *command], how, descriptors, group)


@dataclass(frozen=True)
class Sandbox:
    """The kind of sandbox that bubblewrap can make on this machine. `find_sandbox` makes it.

    Attributes:
        bwrap: The path of bubblewrap.
        as_root: Whether root starts it.
        disable_userns: Whether user namespaces can be forbidden inside in addition to the list of system calls.
        program: The compiled list of refused system calls; None if the kernel does not accept it.
        cgroup: The control group below which each bot gets its own, or None.
    """

    bwrap: str
    as_root: bool
    disable_userns: bool = True
    program: bytes | None = None
    cgroup: Path | None = None

    @property
    def forgets(self) -> bool:
        """Whether a fresh process of a bot finds nothing that an earlier one has left, such as notes about a deal."""
        return self.program is not None

    @property
    def weaknesses(self) -> list[str]:
        """What the sandbox cannot do on this machine, as sentences for the user."""
        found = [] if self.forgets else [WITHOUT_SECCOMP]
        return found if shares_cores_evenly(self.cgroup) else [*found, UNEVEN]

    def wrap(self, bot: Enclosed, limits: BotLimits) -> Wrapped:
        """Put a command in the sandbox. The environment is passed through unchanged.

        Raises:
            UsageError: the bot's files cannot be read, or something that must be hidden from it cannot be hidden.
        """
        program = find_program(bot.command[0], bot.cwd)
        needs = needs_of(program)
        named = [bot.cwd / word for word in bot.command[1:] if is_file(str(bot.cwd / word))]
        for path in [*bot.own, *needs, *named] if self.as_root else ():
            _check_others_may_read(path)
        links = [path for path in needs if path.is_symlink() and not path.is_dir()]
        shown = {*bot.own, *bot.readable, *needs} - {*links}
        links = [link for link in links if not any(link.is_relative_to(path) for path in shown)]
        parents = inside.parents([*shown, *links, bot.cwd / "-", SOCKET_FOLDER, Path("/etc/-")])
        folders = inside.private_folders(limits.file_size)
        words = [*self._namespaces(network=bot.network), *folders, *parents, *inside.links_and_settings()]
        words += inside.settings_of_network() if bot.network else []
        # A program finds its libraries relative to its own path, so if that path is a link, it has to remain a link.
        words += [word for link in links for word in ("--symlink", str(leads_to(link)), str(link))]
        # The socket appears only once inside, even if the folder for temporary files is in the bot's own.
        hidden = [*bot.hidden, *([bot.socket.parent] if bot.socket else [])]
        words += show([(path, path) for path in (*inside.system_folders(), *shown)], hidden)
        if bot.socket is not None:
            words += ["--ro-bind", str(bot.socket.parent), str(SOCKET_FOLDER)]
        words += ["--chdir", str(bot.cwd), "--remount-ro", "/"]
        command = [*_limited(limits), str(program), *bot.command[1:]]
        return Wrapped(self.bwrap, words, command, self.program, self.as_root, self.cgroup, limits)

    def _namespaces(self, *, network: bool) -> list[str]:
        words = ["--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"]
        words += [] if network else ["--unshare-net"]
        words += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        if self.as_root:
            return [
                *words,
                *(word for name in ("SETUID", "SETGID", "SETPCAP") for word in ("--cap-add", f"CAP_{name}")),
            ]
        return [*words, "--unshare-user", *(["--disable-userns"] if self.disable_userns else [])]


WITHOUT_SECCOMP = "the sandbox cannot refuse system calls here: bots can leave notes for later matches, and hide memory"
UNEVEN = (
    "the kernel shares the cores by thread here, not by bot: a bot with many threads can make others late; "
    "REFEREE_CGROUP, or `systemd-run --user --scope -p Delegate=yes` before the command, gives each bot its share"
)


def find_sandbox(mode: str = "auto") -> Sandbox | None:
    """Find the sandbox of this machine; None if it has none (`auto`) or none is wanted (`off`).

    Raises:
        UsageError: the mode is `require`, and there is none; the message says why.
    """
    if mode == "off":
        return None
    why_not = why_no_sandbox()
    sandbox = None if why_not else _working_sandbox()
    if sandbox is not None and not sandbox.forgets:
        why_not = f"this kernel ({os.uname().machine}) cannot refuse system calls by seccomp"
    if why_not and mode == "require":
        raise UsageError(f"the sandbox is required, but {why_not}; `referee doctor` shows how to get one")
    return sandbox


def is_forgetful(sandbox: Sandbox | None) -> bool:
    """Whether a fresh process in this sandbox finds nothing that an earlier one left."""
    return sandbox is not None and sandbox.forgets


def why_no_sandbox() -> str:
    """Why this machine has no sandbox; empty if it has one."""
    for tool in ("bwrap", "prlimit", *(["setpriv"] if os.geteuid() == 0 else [])):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    return "" if _working_sandbox() else "bwrap cannot make a sandbox here (are user namespaces allowed?)"


@cache
def _working_sandbox() -> Sandbox | None:
    """The best sandbox that works here."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return None
    as_root = os.geteuid() == 0
    program = program_of_this_machine()
    given = given_group()
    own = None if given else own_group()
    for cgroup in [given] if given else [own, None] if own else [None]:
        for with_program in [program, None] if program else [None]:
            for disable_userns in [False] if as_root else [True, False]:
                sandbox = Sandbox(bwrap, as_root, disable_userns, with_program, cgroup)
                if trial(sandbox.wrap(Enclosed(["true"], Path("/")), BotLimits()), SECONDS_FOR_TRIAL):
                    return sandbox
    if given is not None:
        raise UsageError(f"no sandbox can be started in {given}: may this user write to cgroup.procs there and above?")
    return None


@contextmanager
def _in_memory(data: bytes) -> Iterator[int]:
    """A file in memory with these bytes, to be read from its beginning."""
    with os.fdopen(os.memfd_create("referee"), "w+b") as file:
        file.write(data)
        file.seek(0)
        yield file.fileno()


def _becoming(user: int) -> list[str]:
    drop = ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *drop, "--"]


def _limited(limits: BotLimits) -> list[str]:
    """The words before the command, which set its limits inside the sandbox: processes are counted per bot there."""
    by_process = [f"--{name}={value}" for name, value in limits.by_name().items()]
    return ["prlimit", f"--nproc={limits.processes}", *by_process, "--"]


def _within_hard_limit(name: str, value: int) -> int:
    """The value, or the hard limit if that is lower: only root may raise that, and the bot would not start."""
    _, most = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))
    return value if most == resource.RLIM_INFINITY else min(value, most)


def _check_others_may_read(path: Path) -> None:
    wanted = stat.S_IROTH | stat.S_IXOTH if path.is_dir() else stat.S_IROTH
    if path.stat().st_mode & wanted != wanted:
        raise UsageError(
            f"root's bots run under separate user ids, which cannot read {path}: run `chmod -R o+rX {path}`, "
            "or run the referee as an ordinary user"
        )
