"""What a process and everything that it started use: read from /proc, for a sandbox hides it from `wait4`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True)
class Usage:
    """CPU seconds, and bytes of memory."""

    cpu_seconds: float = 0.0
    memory: int = 0

    def at_least(self, other: Usage) -> Usage:
        """The larger of both, each figure by itself."""
        return Usage(max(self.cpu_seconds, other.cpu_seconds), max(self.memory, other.memory))


def usage_of(pid: int) -> Usage:
    """What a process and its living descendants use now; the CPU time of those that they waited for is in it."""
    ticks = pages = 0
    for process in family(pid):
        try:
            fields = (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        ticks += sum(int(field) for field in fields[11:15])  # utime, stime, cutime, cstime
        pages += int(fields[21])  # rss
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))


def family(pid: int) -> list[int]:
    """The process and its living descendants, each after the one that started it."""
    found = [pid]
    for process in found:
        for thread in _listed(PROC / str(process) / "task"):
            try:
                found += [int(child) for child in (thread / "children").read_text().split()]
            except OSError:
                continue  # it has ended
    return found


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []
