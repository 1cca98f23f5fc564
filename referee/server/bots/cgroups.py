"""Control groups for bots, where the operator gives us one: REFEREE_CGROUP names a folder of cgroup v2.

Then the kernel itself keeps each bot within its memory and its processes at every moment, and shares the processor
evenly between bots. Each start of a bot gets a group of its own below that folder, which is removed when it has ended.
"""

from __future__ import annotations

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
_numbers = count()


@dataclass(frozen=True)
class Group:
    """The group of one process and all that it starts."""

    folder: Path

    @property
    def entrance(self) -> Path:
        """Who writes its number here is in the group."""
        return self.folder / "cgroup.procs"

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has ended something in it for its memory."""
        with suppress(OSError):
            events = (line.split() for line in (self.folder / "memory.events").read_text().splitlines())
            return any(name == "oom_kill" and int(times) > 0 for name, times in events)
        return False

    def close(self) -> None:
        """Removes it; all in it has ended."""
        with suppress(OSError):  # `sweep` tries again
            self.folder.rmdir()


def given_group() -> Path | None:
    """The folder that the operator gives us, with its controllers turned on; None if he gives none.

    Raises:
        UsageError: it is no group, or can not be used.
    """
    name = os.environ.get(VARIABLE)
    if not name:
        return None
    folder = Path(name)
    try:
        there = (folder / "cgroup.controllers").read_text().split()
        missing = [controller for controller in NEEDED if controller not in there]
        if missing:
            raise UsageError(f"{VARIABLE}={name}: it has no controller {' and '.join(missing)}, only {there}")
        _write(folder / "cgroup.subtree_control", " ".join(f"+{c}" for c in (*NEEDED, *WELCOME) if c in there))
    except FileNotFoundError:
        raise UsageError(f"{VARIABLE}={name}: expected the folder of a group of cgroup v2") from None
    except OSError as error:
        raise UsageError(
            f"{VARIABLE}={name}: {error.strerror}; expected a group without processes that this user may write to"
        ) from None
    _sweep(folder)
    return folder


def make_group(parent: Path, limits: Mapping[str, int | str]) -> Group:
    """A new group with limits: names of files to what is written there.

    Raises:
        UsageError: it can not be made.
    """
    group = Group(parent / f"bot-{os.getpid()}-{next(_numbers)}")
    try:
        group.folder.mkdir()
        for name, value in limits.items():
            if (group.folder / name).exists():  # swap, for example, is not on every machine
                _write(group.folder / name, str(value))
    except OSError as error:
        group.close()
        raise UsageError(f"{group.folder}: {error.strerror}; it was to be the group of a bot") from None
    return group


def _sweep(folder: Path) -> None:
    """Removes the groups of referees that were killed."""
    for left in folder.glob("bot-*-*"):
        if not Path("/proc", left.name.split("-")[1]).exists():
            Group(left).close()


def _write(file: Path, text: str) -> None:
    with file.open("w") as opened:
        opened.write(text)
