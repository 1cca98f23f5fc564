"""The ladder as a table, with arrows for the bots that have risen and fallen."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.counts import counted
from tournament.formats.batches import known_about
from tournament.formats.contract import Contest
from tournament.formats.showing import FormatTable

SPAN = 10
"""How many batches before the newest one an earlier place is looked up."""

STRENGTH = (
    "Strength: in Elo above the average of the ladder. It decides the places. A bot with few matches is assumed to be "
    "near the average, unlike in the ratings."
)


def ladder_tables(contest: Contest) -> list[FormatTable]:
    """Return the ladder, best first."""
    if not contest.drawn:
        return []
    strengths, before = _strengths(contest), _places_before(contest)
    matches = dict.fromkeys(strengths, 0)
    for result in (result for block in contest.results.values() for result in block):
        for bot in result.bots:
            matches[bot] = matches.get(bot, 0) + 1
    rows = [
        [str(place), _move(bot, place, before), bot, f"{strength:+.0f}", str(matches[bot])]
        for place, (bot, strength) in enumerate(strengths.items(), start=1)
    ]
    deals = counted(len(contest.drawn), "deal")
    notes = [STRENGTH]
    if before:
        earlier = f"than {counted(SPAN, 'batch', 'batches')} ago"
        notes.append(f"▲2: two places higher {earlier}; ▼1: one place lower; new: it had no result then.")
    return [
        FormatTable(
            title=f"Ladder after {deals}",
            heads=["", "", "bot", "strength", "matches"],
            rows=rows,
            numbers=[0, 3, 4],
            notes=notes,
        )
    ]


def _strengths(contest: Contest) -> dict[str, float]:
    """Return the strengths of the bots that play, best first, in Elo above their average."""
    from tournament.statistics.fit import ELO_PER_UNIT  # noqa: PLC0415 - numpy loads slowly

    fitted = known_about(contest).strengths
    numbers = {bot.name: number for number, bot in enumerate(contest.plan.bots)}
    found = {bot.name: ELO_PER_UNIT * float(fitted[numbers[bot.name]]) for bot in contest.plan.playing}
    mean = sum(found.values()) / max(len(found), 1)
    return {bot: found[bot] - mean for bot in sorted(found, key=lambda bot: -found[bot])}


def _places_before(contest: Contest) -> Mapping[str, int]:
    """Return the places as they were some batches ago, of the bots that had results; empty if that is too long ago."""
    drawn = [one for one in contest.drawn if one.stage < contest.stage - SPAN]
    results = {one.block: contest.results[one.block] for one in drawn if one.block in contest.results}
    if not results:
        return {}
    plans = contest.plans[: drawn[-1].edition + 1]
    there = {bot for block in results.values() for result in block for bot in result.bots}
    then = _strengths(msgspec.structs.replace(contest, plans=plans, drawn=drawn, results=results))
    return {bot: place for place, bot in enumerate(then, start=1) if bot in there}


def _move(bot: str, place: int, before: Mapping[str, int]) -> str:
    """Return by how many places a bot has risen or fallen."""
    if not before:
        return ""
    if bot not in before:
        return "new"
    risen = before[bot] - place
    return f"▲{risen}" if risen > 0 else f"▼{-risen}" if risen < 0 else ""
