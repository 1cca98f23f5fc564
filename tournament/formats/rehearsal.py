"""Finds out how many matches a contest will have, by simulating it with invented results."""

from __future__ import annotations

from math import ceil, comb

import msgspec

from tournament.formats.contract import Contest
from tournament.formats.course import format_of, next_draw
from tournament.formats.tables import seeds_of
from tournament.plan.draw import slots_of
from tournament.plan.format_section import Format
from tournament.plan.plan import Plan
from tournament.schedule.slots import Slot, make_slots
from tournament.statistics.results import MatchResult

OF_ENDLESS = 1000
"""How many matches of an endless contest are expected."""


def expected_slots(plan: Plan, *, duplicate: bool) -> tuple[Slot, ...]:
    """Return the slots that a contest has if the better seed wins every match and no bot comes or goes.

    Of a ladder, whose tables depend on every result, these are as many slots of a round robin.
    """
    if plan.format.kind == "ladder":
        return _of_ladder(plan, duplicate=duplicate)
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


def _of_ladder(plan: Plan, *, duplicate: bool) -> tuple[Slot, ...]:
    seats = plan.tournament.seats
    matches = OF_ENDLESS if plan.format.matches == "endless" else plan.format.matches
    tables = min(comb(len(plan.bots), seats), Format().tables)
    deals = ceil(matches / tables / (seats if duplicate else 1))
    even = msgspec.structs.replace(plan, format=Format(tables=tables, deals=deals))
    return slots_of(even, duplicate=duplicate)[:matches]
