"""The delay after which strangers see a match, if a referee lets anyone watch.

A stranger (a caller without a token) may be playing in another match. All seats of a match see what a spectator sees,
but another match may have the same cards. So strangers see a match only if the referee chose its seed
(`translate.has_drawn_seed`).
"""

from __future__ import annotations

import math
import re

import trio
from msgspec import Struct

from referee.durations import milliseconds
from referee.errors import UsageError
from referee.server.match.progress import Progress

MOST_STEPS = 1_000_000
_STEPS = re.compile(r"(\d{1,7})\s*steps?", re.ASCII)


class Delay(Struct, frozen=True):
    """A step is shown once `steps` further steps were made and `seconds` have passed, or once the match is over.

    Without either, it is shown only once the match is over.
    """

    steps: int | None = None
    seconds: float | None = None

    @property
    def _until_over(self) -> bool:
        return self.steps is None and self.seconds is None

    def shown_at(self, progress: Progress, step: int) -> float:
        """When a step may be shown, by trio's clock; infinity as long as that is not known.

        Steps count from 1; 0 is the beginning of the match.
        """
        if not progress.over.is_set() and (self._until_over or progress.step_count < step + (self.steps or 0)):
            return math.inf
        return -math.inf if self.seconds is None else progress.made_at(step) + self.seconds

    def end_shown_at(self, progress: Progress) -> float:
        """When the result may be shown, by trio's clock; infinity as long as that is not known."""
        if not progress.over.is_set():
            return math.inf
        return -math.inf if self.seconds is None else progress.over_at + self.seconds

    def shows_end(self, progress: Progress) -> bool:
        """Whether the result may be shown now."""
        return trio.current_time() >= self.end_shown_at(progress)


LIVE = Delay(steps=0, seconds=0.0)
UNTIL_OVER = Delay()


def read_delay(text: str) -> Delay:
    """Read "end", "20 steps" or a duration. Raises `UsageError` for anything else."""
    if text.strip() == "end":
        return UNTIL_OVER
    found = _STEPS.fullmatch(text.strip())
    if found is not None and int(found[1]) <= MOST_STEPS:
        return Delay(steps=int(found[1]))
    try:
        return Delay(seconds=milliseconds(text) / 1000)
    except UsageError:
        raise UsageError(
            f"invalid delay {text!r}: use 'end' for the end of the match, a number of steps up to {MOST_STEPS}, "
            "e.g. 20steps, or a duration, e.g. 30s or 5m"
        ) from None
