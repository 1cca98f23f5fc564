"""The course of a contest: asks the format of a plan what comes next, or finds that it has to wait."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from referee.counts import counted
from tournament.formats.adaptive import ADAPTIVE
from tournament.formats.contract import Contest, ContestFormat, NextDraw
from tournament.formats.fixed import FIXED
from tournament.formats.groups import groups_format
from tournament.formats.knockout import draw_ties
from tournament.formats.knockout_showing import knockout_tables
from tournament.formats.ladder import LADDER
from tournament.formats.showing import FormatTable
from tournament.formats.swiss import SWISS
from tournament.plan.plan import Plan
from tournament.schedule.slots import Drawn, Slot

KNOCKOUT = ContestFormat(draw=draw_ties, show=knockout_tables)

FORMATS: dict[str, ContestFormat] = {
    "round-robin": FIXED,
    "gauntlet": FIXED,
    "swiss": SWISS,
    "knockout": KNOCKOUT,
    "ladder": LADDER,
}
"""The format of each kind."""

FORMATS["groups"] = groups_format(FORMATS)


def format_of(plan: Plan) -> ContestFormat:
    """Return the format of a plan."""
    return ADAPTIVE if plan.format.schedule == "adaptive" else FORMATS[plan.format.kind]


def drawn_without_results(plans: Sequence[Plan], *, duplicate: bool) -> Sequence[Drawn]:
    """Return what is drawn before the first match: everything, if the matches depend only on the plans."""
    return format_of(plans[-1]).draw(Contest(plans=plans, duplicate=duplicate)).drawn


def has_to_wait(plan: Plan, stage: int, oldest_open: int | None) -> bool:
    """Whether a stage cannot be drawn yet, because it needs results of stages with matches that are still to be played.

    `oldest_open` is the first stage with such matches, if there is one.
    """
    return oldest_open is not None and oldest_open <= stage - format_of(plan).window


def oldest_open_stage(slots: Iterable[Slot], stored: Collection[str]) -> int | None:
    """Return the first stage with matches that are not stored; `slots` are those that are stored or to be played."""
    return min((slot.stage for slot in slots if slot.match not in stored), default=None)


def next_draw(contest: Contest) -> NextDraw:
    """Return the next stage of a contest whose format does not have to wait, or say that the contest is over."""
    format_ = format_of(contest.plan)
    known = contest.stage - format_.window
    results = {
        drawn.block: contest.results[drawn.block]
        for drawn in contest.drawn
        if drawn.stage <= known and drawn.block in contest.results
    }
    return format_.draw(msgspec.structs.replace(contest, results=results))


def shown_by_format(contest: Contest) -> list[FormatTable]:
    """Return what people expect to see of a contest."""
    return format_of(contest.plan).show(contest)


def drawn_text(plan: Plan, answer: NextDraw) -> str:
    """Return what was drawn; empty if there are too many draws to report each."""
    if not answer.drawn:
        return f"nothing is left to draw: {answer.over}"
    if format_of(plan).many_stages:
        return ""
    return f"drawn: {answer.title}, {counted(len({one.table for one in answer.drawn}), 'table')}"
