"""If the code of a game raises an exception, its match has failed: it cannot continue and has no result."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

from referee.errors import MatchFailed, UsageError
from referee.kernel.table import Table

if TYPE_CHECKING:
    from referee.kernel.game import Game

LONGEST_CAUSE = 300
KERNEL = "referee.kernel"

_OF_A_GAME = re.compile(r"the game .+ failed (at|in phase|while) ", re.DOTALL)


def is_cause_of_a_game(text: str) -> bool:
    """Whether a text is the message of a `MatchFailed`.

    Such a message may name hidden cards, so bots must not receive it.
    """
    return _OF_A_GAME.match(text) is not None


class Failing:
    """A context manager around every call of a game's own code: an exception there fails the match.

    Code that runs for every decision calls `check` and `fail` itself, because `try` costs nothing and `with` costs two
    calls.

    Attributes:
        failure: Why the match failed; None if it has not.
    """

    __slots__ = ("_game", "_table", "failure")

    def __init__(self, game: Game[Any], table: Table[Any]) -> None:
        self.failure: MatchFailed | None = None
        self._game = game
        self._table = table

    def check(self) -> None:
        """Raise `MatchFailed`, with the same cause as the first time, if the match has failed."""
        if self.failure is not None:
            raise MatchFailed(str(self.failure)) from self.failure.__cause__

    def __enter__(self) -> None:
        self.check()

    def __exit__(self, _type: object, error: BaseException | None, _trace: object) -> None:
        if error is not None:
            self.fail(error)

    def fail(self, error: BaseException) -> None:
        """Fail the match because its game's code raised `error`. Raises `MatchFailed` in its place.

        If this method returns, the caller must raise `error` itself.
        """
        if self.failure is not None:
            return
        if isinstance(error, MatchFailed):  # from a copy of this match, for example one with another deal
            self.failure = error
            return
        self.failure = MatchFailed(f"the game {self._game.id} failed {self._where(error)}")
        self.failure.__cause__ = error
        if isinstance(error, Exception):
            raise self.failure
        # An interrupt such as Ctrl-C leaves a half-changed table, so the match has failed; the interrupt itself
        # propagates.

    @contextmanager
    def on_own(self, what: str, given: Any, kinds: Sequence[type], own: Callable[[], Iterator[Any]]) -> Iterator[None]:
        """Guard game code that receives a value from the caller: only a value of this match can fail the match.

        Raises `UsageError` for a value of another type. If the code raises an exception, it also does so for a value
        that is not in `own`.
        """
        self.check()
        if not isinstance(given, tuple(kinds)):
            raise UsageError(f"invalid {what} of {self._game.id}: {_short(repr(given))}")
        try:
            yield
        except Exception as error:
            if given in own():
                with self:
                    raise
            why = f"{type(error).__name__}: {error}"
            raise UsageError(f"invalid {what} of this match: {_short(repr(given))} ({_short(why)})") from error

    def _where(self, error: BaseException) -> str:
        """The line of the game's own code, then the phase and the exception."""
        frames = [*traceback.walk_tb(error.__traceback__)]
        raised_in, line = frames[-1]
        own = _frame_of_the_game(frames, _package_of(self._game))
        place = f"at {_place(*own)} " if own else ""
        when = f"in phase {self._table.phase!r}" if self._table.phase else "while the table was set up"
        what = _short(traceback.format_exception_only(error)[-1])
        elsewhere = "" if own == frames[-1] else f" (raised in {_module(raised_in)}, line {line})"
        return f"{place}{when}: {what}{elsewhere}"


CodeFrame = tuple[FrameType, int]


def _frame_of_the_game(frames: Sequence[CodeFrame], package: str) -> CodeFrame | None:
    """The innermost frame of the game's package, or else the innermost one outside the kernel."""
    own = [frame for frame in frames if _is_in(_module(frame[0]), package)]
    others = [frame for frame in frames if not _is_in(_module(frame[0]), KERNEL)]
    return next(reversed(own or others), None)


def _package_of(game: Game[Any]) -> str:
    """The package of a game: the one that contains its `load_cards`."""
    return game.load_cards.__module__.rpartition(".")[0]


def _is_in(module: str, package: str) -> bool:
    return bool(package) and (module == package or module.startswith(f"{package}."))


def _place(frame: FrameType, line: int) -> str:
    """File and line, as in `lanterns/rules.py:42`, without the folder on this machine that contains the package."""
    *folders, _ = _module(frame).split(".")
    file = frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
    return "/".join([*folders, f"{file}:{line}"])


def _module(frame: FrameType) -> str:
    name: str = frame.f_globals.get("__name__", "?")
    return name


def _short(text: str) -> str:
    """The text on one line, truncated."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_CAUSE else f"{line[:LONGEST_CAUSE]}..."
