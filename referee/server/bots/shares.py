"""Whether each bot got its fair share of the cores, and if not, who took it.

A bot was **short** in a span of time if it was asked, could have run for a tenth of that time but got no core, and ran
for less than nine tenths of it. While somebody is short, **a bot's fair share** is one core as long as it is asked, or
its equal part of all cores if that is more, and nothing while it is not asked. If another bot used more, that one took
it, and the shortage is noted with its name.

So a bot may think all the time as long as nobody waits for it; and one that only thinks when it is asked, on one core,
and answers in time, is never named. Nor can a bot make itself short: as long as no other one takes more than it may,
nothing is noted, and its own copies in other matches, which it could tell to do so, are no others.
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
"""The part of the time in which it was asked that a bot has to wait for a core, and to miss of one, to be short."""
TOLERANCE = 0.1
"""How much of a core a bot may use beyond its share: collecting garbage, ending a search."""
REMEMBERED = 10_000
"""Shortages of a bot: at two a second, those of more than an hour."""
SECONDS_FOR_LOOK = 2.0
"""How long the end of a match waits for a last look, at most."""


class Process(Protocol):
    """What runs for a bot."""

    def core_time(self) -> CoreTime | None:
        """What it used so far; None if that cannot be read now. It reads files, and is called in another thread."""


@dataclass(frozen=True)
class Shortage:
    """In the time from `begin` to `end` a bot waited for a core for some `seconds`, while the `takers` had too much."""

    begin: float
    end: float
    seconds: float
    takers: tuple[str, ...]


@dataclass(frozen=True)
class Use:
    """What a bot did in a span of time: whether it plays, how long it was asked, ran, and waited for a core."""

    plays: bool
    asked: float
    used: float
    waited: float


def shortages(seconds: float, cores: int, uses: Sequence[Use]) -> Iterator[tuple[int, float, list[int]]]:
    """Who was short in a span of time, for how many seconds, and who took it."""
    most = max(1.0, cores / max(1, sum(use.plays for use in uses)))
    takers = [number for number, use in enumerate(uses) if use.used > use.asked * most + TOLERANCE * seconds]
    for number, use in enumerate(uses):
        waited = min(use.waited, use.asked)
        if takers and number not in takers and use.used < (1 - SHORT) * use.asked and waited > SHORT * use.asked:
            yield number, waited, takers


@dataclass
class BotCores:
    """What is known of a bot's cores. See `Shares.watch_over`."""

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
        """Those that ended after a moment, by trio's clock."""
        return [shortage for shortage in self.noted if shortage.end > begin]

    async def look_now(self) -> None:
        """Has the cores looked at, so that what happened until now is known, unless that takes too long."""
        with trio.move_on_after(SECONDS_FOR_LOOK), suppress(RuntimeError):  # no thread can be started now
            await self.look()


class Shares:
    """Looks at all bots of this machine that one referee knows, twice a second as long as there are any."""

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
        """Looks at a bot, too, for the length of the block. `asked` says for how many seconds it was asked so far."""
        bot = BotCores(name, process, asked, plays, self.look)
        self._bots.append(bot)
        self._first.set()
        try:
            yield bot
        finally:
            self._bots.remove(bot)

    async def run(self) -> None:
        """Looks again and again."""
        while True:
            if not self._bots:
                self._first = trio.Event()
                await self._first.wait()
            await trio.sleep(SECONDS_BETWEEN_LOOKS)
            with suppress(RuntimeError):  # no thread can be started now
                await self.look()

    async def look(self) -> None:
        """Looks at all bots, in another thread, and notes who was short of what others took."""
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
    """What it did since the last look, as far as both could be read.

    Before its first match it is as if it was asked: a program has to start.
    """
    more = CoreTime() if time is None or bot.last is None else time.since(bot.last)
    plays, asked = bot.plays(), bot.asked()
    bot.began |= plays
    use = Use(plays or bot.last_played or not bot.began, asked - bot.last_asked, more.used, more.waited)
    bot.last, bot.last_asked, bot.last_played = time, asked, plays
    return use if bot.began else replace(use, asked=passed)
