"""When a tournament ends early, how close it is to that, and what this means for the intervals."""

from __future__ import annotations

from math import sqrt

import numpy as np
from msgspec import Struct

from referee.counts import counted
from tournament.plan.stop_texts import conclusion_text, rule_text, state_text
from tournament.statistics.fit import ELO_PER_UNIT, Fit
from tournament.statistics.settled import limit
from tournament.statistics.sprt import SprtRule, SprtState
from tournament.statistics.stopping import StopState
from tournament.storage.archive import Archive
from tournament.storage.closing import early_end_of
from tournament.storage.rows import TournamentRow

RISK = 0.05
"""The maximum probability that the interval that is valid at all times does not contain the difference."""


class StopFacts(Struct, frozen=True, kw_only=True):
    """When the tournament ends early, and how close it is to that.

    `rule` and `conclusion` are for people; the conclusion is empty while nothing is decided. `low` and `high` are the
    ends of an interval for the difference of the two bots of a sequential test, in Elo; it is valid at all times
    together.
    """

    rule: str
    state: StopState
    conclusion: str
    low: float | None = None
    high: float | None = None


def stop_facts(archive: Archive, tournament: TournamentRow, fit: Fit) -> StopFacts | None:
    """Return how close the end of a tournament is; None if its plan has no rule for an early end."""
    if tournament.plan.stop.sprt is None and tournament.plan.stop.settled is None:
        return None
    end = early_end_of(archive, tournament, tournament.slots(archive.fixed()))
    if end is None:
        return None
    end.judge()
    rule, state = end.rule, end.state
    low, high = interval_at_all_times(fit, rule.bot, rule.other) if isinstance(rule, SprtRule) else (None, None)
    return StopFacts(rule=rule_text(rule), state=state, conclusion=conclusion_text(rule, state), low=low, high=high)


def interval_at_all_times(fit: Fit, bot: str, other: str) -> tuple[float, float] | tuple[None, None]:
    """Return an interval for the difference of two ratings that is valid however often you look; None without a rating.

    It is the confidence sequence of `tournament.statistics.settled`.
    """
    for pair in fit.superiority:
        if (pair.bot, pair.other) == (bot, other) and pair.error:
            width = pair.error * sqrt(float(limit(np.array((pair.error / ELO_PER_UNIT) ** 2), RISK)))
            return pair.difference - width, pair.difference + width
    return None, None


def stop_lines(stop: StopFacts | None) -> list[str]:
    """Return lines for people; none if the plan does not say when the tournament ends early."""
    if stop is None:
        return []
    lines = [f"Ends early: {stop.rule}."]
    lines += [f"{state_text(stop.state)} after {counted(stop.state.blocks, 'deal')}: {stop.conclusion or 'undecided'}."]
    if isinstance(stop.state, SprtState):
        lines += _of_test(stop, stop.state)
    return lines


def _of_test(stop: StopFacts, state: SprtState) -> list[str]:
    shares = ", ".join(f"{100 * share:.0f} % {deals}" for share, deals in state.counts.items())
    lines = [f"Deals by the share of the points: {shares}."] if shares else []
    if stop.low is not None and stop.high is not None:
        lines.append(
            f"Difference of the two bots: {stop.low:.0f} to {stop.high:.0f} Elo. This 95 % interval is valid whenever "
            f"a tournament ends. The other intervals contain the true value less often if the tournament ends when "
            f"the test is decided."
        )
    return lines
