"""What a process and everything that it started use: read from /proc, for a sandbox hides it from `wait4`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROC = Path("/proc")
MEMORY_FOLDERS = ("tmp", "dev/shm")
"""Where a sandbox has file systems in memory, seen from its root."""

BYTES_OF_INODE = 1024
"""What the kernel needs for a file in memory, even an empty one; rather more than less."""


@dataclass(frozen=True)
class Usage:
    """CPU seconds, and bytes of memory."""

    cpu_seconds: float = 0.0
    memory: int = 0

    def at_least(self, other: Usage) -> Usage:
        """The larger of both, each figure by itself."""
        return Usage(max(self.cpu_seconds, other.cpu_seconds), max(self.memory, other.memory))


def usage_of(pid: int, memory_limit: int) -> Usage:
    """What a process and its living descendants use now; the CPU time of those that they waited for is in it.

    Pages that a fork shares are looked at only if the sum is above the limit, for that takes long.
    """
    processes = family(pid)
    ticks = sum(_ticks(process) for process in processes)
    shared = _shared_memory(processes)
    memory = shared + sum(_own_memory(process) for process in processes)
    if memory > memory_limit:
        # Twice, for a fork in the middle of a look lets pages count twice.
        memory = shared + min(sum(_own_share(process) for process in processes) for _ in range(2))
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), memory)


def family(pid: int) -> list[int]:
    """The process and its living descendants, each after the one that started it."""
    found = [pid]
    for process in found:
        for thread in _listed(PROC / str(process) / "task"):
            found += [int(child) for child in _text(thread / "children").split()]
    return found


def _ticks(process: int) -> int:
    fields = _text(PROC / str(process) / "stat").rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15])  # utime, stime, cutime, cstime


def _own_memory(process: int) -> int:
    """Pages without a file, and what they cost; a file's pages are the system's to keep or to drop."""
    status = _fields(PROC / str(process) / "status")
    return _sum(status, "RssAnon", "VmSwap", "VmPTE", "HugetlbPages")


def _own_share(process: int) -> int:
    """The same, with pages that several processes share counted once in all."""
    shares = _fields(PROC / str(process) / "smaps_rollup")
    if "Pss_Anon" not in shares:
        return _own_memory(process)  # it does not let us look, or has ended
    status = _fields(PROC / str(process) / "status")
    return _sum(shares, "Pss_Anon", "SwapPss") + _sum(status, "VmPTE", "HugetlbPages")


def _shared_memory(processes: Sequence[int]) -> int:
    """What does not belong to one process: in a sandbox files in memory and sockets, elsewhere shared pages.

    In a sandbox there is no other shared memory: the list of refused system calls sees to it.
    """
    inside = next((process for process in reversed(processes) if _has_own_root(process)), None)
    if inside is None:
        return sum(_sum(_fields(PROC / str(process) / "status"), "RssShmem") for process in processes)
    return _memory_of_files(PROC / str(inside) / "root") + _memory_of_sockets(PROC / str(inside) / "net")


def _has_own_root(process: int) -> bool:
    try:
        return (PROC / str(process) / "root").stat().st_dev != Path("/").stat().st_dev
    except OSError:
        return False


def _memory_of_files(root: Path) -> int:
    total = 0
    for folder in MEMORY_FOLDERS:
        try:
            found = os.statvfs(root / folder)
        except OSError:
            continue  # it has ended, or is being set up
        total += (found.f_blocks - found.f_bfree) * found.f_frsize + (found.f_files - found.f_ffree) * BYTES_OF_INODE
    return total


def _memory_of_sockets(net: Path) -> int:
    """What they may hold when they are full, for the kernel does not tell how full they are without a long search.

    Only a TCP connection inside may come to hold more; all of them on the machine together have a limit of their own.
    """
    words = _text(net / "sockstat").split()  # sockets: used 4 ...
    return int(words[2]) * _room_of_socket() if words else 0


@cache
def _room_of_socket() -> int:
    """Bytes to be sent and to be received; a bot can not raise the former."""
    defaults = (_text(PROC / "sys/net/core" / name) for name in ("wmem_default", "rmem_default"))
    return sum(int(text or 212_992) for text in defaults)


def _fields(file: Path) -> Mapping[str, int]:
    """The lines `name: number kB` of a file, in bytes."""
    return {name: int(number) * 1024 for name, number in _LINE.findall(_text(file))}


_LINE = re.compile(r"^(RssAnon|RssShmem|VmSwap|VmPTE|HugetlbPages|Pss_Anon|SwapPss):\s+(\d+) kB$", re.MULTILINE)


def _sum(fields: Mapping[str, int], *names: str) -> int:
    return sum(fields.get(name, 0) for name in names)


def _text(file: Path) -> str:
    """What the kernel writes in a file; nothing if the process has ended."""
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""


def _listed(folder: Path) -> Iterable[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []
