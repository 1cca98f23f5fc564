"""Finds out how many matches a contest will have, by simulating it with invented results."""

from __future__ import annotations

import msgspec

from tournament.formats.contract import Contest
from tournament.formats.course import format_of, next_draw
from tournament.formats.tables import seeds_of
from tournament.plan.plan import Plan
from tournament.schedule.slots import Slot, make_slots
from tournament.statistics.results import MatchResult


def expected_slots(plan: Plan, *, duplicate: bool) -> tuple[Slot, ...]:
    """Return the slots that a contest has if the better seed wins every match and no bot comes or goes."""
    contest = Contest(plans=[plan], duplicate=duplicate)
    place = {bot: number for number, bot in enumerate(seeds_of(contest))}
    results: dict[str, list[MatchResult]] = {}
    slots: tuple[Slot, ...] = ()
    while drawn := next_draw(contest).drawn:
        added = make_slots(drawn, duplicate=duplicate, first=len(slots))
        slots += added
        for slot in added:
            ranks = [place[bot] for bot in slot.bots]
            places = tuple(1 + sorted(ranks).index(rank) for rank in ranks)
            result = MatchResult(match=slot.match, number=slot.number, block=slot.block, bots=slot.bots, places=places)
            results.setdefault(slot.block, []).append(result)
        contest = msgspec.structs.replace(contest, drawn=[*contest.drawn, *drawn], results=results)
        if not format_of(plan).needs_results:
            break
    return slots
