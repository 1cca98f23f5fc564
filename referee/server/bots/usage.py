"""What a process and everything it started use: read from /proc, because a sandbox hides it from `wait4`.

A bot can slow down a measurement, by many processes, many mappings or a busy memory lock. So measurements run in a
separate thread (`looking`). A measurement that would take too long is aborted, and the bot is ended.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.counts import counted

PROC = Path("/proc")
MEMORY_FOLDERS = ("tmp", "dev/shm")
"""The file systems in memory of a sandbox, relative to its root."""

BYTES_OF_INODE = 1024
"""What the kernel needs for a file in memory, even an empty one; an upper estimate."""

BYTES_OF_MAPPING = 300
"""What the kernel needs for a mapping besides its pages, which no figure of a process shows."""

MOST_PROCESSES = 4096
"""The maximum number of processes of one bot that are ever examined; far more than it may have."""

MOST_MAPPINGS = 65_530
"""The maximum number of mappings of one process, unless the machine is configured to allow more."""

SECONDS_FOR_MAPPINGS = 0.01
"""The CPU time that one measurement may spend on counting mappings; the next measurement continues."""

PAGE = os.sysconf("SC_PAGE_SIZE")

MOST_SECONDS = 0.5
"""CPU time for counting shared pages once. Thirty processes that share 84 MiB take 0.04 s, and with 20,000 mappings in
each 0.2 s; 16 processes that share 900 MiB also take 0.2 s."""

SHARE = 0.2
"""The largest part of the time that may be used to count a bot's shared pages, and again for everything else."""


@dataclass(frozen=True)
class Usage:
    """CPU time in seconds, and memory in bytes."""

    cpu_seconds: float = 0.0
    memory: int = 0

    def at_least(self, other: Usage) -> Usage:
        """The larger of both, separately for each figure."""
        return Usage(max(self.cpu_seconds, other.cpu_seconds), max(self.memory, other.memory))


@dataclass(frozen=True)
class Look:
    """The result of one measurement.

    Attributes:
        processes: The living processes, each after the one that started it.
        usage: What they use, including the CPU time of children that they waited for.
        fault: Why the bot must be ended; empty if it need not be.
        seconds: The CPU time that it took, without the counting of shared pages.
    """

    processes: Sequence[int]
    usage: Usage
    fault: str = ""
    seconds: float = 0.0


class UsageMeter:
    """Measures a process and its living descendants repeatedly. One measurement at a time, in any thread."""

    def __init__(self, pid: int, memory_limit: int, most_processes: int) -> None:
        self._pid = pid
        self._memory_limit = memory_limit
        self._most_processes = most_processes
        self._counted = self._resident_then = self._faults_then = 0  # when shared pages were last counted
        self._count_again_at = 0.0
        self._mappings: dict[int, int] = {}  # for each process; the most recently counted last

    def look(self) -> Look:
        """Measure once."""
        begun = time.thread_time()
        processes = family(self._pid, self._most_processes)
        if len(processes) > self._most_processes:
            return Look(
                processes, Usage(), f"ran more than {counted(self._most_processes, 'process', 'processes')} at once"
            )
        stats = [_Stat.of(process) for process in processes]
        cpu_seconds = sum(stat.ticks for stat in stats) / os.sysconf("SC_CLK_TCK")
        files = _shared_memory(processes) + self._memory_of_mappings(processes)
        resident = files + sum(_own_memory(process) for process in processes)
        seconds = time.thread_time() - begun
        if resident <= self._memory_limit:
            return Look(processes, Usage(cpu_seconds, resident), seconds=seconds)
        memory, fault = self._count_shared(processes, files, resident, sum(stat.faults for stat in stats))
        return Look(processes, Usage(cpu_seconds, memory), fault, seconds)

    def _memory_of_mappings(self, processes: Sequence[int]) -> int:
        """The memory that the kernel needs for all mappings, as far as it is known; 0 if it can only be little."""
        if 4 * len(processes) * MOST_MAPPINGS * BYTES_OF_MAPPING < self._memory_limit:
            return 0
        living = {*processes}
        known = {process: count for process, count in self._mappings.items() if process in living}
        deadline = time.thread_time() + SECONDS_FOR_MAPPINGS
        for process in [*(living - known.keys()), *known]:
            known.pop(process, None)
            known[process] = _text(f"/proc/{process}/maps").count("\n")
            if time.thread_time() > deadline:
                break
        self._mappings = known
        return sum(known.values()) * BYTES_OF_MAPPING

    def _count_shared(self, processes: Sequence[int], files: int, resident: int, faults: int) -> tuple[int, str]:
        """Count each page that forks share only once, if there may have been too many since the last time.

        This takes long, so it is done only if the processes have taken new pages or written to shared ones, and for at
        most the part `SHARE` of the time. Returns the known amount of memory, and the reason if it cannot be counted.
        """
        grown = max(0, resident - self._resident_then) + max(0, faults - self._faults_then) * PAGE
        if self._counted and self._counted + grown <= self._memory_limit:
            return self._counted + grown, ""
        if time.monotonic() < self._count_again_at:
            return self._counted, ""
        begun = time.thread_time()  # CPU time: what else the machine does is not the bot's fault
        memory = _counted_once(processes, begun + MOST_SECONDS)
        if memory is not None and files + memory > self._memory_limit:
            # It is measured twice, because a fork in the middle of a measurement makes pages count twice.
            again = _counted_once(processes, time.thread_time() + MOST_SECONDS)
            memory = None if again is None else min(memory, again)
        self._count_again_at = time.monotonic() + (time.thread_time() - begun) / SHARE
        if memory is None:
            return 0, f"shares memory in so many processes ({len(processes)}) or mappings that it cannot be counted"
        self._counted, self._resident_then, self._faults_then = files + memory, resident, faults
        return self._counted, ""


