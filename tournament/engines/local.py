"""Play matches over gRPC, with bots in their own processes and with bots that dial in."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.local.bot_copy import EndOfBot
from referee.local.matches import LocalMatches, open_local_matches
from referee.server.config import Config
from tournament.engines.engine import OnProcess, Setting
from tournament.engines.plan_bots import process_row, started_bots


class LocalEngine:
    """An `Engine` with its own referee. Made by `open_local_engine`."""

    def __init__(self, capacity: int, matches: LocalMatches) -> None:
        self.capacity = capacity
        self._matches = matches

    def connected(self, bot: str) -> bool:
        """Whether a bot that dials in is connected now."""
        return self._matches.is_connected(bot)

    async def submit(self, job: MatchJob) -> Record:
        """See `Engine`."""
        return await self._matches.play(job)


@asynccontextmanager
async def open_local_engine(setting: Setting, on_process: OnProcess) -> AsyncIterator[LocalEngine]:
    """Open a referee for the matches of a plan. All bot processes have ended when the block is left.

    Raises `UsageError` if the plan requires a sandbox that this machine does not have, or if its address is not usable.
    """
    by_name = {bot.name: bot for bot in setting.plan.bots}

    def on_end(end: EndOfBot) -> None:
        on_process(process_row(by_name[end.bot], end))

    async with open_local_matches(
        started_bots(setting),
        keep=setting.plan.run.processes == "kept",
        listen=_for_bots_elsewhere(setting),
        gallery=Path(setting.gallery, str(os.getpid())) if setting.gallery else None,
        cores=setting.cores,
        on_end=on_end,
    ) as matches:
        yield LocalEngine(setting.capacity, matches)


def _for_bots_elsewhere(setting: Setting) -> Config | None:
    """Return how bots that dial in reach the referee; None if the plan has none."""
    listen = setting.plan.listen
    if not any(bot.dial_in for bot in setting.plan.bots):
        return None
    return Config(
        address=listen.address,
        bots_alone=True,
        tls_cert=None if listen.tls_cert is None else Path(listen.tls_cert),
        tls_key=None if listen.tls_key is None else Path(listen.tls_key),
        insecure=listen.insecure,
        tokens=Path(setting.tokens),
    )
