"""How much later than the table strangers see a match, where a referee lets everybody look.

Who plays can be a stranger too. What all at the table see is no secret among them, but another match may have the same
cards: so strangers see a match only if the referee drew its seed (`translate.has_drawn_seed`).
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
    """A step is shown when so many more were made and so many seconds have passed, or when the match is over.

    With both left out it is shown only when the match is over.
    """

    steps: int | None = None
    seconds: float | None = None

    @property
    def _until_over(self) -> bool:
        return self.steps is None and self.seconds is None

    def shown_at(self, progress: Progress, step: int) -> float:
        """When a step may be shown, by trio's clock; at no time, as long as nobody knows.

        The steps count from 1, and 0 is the beginning.
        """
        if not progress.over.is_set() and (self._until_over or progress.step_count < step + (self.steps or 0)):
            return math.inf
        return -math.inf if self.seconds is None else progress.made_at(step) + self.seconds

    def end_shown_at(self, progress: Progress) -> float:
        """When the result may be shown, likewise."""
        if not progress.over.is_set():
            return math.inf
        return -math.inf if self.seconds is None else progress.over_at + self.seconds

    def shows_end(self, progress: Progress) -> bool:
        """Whether the result may be shown now."""
        return trio.current_time() >= self.end_shown_at(progress)


LIVE = Delay(steps=0, seconds=0.0)
UNTIL_OVER = Delay()


def read_delay(text: str) -> Delay:
    """Reads "end", "20 steps" or a span of time. Raises `UsageError` for anything else."""
    if text.strip() == "end":
        return UNTIL_OVER
    found = _STEPS.fullmatch(text.strip())
    if found is not None and int(found[1]) <= MOST_STEPS:
        return Delay(steps=int(found[1]))
    try:
        return Delay(seconds=milliseconds(text) / 1000)
    except UsageError:
        raise UsageError(
            f"{text!r} is no delay; right are end (of the match), 20steps (at most {MOST_STEPS}), or a span of time "
            "as 30s, 5m"
        ) from None
