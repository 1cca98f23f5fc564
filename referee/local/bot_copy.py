"""One running copy of a bot: its process, its seat, and what is known about both afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from referee.errors import BotFailed
from referee.excerpts import ends_of
from referee.server.app import Referee
from referee.server.bots.processes import SHOWS_MORE, BotHost, BotProcess, BotProgram, EndOfProcess, open_bot
from referee.server.match.link import SeatLink

KEPT_OUTPUT = 8000
"""The number of characters kept of each bot process's output."""


@dataclass(frozen=True)
class EndOfBot:
    """The end of a bot process, or its failure to start.

    `why` says how it ended; `output` is the beginning and the end of what it wrote to stderr and stdout.
    """

    bot: str
    why: str
    failed: bool
    wall_s: float = 0.0
    cpu_s: float = 0.0
    memory_bytes: int = 0
    output: str = ""


class BotCopy:
    """A running copy of a bot, which plays one match at a time.

    Attributes:
        bot: The bot's name.
        name: The name by which the referee knows this copy.
        process: Its process, which is restarted a few times if it crashes.
        core: The core to which it is pinned, if it is pinned.
        dismissed: Set when the copy should end.
        ended: Set when the copy has ended.
    """

    def __init__(self, name: str, referee: Referee, process: BotProcess, core: int | None) -> None:
        self.bot = process.program.name
        self.name = name
        self.process = process
        self.core = core
        self.dismissed = trio.Event()
        self.ended = trio.Event()
        self._lobby = referee.lobby
        self._forfeit = ""
        self._reported = 0

    @property
    def is_fit(self) -> bool:
        """Whether it can play another match."""
        return not self._forfeit and not self.process.over.is_set()

    def seat(self) -> SeatLink:
        """The link of this copy to one more match."""
        self.process.begin_match()
        return self._lobby.bot(self.name).seat()

    async def forfeit_when_over(self) -> None:
        """Forfeit its match when the process has ended and will not be restarted."""
        await self.process.over.wait()
        self._lobby.bot(self.name).left()

    async def raise_when_over(self) -> None:
        """Raise `BotFailed` when the process has ended and will not be restarted."""
        await self.process.over.wait()
        why = self.process.failure or f"bot {self.bot!r} ended before its matches were over"
        connected = bool(self._lobby.bot(self.name).resume_token)
        sight = self.process.sight
        raise BotFailed(why if connected or not sight else f"{why}\n{sight}. {SHOWS_MORE}")

    def blame(self, how: str) -> None:
        """Record how the bot forfeited a match."""
        self._forfeit = how

    def news(self) -> Iterator[EndOfBot]:
        """The processes that ended since the last call. A process and its restarts count as one."""
        ended = self.process.ended[self._reported :]
        self._reported += len(ended)
        if ended:
            yield self._end(ended)

    def _end(self, ended: Sequence[EndOfProcess]) -> EndOfBot:
        causes = [one for one in ended if one.crashed] or ended  # a clean exit at the end does not explain a failure
        why = causes[-1].how + (f", the last of {len(causes)} times" if len(causes) > 1 else "")
        return EndOfBot(
            self.bot,
            f"{self._forfeit}; its process {why}" if self._forfeit else why,
            failed=bool(self._forfeit) or any(one.crashed for one in ended),
            wall_s=sum(one.seconds for one in ended),
            cpu_s=sum(one.usage.cpu_seconds for one in ended),
            memory_bytes=max(one.usage.memory for one in ended),
            output=kept_output(self.process),
        )


def kept_output(process: BotProcess) -> str:
    """The part of a bot's output that is kept."""
    return ends_of(process.output.text(), KEPT_OUTPUT)


@asynccontextmanager
async def open_process(program: BotProgram, host: BotHost, referee: Referee, name: str) -> AsyncIterator[BotProcess]:
    """Start a bot that the referee knows by `name`; it ends at the end of the block.

    Raises:
        UsageError: The command cannot be started.
    """
    token = referee.issue_token(name, lasting=False)
    try:
        async with open_bot(program, host, token) as process:
            yield process
    finally:
        referee.lobby.forget_bot(name)
