"""Checks a stored tournament: its matches are those of plan and secret, its records sound, its ratings follow."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.errors import RecordError
from referee.kernel.replay import verify
from tournament.draw import job_of, slots_of
from tournament.ladder import Ladder
from tournament.plan import Plan
from tournament.reading import Archive, TournamentRow
from tournament.schedule import Slot
from tournament.store import rating_rows
from tournament.summary import MatchSummary, summary_of


class Verdict(Struct, frozen=True, kw_only=True):
    """What was checked, and what is wrong; nothing, if `faults` is empty.

    `commitment` is the hash of the secret from which every seed was derived: it must be the one told in the beginning.
    """

    commitment: str
    matches: int
    ratings: int
    faults: list[str]


def verify_archive(archive: Archive) -> Verdict:
    """Derives the seed of every match, runs its record again, and computes every rating again."""
    tournament = archive.tournament
    slots = slots_of(tournament.plan, duplicate=tournament.duplicate)
    by_id = {slot.match: slot for slot in slots}
    matches = list(archive.matches())
    faults: list[str] = []
    for match in matches:
        slot = by_id.get(match.match_id)
        if slot is None:
            faults.append(f"match {match.match_id}: the plan does not have it")
        else:
            faults += _faults_of_match(archive, tournament, slot, match)
    faults += _faults_of_ratings(archive, tournament.plan, slots)
    return Verdict(
        commitment=tournament.secret.commitment.hex(),
        matches=len(matches),
        ratings=len(archive.ratings()),
        faults=faults,
    )


def _faults_of_match(archive: Archive, tournament: TournamentRow, slot: Slot, match: MatchSummary) -> Iterator[str]:
    where = f"match {slot.match}"
    try:
        record = archive.record(slot.match)
        verify(record)
    except RecordError as error:
        yield f"{where}: {error}"
        return
    said, planned = record.header.job(), job_of(slot, tournament.plan, tournament.secret)
    if (said.name, said.game, said.bots, said.time_control) != (
        planned.name,
        planned.game,
        planned.bots,
        planned.time_control,
    ):
        yield f"{where}: its record is of another match than the plan's"
    elif (said.match_id, said.seed, said.salt) != (planned.match_id, planned.seed, planned.salt):
        yield f"{where}: its id, its seed or its salt does not follow from the tournament's secret"
    elif any(said.options[name] != value for name, value in planned.options.items()):
        yield f"{where}: its record has other options than the plan"
    elif summary_of(slot, record) != match:
        yield f"{where}: the stored result is not that of its record"


def _faults_of_ratings(archive: Archive, plan: Plan, slots: tuple[Slot, ...]) -> Iterator[str]:
    settings = plan.tournament
    anchors = {bot.name: bot.anchor for bot in plan.bots if bot.anchor is not None}
    ladder = Ladder(slots, start=settings.elo_start, k=settings.elo_k, anchors=anchors)
    right = list(rating_rows(ladder.add(archive.results())))
    stored = archive.ratings()
    if stored == right:
        return
    for said, computed in zip(stored, right, strict=False):
        if said != computed:
            yield f"rating of {said[1]} after match {said[0]}: stored {said[2]}, computed {computed[2]}"
            return
    yield f"{len(stored)} ratings are stored, but {len(right)} follow from the results"
