"""When the code of a game raises, its match has failed: nobody can go on with it, and it has no result."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from referee.errors import MatchFailed, UsageError
from referee.kernel.table import Table

LONGEST_CAUSE = 300


class Failing:
    """A context manager around every call of a game's own code: what that raises fails the match.

    Attributes:
        failure: Why the match failed; None as long as it has not.
    """

    __slots__ = ("_game_id", "_table", "failure")

    def __init__(self, game_id: str, table: Table[Any]) -> None:
        self.failure: MatchFailed | None = None
        self._game_id = game_id
        self._table = table

    def check(self) -> None:
        """Raises `MatchFailed`, with the same cause as the first time, if the match has failed."""
        if self.failure is not None:
            raise MatchFailed(str(self.failure)) from self.failure.__cause__

    def __enter__(self) -> None:
        if self.failure is not None:
            self.check()

    def __exit__(self, _type: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None or self.failure is not None:
            return
        if isinstance(error, MatchFailed):  # of a copy of this match, for example in another world
            self.failure = error
            return
        self.failure = MatchFailed(f"{self._game_id} failed {self._when()}: {_cause(error, trace)}")
        self.failure.__cause__ = error
        if isinstance(error, Exception):
            raise self.failure
        # Whoever interrupts the rules, as Ctrl-C does, leaves a table that is half changed; what was raised goes on.

    @contextmanager
    def on_own(self, what: str, given: Any, kinds: Sequence[type], own: Callable[[], Iterator[Any]]) -> Iterator[None]:
        """Around code that is given something by whoever calls: only what is the match's own can fail it.

        Raises `UsageError` for what is not of the game, or, if the code raises, not among `own`.
        """
        self.check()
        if not isinstance(given, tuple(kinds)):
            raise UsageError(f"{_short(repr(given))} is no {what} of {self._game_id}")
        try:
            yield
        except Exception as error:
            if given in own():
                with self:
                    raise
            why = f"{type(error).__name__}: {error}"
            raise UsageError(f"{_short(repr(given))} is no {what} of this match ({_short(why)})") from error

    def _when(self) -> str:
        return f"in phase {self._table.phase!r}" if self._table.phase else "while the table was set up"


def _cause(error: BaseException, trace: TracebackType | None) -> str:
    """What was raised, and the line of code that raised it, without the folder that the code lies in."""
    what = _short(traceback.format_exception_only(error)[-1])
    frame, line = [*traceback.walk_tb(trace)][-1]
    return f"{what} ({frame.f_globals.get('__name__', '?')}, line {line})"


def _short(text: str) -> str:
    """A text of any length on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_CAUSE else f"{line[:LONGEST_CAUSE]}..."
