"""Plays built-in bots in this process: no network, no bot's process."""

from __future__ import annotations

import trio
from referee_client.bots import BOTS
from referee_client.session import Session

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.server.match.inprocess import InProcessSeat
from referee.server.match.task import play_match
from tournament.engines.engine import Setting


class InProcessEngine:
    """An `Engine` for plans with `in_process = true`."""

    def __init__(self, setting: Setting) -> None:
        self.capacity = setting.capacity
        # These bots keep nobody waiting: of two matches that take turns both end late, and then there is nothing to do.
        self._one_at_a_time = trio.Lock()
        self._builtin = {bot.name: bot.builtin or "" for bot in setting.plan.bots}

    async def submit(self, job: MatchJob) -> Record:
        """See `Engine`."""
        bots = [(name, BOTS[self._builtin[name]]) for name in job.bots]
        sessions = [Session(bot, name=name, wants_events=False, wants_cards=True) for name, bot in bots]
        async with self._one_at_a_time:
            return await play_match(job, [InProcessSeat(session) for session in sessions], _keep_nothing)


def _keep_nothing(_line: bytes) -> None:
    """A match that is cut short is played again from its start."""
