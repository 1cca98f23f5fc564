"""The bots' processes: lent for a match, kept for the next one or ended after it, replaced when they fail."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from secrets import token_hex

import trio

from referee.errors import UsageError
from referee.kernel.record import Record
from referee.server.app import Referee
from referee.server.bots.processes import BotHost, open_bot
from referee.server.match.link import SeatLink
from tournament.engines.bot_programs import program_of, sandboxes_of
from tournament.engines.engine import OnProcess
from tournament.engines.instance import AbsentSeat, Instance, forfeit_of, process_row
from tournament.engines.pinning import FreeCores
from tournament.plan.plan import Entrant, Plan

MISSED_STARTS = 3
"""A bot that did not come to so many matches in a row is not started again in this run."""


class Loan:
    """A bot for one match. `seat` is where it sits; `instance` is None when it could not be started."""

    def __init__(self, bot: Entrant, instance: Instance | None) -> None:
        self.seat: SeatLink = AbsentSeat() if instance is None else instance.seat()
        self.came = instance is not None
        self._bot = bot
        self._instance = instance

    def take_notice(self, record: Record) -> None:
        """Looks at how the match went for the bot."""
        forfeit = forfeit_of(record, record.header.bots.index(self._bot.name))
        self.came = "no_show" not in forfeit
        if forfeit and self._instance is not None:
            self._instance.blame(forfeit)


class BotPool:
    """Starts and ends the processes of a plan's bots.

    Making it raises `UsageError` if the plan requires a sandbox that this machine has not.
    """

    def __init__(
        self,
        plan: Plan,
        referee: Referee,
        host: BotHost,
        nursery: trio.Nursery,
        on_process: OnProcess,
        cores: FreeCores,
    ) -> None:
        self._bots = {bot.name: bot for bot in plan.bots}
        self._sandboxes = sandboxes_of(plan)
        self._keep = plan.run.processes == "kept"
        self._referee = referee
        self._host = host
        self._nursery = nursery
        self._on_process = on_process
        self._cores = cores
        self._idle: defaultdict[str, list[Instance]] = defaultdict(list)
        self._missed: Counter[str] = Counter()

    @asynccontextmanager
    async def lend(self, name: str) -> AsyncIterator[Loan]:
        """A copy of the bot for the length of the block."""
        bot = self._bots[name]
        instance = self._find_idle(bot)
        core = self._cores.first() if instance is None else instance.core
        self._cores.take(core)
        try:
            if instance is None:
                instance = await self._start(bot, core)
            loan = Loan(bot, instance)
            yield loan
            self._missed[name] = 0 if loan.came else self._missed[name] + 1
            if instance is not None:
                await self._take_back(instance)
        except BaseException:
            if instance is not None:
                instance.dismissed.set()
            raise
        finally:
            self._cores.give_back(core)

    def close(self) -> None:
        """Lets all idle copies end."""
        for instances in self._idle.values():
            for instance in instances:
                instance.dismissed.set()

    def _find_idle(self, bot: Entrant) -> Instance | None:
        """A copy that waits, on a core that is free; it stays where it is, for what it has in caches is there."""
        for instance in reversed(self._idle[bot.name].copy()):
            if instance.is_fit and instance.core not in self._cores:
                continue
            self._idle[bot.name].remove(instance)
            if instance.is_fit:
                return instance
            instance.dismissed.set()
        return None

    async def _start(self, bot: Entrant, core: int | None) -> Instance | None:
        if self._missed[bot.name] >= MISSED_STARTS:
            return None
        try:
            started: Instance = await self._nursery.start(self._run, bot, core)
        except UsageError as error:
            self._on_process(process_row(bot, str(error), failed=True))
            return None
        return started

    async def _take_back(self, instance: Instance) -> None:
        for row in instance.news():
            self._on_process(row)
        if self._keep and instance.is_fit:
            self._idle[instance.bot.name].append(instance)
        else:
            instance.dismissed.set()
            await instance.ended.wait()

    async def _run(self, bot: Entrant, core: int | None, *, task_status: trio.TaskStatus[Instance]) -> None:
        """Runs one copy of a bot until it is dismissed."""
        # It is told to the bot, so it must not count: which match of its own this is may tell the deal.
        name = f"{bot.name[:50]}#{token_hex(6)}"
        token = self._referee.issue_token(name, lasting=False)
        try:
            cores = () if core is None else (core,)
            host = replace(self._host, cores=cores, sandbox=self._sandboxes[bot.name])
            async with open_bot(program_of(bot), host, token) as process, trio.open_nursery() as nursery:
                instance = Instance(bot, name, self._referee, process, core)
                nursery.start_soon(instance.tell_end_of_process)
                with self._referee.sharing(name, bot.name, process):
                    task_status.started(instance)
                    await instance.dismissed.wait()
                nursery.cancel_scope.cancel()
        finally:
            self._referee.lobby.forget_bot(name)
        for row in instance.news():
            self._on_process(row)
        instance.ended.set()
