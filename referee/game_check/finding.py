"""The findings of checks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from msgspec import Struct

from referee.errors import RefereeError


class Judgement(StrEnum):
    """How a check ended."""

    FINE = "fine"
    WRONG = "wrong"
    LEFT_OUT = "left_out"


class Finding(Struct, frozen=True, kw_only=True):
    """The result of one check, in a line and optional details. `game` is empty for the package as a whole."""

    game: str
    check: str
    verdict: Judgement
    found: str
    details: tuple[str, ...] = ()


class Findings:
    """The findings so far about one game, or about the package.

    Attributes:
        game: The id of the game; empty for the package as a whole.
        made: The findings, in order.
    """

    def __init__(self, game: str = "") -> None:
        self.game = game
        self.made: list[Finding] = []

    def fine(self, check: str, found: str, *details: str) -> None:
        """Add a check that passed; `found` has the figures."""
        self._add(check, Judgement.FINE, found, details)

    def wrong(self, check: str, found: str, *details: str) -> None:
        """Add a check that failed."""
        self._add(check, Judgement.WRONG, found, details)

    def left_out(self, check: str, why: str) -> None:
        """Add a check that was not run."""
        self._add(check, Judgement.LEFT_OUT, why, ())

    @contextmanager
    def of(self, check: str) -> Iterator[None]:
        """Run a check in the block; a `RefereeError` in it becomes a failed check."""
        try:
            yield
        except RefereeError as error:
            self.wrong(check, str(error))

    def _add(self, check: str, verdict: Judgement, found: str, details: tuple[str, ...]) -> None:
        self.made.append(Finding(game=self.game, check=check, verdict=verdict, found=found, details=details))
