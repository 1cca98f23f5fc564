"""Show ratings while matches are played: lines on stderr, with a table from time to time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from referee.terminal.printing import say
from tournament.commands.display import PlainLines, Rarely
from tournament.report.ratings import rating_table
from tournament.run.events import Played, RunEvent
from tournament.run.runner import Tell
from tournament.statistics.fit import fit
from tournament.statistics.results import MatchResult

SECONDS_TO_FIRST_TABLE = 3.0


@contextmanager
def rating_lines(before: Sequence[MatchResult]) -> Iterator[Tell]:
    """Yield the function that takes a runner's events. `before` are the matches that were played earlier."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        lines = RatingLines(before, thread)
        yield lines.tell
    lines.check()


class RatingLines:
    """Prints what `PlainLines` prints, and the ratings from all matches so far instead of its standings.

    The ratings are computed in a thread, because a fit of many matches would delay the referee.
    """

    def __init__(self, before: Sequence[MatchResult], thread: ThreadPoolExecutor) -> None:
        self._lines = PlainLines(standings=False)
        self._results = [result for result in before if result.rated]
        self._thread = thread
        self._rarely = Rarely(SECONDS_TO_FIRST_TABLE)
        self._running: Future[None] | None = None

    def tell(self, event: RunEvent) -> None:
        """Process an event."""
        self._lines.tell(event)
        if not isinstance(event, Played):
            return
        if event.match.rated:
            self._results.append(event.match.result)
        busy = self._running is not None and not self._running.done()
        if event.done < event.total and self._rarely.is_due(time.monotonic()) and not busy:
            self.check()
            said = f"after {event.done} of {event.total} matches:"
            self._running = self._thread.submit(_print, said, tuple(self._results))

    def check(self) -> None:
        """Raise what went wrong in the thread."""
        if self._running is not None:
            self._running.result()


def _print(said: str, results: Sequence[MatchResult]) -> None:
    if results:
        say(f"{said}\n{rating_table(fit(results), explained=False)}", err=True)
