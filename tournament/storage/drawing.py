"""For formats that need results, what they draw is stored when it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from tournament.errors import DamagedError
from tournament.formats.contract import Contest, NextDraw
from tournament.formats.course import format_of, has_to_wait, next_draw, oldest_open_stage
from tournament.schedule.slots import Slot, make_slots
from tournament.statistics.results import MatchResult
from tournament.storage.archive import Archive
from tournament.storage.faults import UNREADABLE
from tournament.storage.rows import TournamentRow


def results_by_block(archive: Archive) -> dict[str, list[MatchResult]]:
    """Return the results that a format sees, by block and in match order."""
    found: dict[str, list[MatchResult]] = {}
    for match in archive.matches_for_format():
        found.setdefault(match.block, []).append(match.result)
    return found


def contest_of(tournament: TournamentRow, results: Mapping[str, Sequence[MatchResult]]) -> Contest:
    """Return what a format may look at."""
    return Contest(plans=tournament.plans, duplicate=tournament.duplicate, drawn=tournament.drawn, results=results)


def draws_more(archive: Archive, tournament: TournamentRow) -> bool:
    """Whether a format draws more tables now that everything that was drawn has been played."""
    if not format_of(tournament.plan).needs_results or tournament.closed:
        return False
    return bool(next_draw(contest_of(tournament, results_by_block(archive))).drawn)


def is_drawn_next(tournament: TournamentRow, stored: Iterable[str]) -> bool:
    """Whether the next stage can be drawn now."""
    if not tournament.drawing:
        return False
    there = set(stored)
    return not has_to_wait(tournament.plan, tournament.stage, oldest_open_stage(tournament.slots(there), there))


def with_draw(tournament: TournamentRow, answer: NextDraw) -> tuple[TournamentRow, tuple[Slot, ...]]:
    """Return a tournament with another stage and the slots of that stage, or one whose matches have all been drawn."""
    edition, stage = len(tournament.history), tournament.stage
    further = [msgspec.structs.replace(one, edition=edition, stage=stage) for one in answer.drawn]
    numbered = sum(len(one.bots) if tournament.duplicate else 1 for one in tournament.drawn)
    slots = make_slots(further, duplicate=tournament.duplicate, first=numbered)
    changed = {"drawn": [*tournament.drawn, *further], "drawing": bool(further)}
    return msgspec.structs.replace(tournament, matches=tournament.matches + len(slots), **changed), slots


def faults_of_drawn(archive: Archive, tournament: TournamentRow) -> Iterator[str]:
    """Yield which tables differ from those that the format draws from the earlier results.

    After a decision about a match, nothing is checked: what was drawn earlier stays, although it may be based on
    results that are different now. The same holds after a withdrawn bot has come back.
    """
    if not format_of(tournament.plan).needs_results:
        yield from ["the table tournament: drawing is True, but the format has drawn everything"] * tournament.drawing
        return
    try:
        kinds = {decision.kind for decision in archive.decisions()}
        decided = not kinds.issubset({"close", "plan"}) or _has_come_back(tournament)
        contest = contest_of(tournament, results_by_block(archive))
    except (DamagedError, *UNREADABLE):
        return  # the fault is reported with those of other entries
    drawn = 0
    while drawn < len(tournament.drawn) and not decided:
        plans = contest.plans[: contest.drawn[drawn].edition + 1]
        asked = msgspec.structs.replace(contest, plans=plans, drawn=contest.drawn[:drawn])
        stored = [one for one in contest.drawn if one.stage == asked.stage]
        computed = next_draw(asked).drawn
        if [(one.block, one.bots) for one in computed] != [(one.block, one.bots) for one in stored]:
            yield f"stage {asked.stage + 1}: the tables are not those that the format draws from the earlier results"
            return
        drawn += len(stored)
    if not (decided or "plan" in kinds or tournament.drawing or tournament.closed):
        oldest_open = oldest_open_stage(tournament.all_slots(), {*archive.fixed()})
        waits = has_to_wait(tournament.plan, tournament.stage, oldest_open)
        is_over = not waits and not next_draw(contest).drawn
        yield from [] if is_over else ["the table tournament: drawing is False, but the format draws more tables"]


def _has_come_back(tournament: TournamentRow) -> bool:
    """Whether a bot plays in a plan and was withdrawn in an earlier one."""
    gone: set[str] = set()
    for plan in tournament.plans:
        if any(bot.name in gone for bot in plan.playing):
            return True
        gone |= {bot.name for bot in plan.bots if bot.withdrawn}
    return False
