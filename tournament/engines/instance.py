"""One running copy of a bot: its process, its seat, and what is told about both afterwards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence

import trio
from referee_client.v1 import play_service_pb2 as wire

from referee.excerpts import ends_of
from referee.kernel.record import Record, SeatEnd
from referee.server.app import Referee
from referee.server.bots.processes import BotProcess, EndOfProcess
from referee.server.lag import NO_LAG, Lag
from referee.server.match.link import Receiver, SeatLink
from tournament.engines.bot_programs import without_secrets
from tournament.plan.identity import command_text
from tournament.plan.plan import Entrant
from tournament.storage.rows import ProcessRow

KEPT_OUTPUT = 8000
"""Characters of a bot's output that are kept with each of its processes."""


class Instance:
    """A copy of a bot, which plays one match at a time.

    Attributes:
        bot: The bot.
        name: Under which the referee knows this copy.
        process: Its process, which is started again a few times when it crashes.
        core: The one that it runs on, if it is pinned.
        dismissed: Is set when it is to end.
        ended: Is set when it has ended.
    """

    def __init__(self, bot: Entrant, name: str, referee: Referee, process: BotProcess, core: int | None) -> None:
        self.bot = bot
        self.name = name
        self.process = process
        self.core = core
        self.dismissed = trio.Event()
        self.ended = trio.Event()
        self._lobby = referee.lobby
        self._forfeit = ""
        self._told = 0

    @property
    def is_fit(self) -> bool:
        """Whether it can play another match."""
        return not self._forfeit and not self.process.over.is_set()

    def seat(self) -> SeatLink:
        """Its link for one more match."""
        self.process.begin_match()
        return self._lobby.bot(self.name).seat()

    async def tell_end_of_process(self) -> None:
        """Tells its match when the process has ended and no other will be started."""
        await self.process.over.wait()
        self._lobby.bot(self.name).left()

    def blame(self, how: str) -> None:
        """Notes that it forfeited a match."""
        self._forfeit = how

    def news(self) -> Iterator[ProcessRow]:
        """What has ended since the last call, a process and those that took its place as one."""
        ended = self.process.ended[self._told :]
        self._told += len(ended)
        if ended:
            yield self._row(ended)

    def _row(self, ended: Sequence[EndOfProcess]) -> ProcessRow:
        told = [one for one in ended if one.crashed] or ended  # that it ended well at last explains no failure
        why = told[-1].how + (f", the last of {len(told)} times" if len(told) > 1 else "")
        return process_row(
            self.bot,
            f"{self._forfeit}; its process {why}" if self._forfeit else why,
            failed=bool(self._forfeit) or any(one.crashed for one in ended),
            wall_s=sum(one.seconds for one in ended),
            cpu_s=sum(one.usage.cpu_seconds for one in ended),
            memory_bytes=max(one.usage.memory for one in ended),
            output=ends_of(self.process.output.text(), KEPT_OUTPUT),
        )


class AbsentSeat:
    """The `SeatLink` of a bot that is not there and will not come."""

    wants_text = False
    wants_events = False
    wants_cards = False
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


def forfeit_of(record: Record, seat: int) -> str:
    """How a seat forfeited a match; empty if it did not, or if the match was void."""
    if record.end is None or record.end.void or record.end.ends[seat] is SeatEnd.PLAYED:
        return ""
    given = [strike for step in record.steps for strike in step.strikes] + record.end.last_strikes
    causes = Counter(str(strike.cause) for strike in given if strike.seat == seat)
    listed = ", ".join(f"{number} x {cause}" for cause, number in causes.items())
    how = f"{record.end.ends[seat]} ({listed})" if listed else str(record.end.ends[seat])
    return f"forfeited match {record.header.name}: {how}"


def process_row(
    bot: Entrant,
    why: str,
    *,
    failed: bool,
    wall_s: float = 0.0,
    cpu_s: float = 0.0,
    memory_bytes: int = 0,
    output: str = "",
) -> ProcessRow:
    """What is kept of a process that has ended, or could not be started."""
    return ProcessRow(
        bot=bot.name,
        command=command_text(bot),
        why=without_secrets(bot, why),
        failed=failed,
        wall_s=round(wall_s, 3),
        cpu_s=round(cpu_s, 3),
        memory_bytes=memory_bytes,
        output=without_secrets(bot, output),
        ended_unix_s=time.time(),
    )
