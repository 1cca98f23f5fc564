"""Plays matches on this machine, with bots in separate processes, seats in this process, and bots that connect."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import trio

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.local.opening import open_local_referee
from referee.local.pool import BotPool, OnEnd, StartedBot
from referee.server.app import Referee
from referee.server.config import Config
from referee.server.match.link import SeatLink


class LocalMatches:
    """Plays matches. Made by `open_local_matches`.

    Attributes:
        referee: The referee of the matches.
        address: The address of the referee on this machine.
    """

    def __init__(self, referee: Referee, address: str, pool: BotPool, seats: Mapping[str, SeatLink]) -> None:
        self.referee = referee
        self.address = address
        self._pool = pool
        self._seats = seats

    async def start_bots(self) -> None:
        """Start all bots now instead of when they are first needed."""
        await self._pool.start_all()

    def is_connected(self, name: str) -> bool:
        """Whether a bot that connects by itself is connected now."""
        return self.referee.lobby.bot(name).stream is not None

    async def play(self, job: MatchJob) -> Record:
        """Play a match, and return its record. Bots that this program does not start connect by themselves.

        Raises `UsageError` or a `Refusal` if the match is impossible.
        """
        async with AsyncExitStack() as stack:
            leases = {
                name: await stack.enter_async_context(self._pool.lease(name)) for name in job.bots if name in self._pool
            }
            seats = {name: lease.seat for name, lease in leases.items()}
            record = await self.referee.play(job, {**self._seats, **seats})
            for lease in leases.values():
                lease.take_notice(record)
            return record


@asynccontextmanager
async def open_local_matches(
    bots: Sequence[StartedBot],
    *,
    keep: bool = True,
    must_last: bool = False,
    seats: Mapping[str, SeatLink] | None = None,
    listen: Config | None = None,
    gallery: Path | None = None,
    tcp: bool = False,
    cores: Sequence[int] = (),
    on_end: OnEnd = lambda _: None,
) -> AsyncIterator[LocalMatches]:
    """Open a referee for matches of these bots. All their processes have ended when the block exits.

    Args:
        bots: The bots to start here, when a match first needs them.
        keep: Whether a process is kept for later matches, or started fresh for each match.
        must_last: Whether the failure of a bot ends everything with `BotFailed`; otherwise the bot forfeits its match.
        seats: The links of the players in this process, such as people, by their names.
        listen: See `open_local_referee`.
        gallery: See `Config`.
        tcp: See `open_local_referee`.
        cores: One core for each bot that plays at the same time; empty if bots are not pinned.
        on_end: Receives every bot process that has ended or failed.
    """
    async with (
        open_local_referee(listen, gallery=gallery, tcp=tcp) as (referee, address),
        trio.open_nursery() as nursery,
    ):
        here = [StartedBot(bot.program, replace(bot.host, address=address)) for bot in bots]
        pool = BotPool(here, referee, nursery, keep=keep, must_last=must_last, cores=cores, on_end=on_end)
        try:
            yield LocalMatches(referee, address, pool, seats or {})
        finally:
            pool.close()