def family(pid: int, most: int = MOST_PROCESSES) -> list[int]:
    """The process and its living descendants, each after the one that started it; only slightly more than `most`."""
    found = [pid]
    for process in found:
        for thread in _listed(f"/proc/{process}/task"):
            found += [int(child) for child in _text(f"/proc/{process}/task/{thread}/children").split()]
            if len(found) > most:
                return found
    return found


def _counted_once(processes: Sequence[int], deadline: float) -> int | None:
    """The memory of the processes, with pages that several of them share counted once in total.

    None if counting takes longer than until `deadline`, in CPU time of this thread.
    """
    total = 0
    for process in processes:
        total += _own_share(process)
        if time.thread_time() > deadline:
            return None
    return total


@dataclass(frozen=True)
class _Stat:
    """CPU time in ticks, and page faults: a process gets no new page without one."""

    ticks: int
    faults: int

    @classmethod
    def of(cls, process: int) -> _Stat:
        fields = [int(field) for field in _text(f"/proc/{process}/stat").rpartition(")")[2].split()[7:15]]
        # minflt, cminflt, majflt, cmajflt, utime, stime, cutime, cstime
        return cls(sum(fields[4:]), sum(fields[:4]))


def _own_memory(process: int) -> int:
    """Pages without a file, and their overhead; the system may drop a file's pages at any time."""
    status = _fields(f"/proc/{process}/status")
    return _sum(status, "RssAnon", "VmSwap", "VmPTE", "HugetlbPages")


def _own_share(process: int) -> int:
    """The memory of several processes, in which shared pages are counted only once."""
    shares = _fields(f"/proc/{process}/smaps_rollup")
    if "Pss_Anon" not in shares:
        return _own_memory(process)  # it cannot be read, or has ended
    status = _fields(f"/proc/{process}/status")
    return _sum(shares, "Pss_Anon", "SwapPss") + _sum(status, "VmPTE", "HugetlbPages")


def _shared_memory(processes: Sequence[int]) -> int:
    """Memory that belongs to no single process: in a sandbox files in memory and sockets, elsewhere shared pages.

    In a sandbox there is no other shared memory: the list of refused system calls prevents it.
    """
    inside = next((process for process in reversed(processes) if _has_own_root(process)), None)
    if inside is None:
        return sum(_sum(_fields(f"/proc/{process}/status"), "RssShmem") for process in processes)
    sockets = _sockets_in(PROC / str(inside) / "net") if _has_own_network(inside) else _sockets_of(processes)
    return _memory_of_files(PROC / str(inside) / "root") + sockets * _room_of_socket()


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


def _has_own_network(process: int) -> bool:
    try:
        own, ours = ((PROC / str(one) / "ns" / "net").stat().st_ino for one in (process, "self"))
    except OSError:
        return True  # it has ended, or is being set up
    return own != ours


def _sockets_in(net: Path) -> int:
    """How many sockets a network has. Each counts as full, because finding out how full it is takes a long search.

    Only a TCP connection inside can hold more; the machine limits the memory of all of them together.
    """
    words = _text(f"{net}/sockstat").split()  # sockets: used 4 ...
    return int(words[2]) if words else 0


def _sockets_of(processes: Sequence[int]) -> int:
    """How many sockets these processes have open, for bots that share a network with all others."""
    found = set()
    for process in processes:
        with suppress(OSError):  # it has ended, or cannot be read
            for file in (PROC / str(process) / "fd").iterdir():
                with suppress(OSError):  # it was closed just now
                    found.add(str(file.readlink()))
    return sum(name.startswith("socket:") for name in found)


@cache
def _room_of_socket() -> int:
    """Bytes of the send and receive buffers of a socket; a bot cannot raise the former."""
    defaults = (_text(f"/proc/sys/net/core/{name}") for name in ("wmem_default", "rmem_default"))
    return sum(int(text or 212_992) for text in defaults)


def _fields(file: str) -> Mapping[str, int]:
    """The lines `name: number kB` of a file, in bytes."""
    return {name: int(number) * 1024 for name, number in _LINE.findall(_text(file))}


_LINE = re.compile(r"^(RssAnon|RssShmem|VmSwap|VmPTE|HugetlbPages|Pss_Anon|SwapPss):\s+(\d+) kB$", re.MULTILINE)


def _sum(fields: Mapping[str, int], *names: str) -> int:
    return sum(fields.get(name, 0) for name in names)


def _text(file: str) -> str:
    """The text of a /proc file; empty if the process has ended. Hundreds are read: pathlib would be too slow."""
    try:
        opened = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return ""
    try:
        parts = [os.read(opened, _AT_ONCE)]
        while parts[-1]:
            parts.append(os.read(opened, _AT_ONCE))
    except OSError:
        return ""
    finally:
        os.close(opened)
    return b"".join(parts).decode(errors="replace")


_AT_ONCE = 1 << 16


def _listed(folder: str) -> Sequence[str]:
    try:
        return [found.name for found in Path(folder).iterdir()]
    except OSError:
        return []
