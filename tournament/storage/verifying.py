"""Verify a stored tournament: its matches belong to plan and secret, its records are intact, its ratings are right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from referee.counts import counted
from referee.errors import MatchFailed, RefereeError
from referee.kernel.record import Record
from referee.kernel.replay import verify
from tournament.errors import DamagedError
from tournament.plan.identity import differences
from tournament.plan.plan import Plan
from tournament.schedule.slots import Slot
from tournament.storage.accepting import columns_of, columns_of_bot
from tournament.storage.archive import Archive
from tournament.storage.closing import faults_of_stop
from tournament.storage.drawing import faults_of_drawn
from tournament.storage.elo_rows import ladder_of, rating_rows
from tournament.storage.faults import UNREADABLE
from tournament.storage.rows import DecisionRow, TournamentRow
from tournament.storage.summary import MatchSummary, summary_of, unpack


class Verification(Struct, frozen=True, kw_only=True):
    """What was checked, and what is wrong: nothing if `faults` is empty. `damaged` lists the matches to play again.

    `commitment` is the hash of the secret from which every seed was derived; it must be the one published at the
    start. `begun_again` says for each match how often it was started again after the first time. `total` is how many
    matches the tournament has, and `closed` whether it was ended before the whole plan was played. `decisions` is the
    log of what the organiser decided. `drawing` says that the format may still draw further matches.
    """

    commitment: str
    matches: int
    ratings: int
    faults: list[str]
    damaged: list[str]
    begun_again: dict[str, int]
    total: int
    closed: bool
    decisions: list[DecisionRow]
    drawing: bool = False

    @property
    def is_over(self) -> bool:
        """Whether no match is left to play."""
        return self.closed or (not self.drawing and self.matches >= self.total)


def verify_archive(archive: Archive) -> Verification:
    """Derive the seed of every match, replay its record, recompute every rating, and read all other rows.

    Raises `DamagedError` if plan or secret cannot be read.
    """
    tournament = archive.tournament
    stored = _stored_in(archive)
    slots = tournament.slots(stored or ())
    by_name = {slot.match: slot for slot in slots}
    faults: list[str] = []
    damaged: list[str] = []
    stored = [slot.match for slot in slots] if stored is None else stored
    begun = _if_readable(archive.begun)
    for name in stored:
        slot = by_name.get(name)
        found = ["the plan has no such match"] if slot is None else faults_of_match(archive, tournament, slot, begun)
        faults += [f"match {name}: {fault}" for fault in found]
        damaged += [name] if found else []
    faults += _faults_of_file(archive)
    faults += _faults_of_plan(archive, tournament, slots)
    faults += _faults_of_notes(archive)
    faults += _faults_of_replaced(archive, tournament)
    faults += _faults_of_ratings(archive, tournament, slots)
    faults += [] if damaged else [*faults_of_drawn(archive, tournament), *faults_of_stop(archive, tournament, slots)]
    return Verification(
        commitment=tournament.secret.commitment.hex(),
        matches=len(stored),
        ratings=_count_ratings(archive),
        faults=faults,
        damaged=damaged,
        begun_again=_if_readable(archive.begun_again),
        total=tournament.matches,
        closed=tournament.closed,
        decisions=_decisions_of(archive),
        drawing=tournament.drawing,
    )


def _stored_in(archive: Archive) -> list[str] | None:
    """List the stored matches by name; None if their table cannot be read as a whole."""
    try:
        return archive.fixed()
    except UNREADABLE:
        return None


def _decisions_of(archive: Archive) -> list[DecisionRow]:
    try:
        return archive.decisions()
    except (DamagedError, *UNREADABLE):
        return []  # the fault is reported with those of other entries


def faults_of_match(archive: Archive, tournament: TournamentRow, slot: Slot, begun: Mapping[str, int]) -> list[str]:
    """List what is wrong with a match; nothing if it is not stored. `begun` says how often each match was started."""
    try:
        match = archive.match(slot.match)
        if match is None:
            return []
        record = archive.record(slot.match)
        told_id = archive.told_id(slot.match)
        edition = archive.edition_of(slot.match)
        verify(record)
    except UNREADABLE as error:
        return [f"it cannot be read: {error}"]
    except MatchFailed:  # a defect of the rules, which says nothing about the record, so nothing may be repaired
        raise
    except RefereeError as error:
        return [str(error)]
    other = other_match(tournament, slot, edition, record)
    if not other and (_as_counted(summary_of(slot, record), match), record.header.match_id) != (match, told_id):
        return ["the stored result does not agree with its record"]
    attempt = record.header.attempt
    if not other and attempt and begun.get(slot.match, 0) <= attempt:
        times = counted(begun.get(slot.match, 0), "time")
        return [f"its record is of attempt {attempt}, but according to the list of starts it was started only {times}"]
    return [other] if other else []


def _as_counted(computed: MatchSummary, stored: MatchSummary) -> MatchSummary:
    """Return `computed` with the code, which no record contains, and without counts that old versions did not store."""
    pairs = zip(computed.seats, stored.seats, strict=True)
    seats = [
        msgspec.structs.replace(seat, code=old.code, defaults=None if old.defaults is None else seat.defaults)
        for seat, old in pairs
    ]
    return msgspec.structs.replace(computed, seats=tuple(seats))


def other_match(tournament: TournamentRow, slot: Slot, edition: int, record: Record) -> str:
    """Return how an intact record differs from the match that plan and secret define; empty if it does not.

    `edition` is the number of the plan under which the match was played.
    """
    if not slot.edition <= edition < len(tournament.editions):
        return f"it was played under the plan with the number {edition}, which had no such match"
    said = record.header.job()
    planned = tournament.job(slot, edition, said.attempt)
    if (said.name, said.game_id, said.bots, said.time_control) != (
        planned.name,
        planned.game_id,
        planned.bots,
        planned.time_control,
    ):
        return "its record belongs to another match than the plan's"
    if (said.match_id, said.seed, said.salt) != (planned.match_id, planned.seed, planned.salt):
        return "its id, its seed or its salt does not follow from the tournament's secret"
    if said.attempt and not tournament.deals_anew(edition):
        return f"it is attempt {said.attempt} with other cards, but in this tournament all attempts have the same cards"
    if record.header.card_set_digest != tournament.editions[edition].plan.card_set_digest:
        return "its record has other cards than the plan"
    if any(said.options[name] != value for name, value in planned.options.items()):
        return "its record has other options than the plan"
    return ""


def _if_readable(read: Callable[[], dict[str, int]]) -> dict[str, int]:
    try:
        return read()
    except DamagedError:
        return {}  # the fault is reported with those of other entries


def _faults_of_plan(archive: Archive, tournament: TournamentRow, slots: Sequence[Slot]) -> Iterator[str]:
    """Yield what is stored in a row but contradicts the plan."""
    plan = tournament.plan
    try:
        if tournament.closed != any(decision.kind == "close" for decision in archive.decisions()):
            yield f"the table tournament: closed is {tournament.closed}, but the log of decisions says otherwise"
        archive.bots()
        yield from (
            f"the table {table}: {column} is {row[column]!r}, but according to the plan it is {value!r}"
            for table, rows in _planned(plan, slots).items()
            for row, columns in zip(archive.rows(table), rows, strict=True)
            for column, value in columns.items()
            if row[column] != value
        )
    except (DamagedError, *UNREADABLE) as error:
        yield str(error)
    yield from (
        f"the identity of the tournament differs from that of its plan: {one}"
        for one in differences(tournament.identity, plan, kept=True)
    )


def _planned(plan: Plan, slots: Sequence[Slot]) -> dict[str, list[dict[str, object]]]:
    """Return the columns of rows that the plan determines, by table."""
    return {"tournament": [columns_of(plan, len(slots))], "bots": [columns_of_bot(plan, bot) for bot in plan.bots]}


def _faults_of_notes(archive: Archive) -> Iterator[str]:
    """Yield what else cannot be read.

    Such rows do not affect results, but programs that show the tournament read them.
    """
    readers = (archive.processes, archive.used, archive.voids, archive.begun, archive.last_ratings, archive.decisions)
    for read in readers:
        try:
            read()
        except (DamagedError, *UNREADABLE) as error:
            yield str(error)


def _faults_of_replaced(archive: Archive, tournament: TournamentRow) -> Iterator[str]:
    """Yield what is wrong with the records that the log keeps of matches that were played again."""
    try:
        replaced = archive.replaced()
        by_name = {slot.match: slot for slot in tournament.all_slots()} if replaced else {}
        for decision, packed in replaced:
            slot, record = by_name.get(decision.match), unpack(packed)
            verify(record)
            if slot is None or edition_of(tournament, slot, record) is None:
                yield f"the log of decisions: its record of {decision.match} belongs to no match of the tournament"
    except MatchFailed:  # a defect of the rules, as above
        raise
    except (DamagedError, RefereeError, *UNREADABLE) as error:
        yield f"the log of decisions: {error}"


def edition_of(tournament: TournamentRow, slot: Slot, record: Record) -> int | None:
    """Return the number of the first plan under which a record belongs to this match; None if there is none."""
    editions = range(slot.edition, len(tournament.editions))
    return next((number for number in editions if not other_match(tournament, slot, number, record)), None)


def ratings_of(
    archive: Archive, tournament: TournamentRow, slots: Sequence[Slot]
) -> list[tuple[int, str, float, float]]:
    """Return the ratings that are computed from the stored results."""
    return list(rating_rows(ladder_of(tournament, slots).add(archive.results())))


def _faults_of_file(archive: Archive) -> Iterator[str]:
    """Yield what SQLite finds wrong with the file as a whole, and leftovers of matches that are not stored."""
    stray = "SELECT DISTINCT match FROM {} WHERE match NOT IN (SELECT match FROM matches) LIMIT 20"
    try:
        found = [str(text) for (text,) in archive.db.execute("PRAGMA integrity_check(20)")]
        yield from (f"the file: {fault}" for fault in found if found != ["ok"])
        for table in ("seats", "records"):
            for (match,) in archive.db.execute(stray.format(table)):
                yield f"the file: the table {table} has rows of match {match}, which is not stored"
    except UNREADABLE as error:
        yield f"the file: {error}"


def _count_ratings(archive: Archive) -> int:
    try:
        return len(archive.ratings())
    except (DamagedError, *UNREADABLE):
        return 0


def _faults_of_ratings(archive: Archive, tournament: TournamentRow, slots: Sequence[Slot]) -> Iterator[str]:
    try:
        right = ratings_of(archive, tournament, slots)
        stored = archive.ratings()
    except (*UNREADABLE, RefereeError) as error:
        yield f"the ratings cannot be computed: {error}"
        return
    if stored == right:
        return
    for said, computed in zip(stored, right, strict=False):
        if said != computed:
            yield f"rating of {said[1]} after match {said[0]}: stored {said[2]}, computed {computed[2]}"
            return
    yield f"the database has {counted(len(stored), 'rating')}, but the results give {len(right)}"
