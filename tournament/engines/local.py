"""Plays matches with bots in processes of their own, over gRPC, and with bots that dial in."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import trio

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.server.app import Referee, open_referee
from referee.server.bots.private_socket import PrivateSocket, private_socket
from referee.server.bots.processes import BotHost
from referee.server.config import Config
from tournament.engines.bot_pool import BotPool
from tournament.engines.engine import OnProcess, Setting
from tournament.engines.pinning import FreeCores


class LocalEngine:
    """An `Engine` with a referee of its own. Made by `open_local_engine`."""

    def __init__(self, setting: Setting, referee: Referee, pool: BotPool) -> None:
        self.capacity = setting.capacity
        self._dial_in = {bot.name for bot in setting.plan.bots if bot.dial_in}
        self._referee = referee
        self._pool = pool

    async def submit(self, job: MatchJob) -> Record:
        """See `Engine`."""
        async with AsyncExitStack() as stack:
            loans = {
                name: await stack.enter_async_context(self._pool.lend(name))
                for name in job.bots
                if name not in self._dial_in
            }
            record = await self._referee.play(job, {name: loan.seat for name, loan in loans.items()})
            for loan in loans.values():
                loan.take_notice(record)
            return record


@asynccontextmanager
async def open_local_engine(setting: Setting, on_process: OnProcess) -> AsyncIterator[LocalEngine]:
    """A referee for the matches of a plan. All bots' processes have ended when the block is left.

    Raises `UsageError` if the plan requires a sandbox that this machine has not, or its address can not be used.
    """
    async with open_home(setting) as (referee, host), trio.open_nursery() as nursery:
        pool = BotPool(setting.plan, referee, host, nursery, on_process, FreeCores(setting.cores))
        try:
            yield LocalEngine(setting, referee, pool)
        finally:
            pool.close()


@asynccontextmanager
async def open_home(setting: Setting, *, dial_in: bool = True) -> AsyncIterator[tuple[Referee, BotHost]]:
    """A referee and how bots of this machine reach it; without `dial_in` nobody else does, and nobody looks.

    Which sandbox a bot has is said for each: see `sandboxes_of`.
    """
    with private_socket() as socket:
        async with open_referee(_config(setting, socket, dial_in=dial_in)) as referee:
            socket.admit_bots()
            yield referee, BotHost(socket.address, hidden=tuple(map(Path, setting.hidden)))


def _config(setting: Setting, socket: PrivateSocket, *, dial_in: bool) -> Config:
    listen = setting.plan.listen
    gallery = Path(setting.gallery, str(os.getpid())) if dial_in and setting.gallery else None
    if not dial_in or not any(bot.dial_in for bot in setting.plan.bots):
        return Config(address=socket.address, bots_alone=True, gallery=gallery)
    return Config(
        address=listen.address,
        local_socket=socket.path,
        bots_alone=True,
        gallery=gallery,
        tls_cert=None if listen.tls_cert is None else Path(listen.tls_cert),
        tls_key=None if listen.tls_key is None else Path(listen.tls_key),
        insecure=listen.insecure,
        tokens=Path(setting.tokens),
    )
