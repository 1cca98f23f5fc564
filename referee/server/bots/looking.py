"""When and where bots' processes are looked at: in a thread of its own, one for all bots, never in the one that plays.

What a bot makes a look cost delays looks alone: no decision, no other bot's clock, and not the end of the program.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import trio
from trio.lowlevel import RunVar

from referee.server.bots.descriptors import too_many_descriptors
from referee.server.bots.sandbox import MIB, PROCESSES_OF_SANDBOX, BotLimits
from referee.server.bots.usage import SHARE, Look, Usage, UsageMeter

SAMPLING = 0.5
"""Seconds between two looks at what a bot uses."""

SOONEST = 0.02
"""The same for a bot that has almost reached its limit."""

FILLED_PER_SECOND = 2 << 30
"""Bytes that the processes of a bot may come to use in a second: two cores that write to new pages."""

_one_thread: RunVar[trio.CapacityLimiter] = RunVar("the thread that looks")


class UsageWatch:
    """Watches one process of a bot and all that it starts.

    Attributes:
        usage: The most that was seen (treat as read-only).
    """

    def __init__(
        self, pid: int, limits: BotLimits, kill: Callable[[str], None], *, in_sandbox: bool, kernel_counts: bool
    ) -> None:
        """`kill` is called with the reason when they use too much; `kernel_counts`: the kernel sees to that too."""
        self.usage = Usage()
        self._limit = limits.memory
        more = PROCESSES_OF_SANDBOX if in_sandbox else 0
        self._meter = UsageMeter(pid, limits.memory, limits.processes + more)
        self._kill = kill
        self._kernel_counts = kernel_counts
        self._memory_now = 0
        self._seconds = 0.0

    async def run(self) -> None:
        """Watches until it is cancelled."""
        while True:
            await self.look()
            pause = SAMPLING if self._kernel_counts else pause_after(self._memory_now, self._limit)
            await trio.sleep(max(pause, self._seconds / SHARE))

    async def look(self) -> Sequence[int]:
        """Looks once, when the looks before it are done, and returns the processes that are there."""
        look = await trio.to_thread.run_sync(self._look, abandon_on_cancel=True, limiter=_limiter())
        self._memory_now, self._seconds = look.usage.memory, look.seconds
        self.usage = self.usage.at_least(look.usage)
        if look.fault:
            self._kill(look.fault)
        elif self._memory_now > self._limit:
            self._kill(too_much_memory(self._limit))
        return look.processes

    def _look(self) -> Look:
        """In the thread that looks."""
        look = self._meter.look()
        begun = time.thread_time()
        fault = look.fault or too_many_descriptors(look.processes)
        return replace(look, fault=fault, seconds=look.seconds + time.thread_time() - begun)


def too_much_memory(limit: int) -> str:
    """Why a bot was killed that took more memory than it may."""
    return f"used more than {limit // MIB} MiB of memory"


def pause_after(memory: int, limit: int) -> float:
    """How long no look is needed: about as long as it takes at least to reach the limit."""
    return min(SAMPLING, max(SOONEST, (limit - memory) / FILLED_PER_SECOND))


def _limiter() -> trio.CapacityLimiter:
    try:
        return _one_thread.get()
    except LookupError:
        limiter = trio.CapacityLimiter(1)
        _one_thread.set(limiter)
        return limiter
