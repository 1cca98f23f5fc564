"""The bot processes: leased for a match, kept for the next one or ended after it, replaced when they fail."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from secrets import token_hex

import trio
from referee_client.v1 import play_service_pb2 as wire

from referee.errors import UsageError
from referee.kernel.forfeiting import forfeit_of
from referee.kernel.record import Record
from referee.local.bot_copy import BotCopy, EndOfBot, open_process
from referee.local.free_cores import FreeCores
from referee.server.app import Referee
from referee.server.bots.processes import BotHost, BotProgram
from referee.server.lag import NO_LAG, Lag
from referee.server.match.link import Receiver, SeatLink

MISSED_STARTS = 3
"""The number of matches in a row that a bot may fail to join before it is no longer started."""

OnEnd = Callable[[EndOfBot], None]
"""Receives every bot process that has ended or failed."""


@dataclass(frozen=True)
class StartedBot:
    """A bot that is started here. The pool fills in the host's address and cores."""

    program: BotProgram
    host: BotHost


class Lease:
    """A bot for one match. `seat` is its link to the match; `copy` is None if it could not be started."""

    def __init__(self, bot: str, copy: BotCopy | None) -> None:
        self.seat: SeatLink = AbsentSeat() if copy is None else copy.seat()
        self.came = copy is not None
        self._bot = bot
        self._copy = copy

    def take_notice(self, record: Record) -> None:
        """Record how the match went for the bot."""
        forfeit = forfeit_of(record, record.header.bots.index(self._bot))
        self.came = "no_show" not in forfeit
        if forfeit and self._copy is not None:
            self._copy.blame(forfeit)


class BotPool:
    """Starts and ends the processes of bots.

    With `must_last`, everything ends with `BotFailed` or `UsageError` if the process of a bot ends while the pool needs
    it, or if it cannot be started. Without, it forfeits its match.
    """

    def __init__(
        self,
        bots: Sequence[StartedBot],
        referee: Referee,
        nursery: trio.Nursery,
        *,
        keep: bool,
        must_last: bool,
        cores: Sequence[int],
        on_end: OnEnd,
    ) -> None:
        self._bots = {bot.program.name: bot for bot in bots}
        self._referee = referee
        self._nursery = nursery
        self._keep = keep
        self._must_last = must_last
        self._cores = FreeCores(cores)
        self._on_end = on_end
        self._idle: defaultdict[str, list[BotCopy]] = defaultdict(list)
        self._missed: Counter[str] = Counter()

    def __contains__(self, name: str) -> bool:
        return name in self._bots

    async def start_all(self) -> None:
        """Start a copy of each bot, to wait for its first match."""
        for name in self._bots:
            async with self.lease(name):
                pass

    @asynccontextmanager
    async def lease(self, name: str) -> AsyncIterator[Lease]:
        """A copy of the bot for the length of the block."""
        copy = self._find_idle(name)
        core = self._cores.first() if copy is None else copy.core
        self._cores.take(core)
        try:
            if copy is None:
                copy = await self._start(name, core)
            lease = Lease(name, copy)
            yield lease
            self._missed[name] = 0 if lease.came else self._missed[name] + 1
            if copy is not None:
                await self._take_back(copy)
        except BaseException:
            if copy is not None:
                copy.dismissed.set()
            raise
        finally:
            self._cores.give_back(core)

    def close(self) -> None:
        """End all idle copies."""
        for copies in self._idle.values():
            for copy in copies:
                copy.dismissed.set()

    def _find_idle(self, name: str) -> BotCopy | None:
        """An idle copy on a free core. A copy stays on its core, because that core's caches contain its data."""
        for copy in reversed(self._idle[name].copy()):
            if copy.is_fit and copy.core not in self._cores:
                continue
            self._idle[name].remove(copy)
            if copy.is_fit:
                return copy
            copy.dismissed.set()
        return None

    async def _start(self, name: str, core: int | None) -> BotCopy | None:
        if self._missed[name] >= MISSED_STARTS:
            return None
        try:
            started: BotCopy = await self._nursery.start(self._run, self._bots[name], core)
        except UsageError as error:
            if self._must_last:
                raise
            self._on_end(EndOfBot(name, str(error), failed=True))
            return None
        return started

    async def _take_back(self, copy: BotCopy) -> None:
        for end in copy.news():
            self._on_end(end)
        if self._keep and copy.is_fit:
            self._idle[copy.bot].append(copy)
        else:
            copy.dismissed.set()
            await copy.ended.wait()

    async def _run(self, bot: StartedBot, core: int | None, *, task_status: trio.TaskStatus[BotCopy]) -> None:
        """Run one copy of a bot until it is dismissed."""
        program, host = bot.program, replace(bot.host, cores=() if core is None else (core,))
        # The bot receives this name, so it must not contain a count of matches, which may reveal the deal.
        name = f"{program.name[:50]}#{token_hex(6)}"
        async with open_process(program, host, self._referee, name) as process, trio.open_nursery() as nursery:
            copy = BotCopy(name, self._referee, process, core)
            nursery.start_soon(copy.raise_when_over if self._must_last else copy.forfeit_when_over)
            with self._referee.sharing(name, program.name, process):
                task_status.started(copy)
                await copy.dismissed.wait()
            nursery.cancel_scope.cancel()
        for end in copy.news():
            self._on_end(end)
        copy.ended.set()


class AbsentSeat:
    """The `SeatLink` of a bot that is absent and will not connect."""

    wants_text = False
    wants_events = False
    wants_cards = False
    wants_updates = False
    connected = False
    gone = True
    cores = None

    def attach(self, match_id: str, receiver: Receiver) -> None:
        """See `SeatLink`."""

    def detach(self, match_id: str) -> None:
        """See `SeatLink`."""

    def post(self, response: wire.PlayResponse) -> None:
        """See `SeatLink`."""

    def ask(self, turn: int, response: bytes) -> None:
        """See `SeatLink`."""

    def own_lag(self) -> Lag:
        """See `SeatLink`."""
        return NO_LAG
