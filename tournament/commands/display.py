"""Show a run: a live table on a terminal, plain lines elsewhere, JSON lines for programs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from rich.console import Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from referee.columns import columns
from referee.counts import counted
from referee.terminal.console import NeutralConsole
from referee.terminal.printing import print_json, say
from tournament.plan.stop_texts import state_text
from tournament.run.events import (
    AtOnce,
    EndedEarly,
    Failed,
    Note,
    Played,
    RunBegan,
    RunEnded,
    RunEvent,
    RunStopping,
    TimeIsUp,
    Void,
)
from tournament.run.progress import BotTally, RunProgress, span
from tournament.run.runner import Tell
from tournament.storage.rows import failure_text

SECONDS_BETWEEN_LINES = 2.0
SECONDS_BETWEEN_LOOKS = 0.25
SECONDS_TO_FIRST_STANDINGS = 30.0
SECONDS_BETWEEN_STANDINGS = 600.0
"""The longest time between two standings tables during a run."""
TOLD_FAILURES = 3
"""How many failures of a bot are shown with its output; later ones have one line each."""
SHOWN_LINES = 10
SHOWN_BOTS = 20
"""How many bots the standings show during a run."""
HEADS = ("bot", "Elo", "matches", "points", "forfeits")


class Rarely:
    """Decides when to print standings: after `first` seconds, then at intervals up to `SECONDS_BETWEEN_STANDINGS`."""

    def __init__(self, first: float) -> None:
        self._began: float | None = None
        self._next = first

    def is_due(self, now: float) -> bool:
        """Return whether to print the standings at this time. If so, choose the next time for them."""
        self._began = now if self._began is None else self._began
        passed = now - self._began
        if passed < self._next:
            return False
        self._next = passed + min(passed / 2, SECONDS_BETWEEN_STANDINGS)
        return True


@contextmanager
def open_display(*, as_json: bool) -> Iterator[Tell]:
    """Yield the function that takes a runner's events."""
    console = NeutralConsole(stderr=True)
    if as_json:
        yield _tell_json
    elif console.is_terminal:
        with LiveTable(console) as table:
            yield table.tell
    else:
        yield PlainLines().tell


class PlainLines:
    """Prints a line for each important event, and from time to time a progress line and the standings."""

    def __init__(self, *, standings: bool = True) -> None:
        self._progress = RunProgress()
        self._last_line = 0.0
        self._rarely = Rarely(SECONDS_TO_FIRST_STANDINGS if standings else inf)

    def tell(self, event: RunEvent) -> None:
        """Process an event."""
        now = time.monotonic()
        self._progress.tell(event, now)
        text = line_of(event, self._progress)
        if text:
            say(text, err=True)
        elif now - self._last_line >= SECONDS_BETWEEN_LINES:
            self._last_line = now
            say(self._progress.text(), err=True)
        if isinstance(event, Played) and event.done < event.total and self._rarely.is_due(now):
            say(standings_lines(self._progress), err=True)


def standings_lines(progress: RunProgress) -> str:
    """Return the standings of a run as text: the bots with the highest Elo."""
    rows = standings_rows(progress)
    rest = [f"... and {counted(len(rows) - SHOWN_BOTS, 'more bot')}"] if len(rows) > SHOWN_BOTS else []
    return "\n".join([columns([HEADS, *rows[:SHOWN_BOTS]], right=(1, 2, 3)), *rest])


def standings_rows(progress: RunProgress) -> list[tuple[str, ...]]:
    """Return the rows of the standings of a run, best first."""
    return [(bot, f"{rating:.0f}" if rating else "", *_cells(tally)) for bot, rating, tally in progress.standings()]


class LiveTable:
    """Keeps the standings at the bottom of the terminal; important events scroll by above them."""

    def __init__(self, console: NeutralConsole) -> None:
        self._progress = RunProgress()
        # It does not use the display's own thread, which would read the progress while it is being changed.
        self._live = Live(console=console, get_renderable=self._render, auto_refresh=False, transient=True)
        self._last_look = 0.0

    def __enter__(self) -> LiveTable:
        self._live.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._live.stop()

    def tell(self, event: RunEvent) -> None:
        """Process an event."""
        now = time.monotonic()
        self._progress.tell(event, now)
        text = line_of(event, self._progress)
        if text:
            self._live.console.print(Text(text))
        if text or now - self._last_look >= SECONDS_BETWEEN_LOOKS:
            self._last_look = now
            self._live.refresh()

    def _render(self) -> Group:
        progress = self._progress
        bar = ProgressBar(total=max(progress.total, 1), completed=progress.done, width=40)
        table = Table(*HEADS, title=progress.name, title_justify="left")
        for number in (1, 2, 3):
            table.columns[number].justify = "right"
        for row in standings_rows(progress):
            table.add_row(*row)
        return Group(table, bar, Text(progress.text()))


def line_of(event: RunEvent, progress: RunProgress) -> str:
    """Describe an important event for people; empty for any other event."""
    match event:
        case RunBegan():
            rest = f"{event.done} of {counted(event.total, 'match', 'matches')} already played, " if event.done else ""
            at_once = counted(event.at_once, "match", "matches")
            to_play = f"{event.name}: {rest}{event.total - event.done} to play, {at_once} at once"
            return f"{to_play}\nhash of the secret from which the deals are derived: {event.commitment}"
        case AtOnce():
            return at_once_text(event)
        case Void():
            return f"match {event.match} was void and will be played again: {event.void_reason}"
        case Failed():
            repeated = progress.bots[event.process.bot].failures > TOLD_FAILURES
            return failure_text(event.process, lines=0 if repeated else SHOWN_LINES)
        case RunStopping():
            running = counted(event.running, "match", "matches")
            return f"stopping: {running} may finish within {event.seconds:g} s; interrupt again to drop them"
        case TimeIsUp():
            running = counted(event.running, "match", "matches")
            return f"time is up: {running} will be played to the end; interrupt to drop them"
        case Note():
            return f"note: {event.text}"
        case EndedEarly():
            text = f"{event.text}; the tournament is over after {counted(event.done, 'match', 'matches')}"
            return f"{text} ({state_text(event.stop)})"
        case RunEnded():
            return f"{event.done} of {counted(event.total, 'match', 'matches')} played in {span(event.seconds)}"
    return ""


def at_once_text(chosen: AtOnce) -> str:
    """Return how many matches run at once, and why."""
    matches = counted(chosen.at_once, "match", "matches")
    idle = "" if chosen.idle is None else f"{max(chosen.idle, 0):.0%} of the cores idle, "
    return f"{matches} at once fit this machine: {idle}a bot answers in {chosen.mean_ms:.1f} ms on average"


def _tell_json(event: RunEvent) -> None:
    print_json(event, indent=None)


def _cells(tally: BotTally) -> tuple[str, str, str]:
    share = f"{100 * tally.points / tally.meetings:.0f} %" if tally.meetings else ""
    forfeits = ", ".join(f"{number} {cause}" for cause, number in tally.forfeits.items())
    return str(tally.matches), share, forfeits or (counted(tally.failures, "failure") if tally.failures else "")
