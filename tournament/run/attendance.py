"""The bots that dial in: wait for them before the first match, and report which are connected and which are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio

from referee.durations import as_text
from tournament.engines.engine import Alone, Engine, Listening
from tournament.plan.plan import Plan
from tournament.run.events import Note
from tournament.run.runner import Runner, Tell

SECONDS_BETWEEN_LOOKS = 0.2


class Attendance:
    """Which of the bots that dial in are connected.

    Attributes:
        there: Those that were connected at the last look.
    """

    def __init__(self, bots: Sequence[str], connected: Callable[[str], bool], tell: Tell) -> None:
        self.there: set[str] = set()
        self._bots = bots
        self._connected = connected
        self._tell = tell

    @property
    def missing(self) -> list[str]:
        """The bots that are not connected."""
        return [bot for bot in self._bots if bot not in self.there]

    def look(self) -> list[str]:
        """Check which bots are connected, report what has changed, and return the bots that have connected."""
        now = {bot for bot in self._bots if self._connected(bot)}
        come, gone = [[bot for bot in self._bots if bot in some] for some in (now - self.there, self.there - now)]
        self.there = now
        for bots, what in ((come, "connected"), (gone, "no longer connected")):
            if bots:
                self._tell(Note(text=f"{_are(bots)} {what}"))
        return come

    async def wait(self, seconds: float) -> None:
        """Wait until all bots are connected, but not longer than this; then report which ones are missing."""
        self.look()
        if self.missing and seconds:
            text = as_text(round(seconds * 1000))
            self._tell(Note(text=f"waiting up to {text} for {', '.join(self.missing)} to connect"))
        with trio.move_on_after(seconds):
            while self.missing:
                await trio.sleep(SECONDS_BETWEEN_LOOKS)
                self.look()
        if self.missing:
            self._tell(Note(text=f"{_are(self.missing)} not connected and will forfeit matches until that changes"))


async def run_attended(runner: Runner, engine: Engine, plan: Plan, tell: Tell) -> None:
    """Run a tournament; if bots dial in, wait for them first, and play again what they missed once they connect."""
    bots = [bot.name for bot in plan.playing if bot.dial_in]
    if not (bots and isinstance(engine, Alone) and isinstance(engine.engine, Listening)):
        await runner.run(engine)
        return
    attendance = Attendance(bots, engine.engine.connected, tell)
    await attendance.wait(plan.wait_s if runner.left or plan.listen.replay_no_shows else 0)
    for bot in sorted(attendance.there):
        runner.replay_no_shows(bot)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_watch, attendance, runner)
        await runner.run(engine)
        nursery.cancel_scope.cancel()


async def _watch(attendance: Attendance, runner: Runner) -> None:
    while True:
        await trio.sleep(SECONDS_BETWEEN_LOOKS)
        for bot in attendance.look():
            runner.replay_no_shows(bot)


def _are(bots: Sequence[str]) -> str:
    return f"{', '.join(bots)} {'is' if len(bots) == 1 else 'are'}"
