"""Whether each bot got its fair share of the cores, and if not, which bots used too much.

A bot was **short** of a core in an interval if, while it had a question to answer, it waited for a core for at least a
tenth of the time and ran for less than nine tenths of it. While some bot is short, **the fair share** of a bot that has
a question to answer is one core, or an equal part of all cores if that is more. A bot without a question has no fair
share. If another bot used more, it caused the shortage, and the shortage is recorded with its name.

So a bot may think all the time as long as no other bot is short; and a bot that thinks only when it is asked, on one
core, and answers in time, is never named. A bot cannot make itself short on purpose, either: a shortage is recorded
only if another bot takes more than its share, and the bot's own copies in other matches do not count as others.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Protocol

import trio

from referee.server.bots.core_time import CoreTime

SECONDS_BETWEEN_LOOKS = 0.5
SHORT = 0.1
"""A bot is short if it waits for a core for more than this part of the time in which it has a question to answer."""
TOLERANCE = 0.1
"""How much of a core a bot may use in addition to its share, e.g. to collect garbage or to end a search."""
REMEMBERED = 10_000
"""How many shortages of a bot are kept; at two per second, they cover more than an hour."""
SECONDS_FOR_LOOK = 2.0
"""The longest time that the end of a match waits for a last measurement."""


class Process(Protocol):
    """The running process of a bot."""

    def core_time(self) -> CoreTime | None:
        """Its core time so far; None if that cannot be read now. This reads files, and is called in another thread."""


@dataclass(frozen=True)
class Shortage:
    """Between `begin` and `end` a bot waited `seconds` for a core, while the `takers` used more than their share."""

    begin: float
    end: float
    seconds: float
    takers: tuple[str, ...]


@dataclass(frozen=True)
class Use:
    """What a bot did in an interval: whether it played, and how long it was asked, ran, and waited for a core."""

    plays: bool
    asked: float
    used: float
    waited: float


def shortages(seconds: float, cores: int, uses: Sequence[Use]) -> Iterator[tuple[int, float, list[int]]]:
    """Which bots were short of a core in an interval, for how many seconds, and which bots used too much."""
    most = max(1.0, cores / max(1, sum(use.plays for use in uses)))
    takers = [number for number, use in enumerate(uses) if use.used > use.asked * most + TOLERANCE * seconds]
    for number, use in enumerate(uses):
        waited = min(use.waited, use.asked - use.used)  # several threads may wait for the same core
        if takers and number not in takers and waited > SHORT * use.asked:
            yield number, waited, takers


@dataclass
class BotCores:
    """What is known about a bot's use of the cores. See `Shares.watch_over`."""

    name: str
    process: Process
    asked: Callable[[], float]
    plays: Callable[[], bool]
    look: Callable[[], Awaitable[None]]
    noted: deque[Shortage] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    began: bool = False
    last_played: bool = False
    last_asked: float = 0.0
    last: CoreTime | None = None

    def shortages(self, begin: float) -> list[Shortage]:
        """The shortages that ended after `begin`, by trio's clock."""
        return [shortage for shortage in self.noted if shortage.end > begin]

    async def look_now(self) -> None:
        """Measure now, so that everything up to this moment is known, unless that takes too long."""
        with trio.move_on_after(SECONDS_FOR_LOOK), suppress(RuntimeError):  # no thread can be started now
            await self.look()


class Shares:
    """Measures all local bots of a referee, twice a second as long as there are any."""

    def __init__(self, cores: int | None = None) -> None:
        self._cores = cores or len(os.sched_getaffinity(0))
        self._bots: list[BotCores] = []
        self._first = trio.Event()
        self._looked_at = 0.0
        self._looking = trio.Lock()

    @contextmanager
    def watch_over(
        self, name: str, process: Process, asked: Callable[[], float], plays: Callable[[], bool]
    ) -> Iterator[BotCores]:
        """Watch a bot too, for the length of the block. `asked` returns for how many seconds it was asked so far."""
        bot = BotCores(name, process, asked, plays, self.look)
        self._bots.append(bot)
        self._first.set()
        try:
            yield bot
        finally:
            self._bots.remove(bot)

    async def run(self) -> None:
        """Measure at regular intervals, until cancelled."""
        while True:
            if not self._bots:
                self._first = trio.Event()
                await self._first.wait()
            await trio.sleep(SECONDS_BETWEEN_LOOKS)
            with suppress(RuntimeError):  # no thread can be started now
                await self.look()

    async def look(self) -> None:
        """Measure all bots in another thread.

        Record which of them were short of a core, and which ones used too much.
        """
        async with self._looking:
            bots = self._bots.copy()
            times = await trio.to_thread.run_sync(
                lambda: [bot.process.core_time() for bot in bots], abandon_on_cancel=True
            )
            begin, self._looked_at = self._looked_at, trio.current_time()
            passed = self._looked_at - begin
            uses = [_use(bot, time, passed) for bot, time in zip(bots, times, strict=True)]
            for number, seconds, takers in shortages(passed, self._cores, uses):
                others = {bots[taker].name for taker in takers} - {bots[number].name}
                if others:
                    bots[number].noted.append(Shortage(begin, self._looked_at, seconds, tuple(sorted(others))))


def _use(bot: BotCores, time: CoreTime | None, passed: float) -> Use:
    """What a bot did since the last measurement, as far as both could be read.

    Before its first match, the bot counts as having a question to answer, because its program has to start.
    """
    more = CoreTime() if time is None or bot.last is None else time.since(bot.last)
    plays, asked = bot.plays(), bot.asked()
    bot.began |= plays
    use = Use(plays or bot.last_played or not bot.began, asked - bot.last_asked, more.used, more.waited)
    bot.last, bot.last_asked, bot.last_played = time, asked, plays
    return use if bot.began else replace(use, asked=passed)
