"""How long a bot's processes ran on the cores, and how long they waited for one. It only reads files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from referee.server.bots.cgroups import Group
from referee.server.bots.usage import PROC, family

MOST_THREADS = 1024
"""The maximum number of threads whose waiting times are read, so that reading stays fast; a sandbox allows fewer."""


@dataclass(frozen=True)
class CoreTime:
    """Seconds since the start: running on a core, and ready to run without one."""

    used: float = 0.0
    waited: float = 0.0

    def since(self, earlier: CoreTime) -> CoreTime:
        """The time since an earlier measurement; zero if counting began again, for example after a restart."""
        return CoreTime(max(0.0, self.used - earlier.used), max(0.0, self.waited - earlier.waited))


def core_time_of(pid: int, group: Group | None) -> CoreTime | None:
    """The time of a process and everything it started: from its control group, or else the sum over its threads.

    None if it cannot be read: the process has ended, or we have run out of file descriptors.
    """
    counted = None if group is None else _of_group(group.folder)
    return counted or _of_processes(family(pid))


def _of_group(folder: Path) -> CoreTime | None:
    """The time of a control group; None if the kernel does not count by group.

    Waiting is the time in which something in the group could have run, but nothing in it did ("full"). Threads of the
    group that wait for each other do not count.
    """
    with suppress(OSError, ValueError, KeyError, IndexError):
        used = dict(line.split() for line in (folder / "cpu.stat").read_text().splitlines())["usage_usec"]
        pressure = dict(line.split(maxsplit=1) for line in (folder / "cpu.pressure").read_text().splitlines())
        return CoreTime(int(used) / 1e6, int(pressure["full"].rpartition("total=")[2]) / 1e6)
    return None


def _of_processes(processes: Iterable[int]) -> CoreTime | None:
    """The time of processes.

    When a process has ended, its running time is added to that of its parent, but its time of waiting for a core is
    lost.
    """
    used = waited = 0.0
    threads = 0
    for process in processes:
        with suppress(OSError, ValueError, IndexError):
            fields = (PROC / str(process) / "stat").read_text(errors="replace").rpartition(")")[2].split()
            used += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
            for thread in (PROC / str(process) / "task").iterdir():
                threads += 1
                if threads <= MOST_THREADS:
                    waited += int((thread / "schedstat").read_text().split()[1]) / 1e9
    return CoreTime(used, waited) if threads else None
