"""When and where bots' processes are measured: in a separate thread for all bots, not in the thread that plays.

So an expensive measurement delays only other measurements: no decision, no other bot's clock, and not the end of the
program.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import trio
from trio.lowlevel import RunVar

from referee.server.bots.descriptors import too_many_descriptors
from referee.server.bots.sandbox import MIB, PROCESSES_OF_SANDBOX, BotLimits
from referee.server.bots.unread import MOST_UNREAD, SECONDS_UNREAD, TOO_MUCH_UNREAD, unread_from
from referee.server.bots.usage import SHARE, Look, Usage, UsageMeter

SECONDS_BETWEEN_SAMPLES = 0.5
"""Seconds between two measurements of what a bot uses."""

SECONDS_BETWEEN_CLOSE_SAMPLES = 0.02
"""Seconds between two measurements of a bot that has almost reached its limit."""

FILLED_PER_SECOND = 2 << 30
"""Bytes by which a bot's memory can grow in a second, if two cores keep writing to new pages."""

_one_thread: RunVar[trio.CapacityLimiter] = RunVar("the thread that looks")


class UsageWatch:
    """Watches one process of a bot and everything it starts.

    Attributes:
        usage: The highest values seen so far (treat as read-only).
    """

    def __init__(
        self, pid: int, limits: BotLimits, kill: Callable[[str], None], *, in_sandbox: bool, kernel_counts: bool
    ) -> None:
        """`kill` is called with the reason when they use too much; with `kernel_counts`, the kernel does that, too."""
        self.usage = Usage()
        self._limit = limits.memory
        more = PROCESSES_OF_SANDBOX if in_sandbox else 0
        self._meter = UsageMeter(pid, limits.memory, limits.processes + more)
        self._kill = kill
        self._kernel_counts = kernel_counts
        self._memory_now = 0
        self._seconds = 0.0
        self._all_read_at = time.monotonic()

    async def run(self) -> None:
        """Watch until it is cancelled."""
        while True:
            await self.look()
            pause = SECONDS_BETWEEN_SAMPLES if self._kernel_counts else pause_after(self._memory_now, self._limit)
            await trio.sleep(max(pause, self._seconds / SHARE))

    async def look(self) -> Sequence[int]:
        """Measure once, after earlier measurements are done, and return the processes found."""
        look = await trio.to_thread.run_sync(self._look, abandon_on_cancel=True, limiter=_limiter())
        self._memory_now, self._seconds = look.usage.memory, look.seconds
        self.usage = self.usage.at_least(look.usage)
        if look.fault:
            self._kill(look.fault)
        elif self._memory_now > self._limit:
            self._kill(too_much_memory(self._limit))
        return look.processes

    def _look(self) -> Look:
        """Measure, in the measuring thread."""
        look = self._meter.look()
        begun = time.thread_time()
        fault = look.fault or too_many_descriptors(look.processes) or self._flood(look.processes)
        return replace(look, fault=fault, seconds=look.seconds + time.thread_time() - begun)

    def _flood(self, processes: Sequence[int]) -> str:
        """The reason to end a bot that has sent too much unread data; empty if it has not."""
        now = time.monotonic()
        if unread_from(processes) <= MOST_UNREAD:
            self._all_read_at = now
        return TOO_MUCH_UNREAD if now - self._all_read_at >= SECONDS_UNREAD else ""


def too_much_memory(limit: int) -> str:
    """The reason for killing a bot that used more memory than it may."""
    return f"used more than {limit // MIB} MiB of memory"


def pause_after(memory: int, limit: int) -> float:
    """How long to wait until the next measurement: about the shortest time in which the bot could reach the limit."""
    return min(SECONDS_BETWEEN_SAMPLES, max(SECONDS_BETWEEN_CLOSE_SAMPLES, (limit - memory) / FILLED_PER_SECOND))


def _limiter() -> trio.CapacityLimiter:
    try:
        return _one_thread.get()
    except LookupError:
        limiter = trio.CapacityLimiter(1)
        _one_thread.set(limiter)
        return limiter
