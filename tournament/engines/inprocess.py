"""Play matches between built-in bots in this process, without a network or bot processes."""

from __future__ import annotations

import trio

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.local.in_process import play_in_process
from tournament.engines.engine import Setting


class InProcessEngine:
    """An `Engine` for plans with `in_process = true`."""

    def __init__(self, setting: Setting) -> None:
        self.capacity = setting.capacity
        # These bots never wait for anything. If two matches took turns, both would end late, and nothing would be
        # gained.
        self._one_at_a_time = trio.Lock()
        self._builtins = {bot.name: bot.builtin or "" for bot in setting.plan.bots}

    async def submit(self, job: MatchJob) -> Record:
        """See `Engine`."""
        async with self._one_at_a_time:
            return await play_in_process(job, self._builtins)
