"""Control groups for bots: the kernel measures each group, and shares the processor evenly between groups.

REFEREE_CGROUP names a cgroup v2 folder that the operator has prepared for the referee. Without it, we make one below
our own group, if we are allowed to divide that group. Each start of a bot gets a new group there, which is removed when
the bot has ended. If the group has the controllers, the kernel enforces each bot's limits of memory and processes at
all times; without any controller, a group still shows how long its processes ran on the cores.

A group with controllers for its children can hold no processes itself. So we use our group only if it has already been
divided, or if we are the only process in it (as in a container, in a service with `Delegate=yes`, or under `systemd-run
--user --scope -p Delegate=yes`); then we move into a child of it and divide it. We never move the processes of others.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from referee.errors import UsageError

VARIABLE = "REFEREE_CGROUP"
NEEDED = ("memory", "pids")
WELCOME = ("cpu",)
OURS = "referee-"
"""Prefix for the names of the groups that we make below our own; our process number follows."""
SELF = "-self"
"""Suffix for the name of the group into which we move ourselves."""
_numbers = count()


@dataclass(frozen=True)
class Group:
    """The control group of one process and everything it starts."""

    folder: Path

    @property
    def entrance(self) -> Path:
        """The file that puts a process into the group: the process writes its number there."""
        return self.folder / "cgroup.procs"

    @property
    def counts_memory(self) -> bool:
        """Whether the kernel enforces the group's memory limit."""
        return (self.folder / "memory.max").exists()

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed a process in the group because the group ran out of memory."""
        with suppress(OSError):
            events = (line.split() for line in (self.folder / "memory.events").read_text().splitlines())
            return any(name == "oom_kill" and int(times) > 0 for name, times in events)
        return False

    def close(self) -> None:
        """Remove the group; all of its processes have ended."""
        with suppress(OSError):  # `sweep` tries again
            self.folder.rmdir()


def given_group() -> Path | None:
    """The folder that the operator gives us, with its controllers turned on; None without one.

    Raises:
        UsageError: it is not a control group, or cannot be used.
    """
    name = os.environ.get(VARIABLE)
    if not name:
        return None
    folder = Path(name)
    try:
        there = (folder / "cgroup.controllers").read_text().split()
        missing = [controller for controller in NEEDED if controller not in there]
        if missing:
            raise UsageError(f"{VARIABLE}={name}: {' and '.join(missing)} missing in its controllers {there}")
        _turn_on(folder)
    except FileNotFoundError:
        raise UsageError(f"{VARIABLE}={name}: expected the folder of a cgroup v2 group") from None
    except OSError as error:
        raise UsageError(
            f"{VARIABLE}={name}: {error.strerror}; expected a group without processes that this user may write to"
        ) from None
    _sweep(folder)
    return folder


def own_group() -> Path | None:
    """Make a group for our bots below our own, with the controllers that it can get; None if that is impossible.

    The group is removed when this process ends. Groups that a killed referee left behind are removed first.
    """
    above = _where_we_are()
    if above is None or not os.access(above, os.W_OK):
        return None
    for left in above.glob(f"{OURS}*"):
        if not Path("/proc", left.name.removeprefix(OURS).removesuffix(SELF)).exists():
            _clear(left)
    folder = above / f"{OURS}{os.getpid()}"
    if folder.exists():
        return folder
    try:
        folder.mkdir()
        atexit.register(_clear_at_end, folder, os.getpid())
        _divide(above)
        _turn_on(folder)
    except OSError:
        Group(folder).close()
        return None
    return folder


def _where_we_are() -> Path | None:
    """The folder of the cgroup v2 group that this process was started in; None if it is not visible.

    A worker starts in the child group into which its runner has moved; in that case the runner's group is returned.
    """
    try:
        (name,) = (line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::"))
        mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
        seen = [(root, Path(place)) for _, _, _, root, place, *more in mounts if more[more.index("-") + 1] == "cgroup2"]
        root, place = seen[0]
        folder = place / Path(name).relative_to(root)
    except (OSError, ValueError, IndexError):
        return None
    if folder.name.startswith(OURS) and folder.name.endswith(SELF):
        folder = folder.parent
    return folder if (folder / "cgroup.procs").exists() else None


def _divide(above: Path) -> None:
    """Turn on controllers for the children of our group, if no other process is in it."""
    if (above / "cgroup.subtree_control").read_text().split():
        return  # already divided, as the machine's root group is
    ours = str(os.getpid())
    if not _wanted(above) or (above / "cgroup.procs").read_text().split() != [ours]:
        return
    child = above / f"{OURS}{ours}{SELF}"
    child.mkdir()
    _write(child / "cgroup.procs", ours)
    _turn_on(above)


def _turn_on(folder: Path) -> None:
    wanted = _wanted(folder)
    if wanted:
        _write(folder / "cgroup.subtree_control", " ".join(f"+{controller}" for controller in wanted))


def _wanted(folder: Path) -> list[str]:
    there = (folder / "cgroup.controllers").read_text().split()
    return [controller for controller in (*NEEDED, *WELCOME) if controller in there]


def _clear_at_end(folder: Path, maker: int) -> None:
    if os.getpid() == maker:  # and not a fork of it
        _clear(folder)


def _clear(folder: Path) -> None:
    for left in folder.glob("bot-*-*"):
        Group(left).close()
    Group(folder).close()


def shares_cores_evenly(parent: Path | None) -> bool:
    """Whether the kernel gives each bot an equal share of the cores: by groups below `parent`, or else by sessions.

    Sessions ("autogroup") have an effect only outside of all groups that have their own share.
    """
    if parent is not None and "cpu" in (parent / "cgroup.subtree_control").read_text().split():
        return True
    try:
        if Path("/proc/sys/kernel/sched_autogroup_enabled").read_text().strip() != "1":
            return False
        groups = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
    except OSError:
        return False
    if any("cpu" in controllers.split(",") and path != "/" for _, controllers, path in groups):
        return False
    here = _where_we_are()
    return here is None or not any((folder / "cpu.weight").exists() for folder in (here, *here.parents))


def make_group(parent: Path, limits: Mapping[str, int | str]) -> Group:
    """Make a group with limits, which map names of files to what is written there.

    Raises:
        UsageError: the group cannot be made.
    """
    group = Group(parent / f"bot-{os.getpid()}-{next(_numbers)}")
    try:
        group.folder.mkdir()
        for name, value in limits.items():
            if (group.folder / name).exists():  # e.g. not every machine has swap
                _write(group.folder / name, str(value))
    except OSError as error:
        group.close()
        raise UsageError(f"cannot make the control group {group.folder} for a bot: {error.strerror}") from None
    return group


def _sweep(folder: Path) -> None:
    """Remove the groups of referees that were killed."""
    for left in folder.glob("bot-*-*"):
        if not Path("/proc", left.name.split("-")[1]).exists():
            Group(left).close()


def _write(file: Path, text: str) -> None:
    with file.open("w") as opened:
        opened.write(text)
