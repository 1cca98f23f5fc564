"""Draw those tables again that a damaged file has lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from tournament.formats.course import format_of, has_to_wait, next_draw, oldest_open_stage
from tournament.schedule.slots import Drawn, make_slots
from tournament.statistics.results import MatchResult
from tournament.storage.drawing import contest_of
from tournament.storage.rows import TournamentRow
from tournament.storage.salvaging import Salvaged, sound_records
from tournament.storage.summary import summary_of


def redrawn(path: Path, found: Salvaged) -> Salvaged:
    """Return what was found, together with the tables that can be drawn from the records where these are complete.

    After a decision about a match or the plan, tables may be based on results that no longer count. Then nothing is
    drawn, and the tables that were found are kept as they are.
    """
    tournament = found.tournament
    decided = any(note["kind"] != "close" for note in found.notes.get("decisions", {}).values())
    if decided or not format_of(tournament.plan).needs_results:
        return found
    stored = tournament.drawn
    while True:
        drawn = _drawn_from(found.tournament, stored, _results(path, found))
        if drawn == found.tournament.drawn:
            return found
        again = msgspec.structs.replace(found.tournament, drawn=drawn, drawing=not found.tournament.closed)
        found = msgspec.structs.replace(found, tournament=again)


def _drawn_from(
    tournament: TournamentRow, stored: Sequence[Drawn], results: Mapping[str, Sequence[MatchResult]]
) -> list[Drawn]:
    """Draw each stage again if all earlier results are complete; take the others as they were found."""
    drawn: list[Drawn] = []
    there = {result.match for block in results.values() for result in block}
    while True:
        now = msgspec.structs.replace(tournament, drawn=drawn)
        slots = make_slots(drawn, duplicate=tournament.duplicate)
        if has_to_wait(tournament.plan, now.stage, oldest_open_stage(slots, there)):
            further = [one for one in stored if one.stage == now.stage]
        else:
            further = [
                msgspec.structs.replace(one, stage=now.stage) for one in next_draw(contest_of(now, results)).drawn
            ]
        if not further:
            return drawn
        drawn += further


def _results(path: Path, found: Salvaged) -> dict[str, list[MatchResult]]:
    """Return the results of the intact records, by block and in match order."""
    by_match = {}
    for slot, _, record in sound_records(path, found, []):
        by_match[slot.number] = summary_of(slot, record).result
    results: dict[str, list[MatchResult]] = {}
    for _, result in sorted(by_match.items()):
        results.setdefault(result.block, []).append(result)
    return results
