"""Round robin and gauntlet: the formats whose matches depend only on the plan."""

from __future__ import annotations

from tournament.formats.contract import Contest, ContestFormat, NextDraw
from tournament.plan.draw import drawn_by


def _draw(contest: Contest) -> NextDraw:
    """Return the deals of all plans that are not drawn yet."""
    drawn = drawn_by(contest.plans, duplicate=contest.duplicate)[len(contest.drawn) :]
    return NextDraw(drawn=drawn, over="" if drawn else "all matches of the plan are drawn")


FIXED = ContestFormat(draw=_draw, needs_results=False)
