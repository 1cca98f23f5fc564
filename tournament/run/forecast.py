"""Forecast how long a tournament takes, from one match of each bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean

from tournament.engines.engine import capacity_of, played_at_once
from tournament.plan.plan import Plan
from tournament.run.checking import Tryout
from tournament.schedule.slots import Slot

REFEREE_MS = 0.25
"""The time that a step takes in addition to the bots' time."""


def matches_at_once(plan: Plan) -> int:
    """Return how many matches the forecast assumes to run at once."""
    return played_at_once(plan, capacity_of(plan))


def forecast_s(slots: Sequence[Slot], plan: Plan, tryouts: Iterable[Tryout]) -> float | None:
    """Return the expected duration of all matches in seconds; None if no bot was tried out successfully.

    A match is expected to take as long as its bots think, one after the other. Bots that dial in are expected to think
    as long as the others on average.
    """
    tried = {tryout.bot: tryout for tryout in tryouts if tryout.played and not tryout.fault}
    if not tried:
        return None
    start_ms = fmean(one.start_ms for one in tried.values()) if plan.run.processes == "fresh" else 0.0
    of_a_match = REFEREE_MS * fmean(one.steps for one in tried.values()) + start_ms
    of_others = fmean(one.total_ms for one in tried.values())
    seats = Counter(bot for slot in slots for bot in slot.bots)
    thinking = sum(count * (tried[bot].total_ms if bot in tried else of_others) for bot, count in seats.items())
    return (thinking + of_a_match * len(slots)) / 1000 / matches_at_once(plan)
