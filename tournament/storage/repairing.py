"""Makes a damaged database sound again. A record proves itself: all that is stored of its match follows from it.

So a match is kept if its record is sound, wherever in the file that is found; others are forgotten and played again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from msgspec import Struct

from referee.errors import MatchFailed, RecordError, RefereeError
from referee.files import plain
from referee.kernel.record import Record
from referee.kernel.replay import verify
from tournament.errors import DamagedError, UserError
from tournament.plan.draw import slots_of
from tournament.plan.plan import Plan
from tournament.schedule.slots import Slot
from tournament.storage.archive import Archive, open_archive
from tournament.storage.database import Database
from tournament.storage.faults import HOPELESS, UNREADABLE, plainly
from tournament.storage.lock import locked
from tournament.storage.migrations import migrate
from tournament.storage.rows import TournamentRow
from tournament.storage.summary import finished, rows_of, summary_of
from tournament.storage.verifying import (
    faults_of_plan,
    other_match,
    planned,
    ratings_of,
    stored_in,
)

OF_A_MATCH = ("matches", "seats", "records")
COMPUTED = ("ratings", "_sqlite_migrations")
NEEDED = ("tournament", "bots")
_OTHERS = {*OF_A_MATCH, *COMPUTED, *NEEDED}


class Repaired(Struct, frozen=True, kw_only=True):
    """What was done: how many matches were kept, which were forgotten, and where the damaged file lies now.

    `restored` are those that were kept although something besides their record was damaged. `lost_notes` says how many
    notes about processes and void matches could not be read; they decide nothing. `was_complete` says whether all
    matches were played: then the secret was there for everybody to see.
    """

    kept: int
    forgotten: list[str]
    lost_notes: int
    was_complete: bool
    damaged_file: str
    restored: list[str]


def repair(path: Path) -> Repaired | None:
    """Repairs the database of a tournament; None if there is nothing to repair.

    The file is copied aside first. Its new contents take its place in one step, when they are whole.

    Raises `UserError` if a runner is using it, if its plan or its bots can not be read, or if the disk takes nothing.
    """
    with locked(path):
        try:
            return _repair(path)
        except OSError as error:
            raise UserError(plain(OSError(error.errno, error.strerror), path)) from None


def _repair(path: Path) -> Repaired | None:
    fresh = path.with_name(path.name + ".part")
    fresh.unlink(missing_ok=True)
    with open_archive(path, HOPELESS) as archive:
        tournament = _tournament(path, archive)
        slots = slots_of(tournament.plan, duplicate=tournament.duplicate)
        stored = stored_in(archive, slots)
        places = _places(archive, slots)
        sound, restored = _sound(path, archive, tournament, slots, places)
        forgotten = [name for name in stored if name not in sound and _has(archive, name)]
        if not (forgotten or restored) and _is_whole(archive, tournament.plan, slots):
            return None
        with plainly(fresh):
            lost = _write(fresh, path, archive, tournament.plan, slots, sound)
    damaged_file = _copy_aside(path)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)  # they are of the damaged file
    fresh.replace(path)
    return Repaired(
        kept=len(sound),
        forgotten=forgotten,
        lost_notes=lost,
        was_complete={*stored, *sound} >= {slot.match for slot in slots},
        damaged_file=str(damaged_file),
        restored=restored,
    )


def _tournament(path: Path, archive: Archive) -> TournamentRow:
    try:
        archive.bots()
        tournament = archive.tournament
    except (DamagedError, *UNREADABLE):
        raise _hopeless(path, "its plan, its secret or its bots can not be read") from None
    return tournament


def _hopeless(path: Path, why: str) -> UserError:
    return UserError(f"{path}: {why}; {HOPELESS}")


def _places(archive: Archive, slots: Sequence[Slot]) -> dict[str, int]:
    """Where the record of each match lies. The table is read from both its ends, and its index asked: each may fail."""
    places: dict[str, int] = {}
    for backwards in (False, True):
        with suppress(*UNREADABLE):
            for match, place in archive.places_of_records(backwards=backwards):
                places.setdefault(match, place)
    for slot in slots:
        with suppress(*UNREADABLE):
            found = archive.place_of_record(slot.match)
            if found is not None:
                places.setdefault(slot.match, found)
    return places


def _sound(
    path: Path, archive: Archive, tournament: TournamentRow, slots: Sequence[Slot], places: Mapping[str, int]
) -> tuple[dict[str, int], list[str]]:
    """Where the records lie that are as they were written, and of the matches that plan and secret give.

    And the matches of which something else is not what follows from the record.
    """
    sound, restored, others = {}, [], 0
    for slot in slots:
        if slot.match not in places:
            continue
        try:
            record = _verified(archive, places[slot.match])
        except MatchFailed:  # a defect of the rules, by which no sound record must be lost
            raise
        except (RefereeError, *UNREADABLE):
            continue
        if other_match(tournament, slot, record):
            others += 1
            continue
        sound[slot.match] = places[slot.match]
        if not _is_as_told(archive, slot, record):
            restored.append(slot.match)
    if others and not sound:
        raise _hopeless(path, "its records are sound, but not one of them is what its plan and its secret give")
    return sound, restored


def _verified(archive: Archive, place: int) -> Record:
    record = archive.record_at(place)
    verify(record)
    if record.end is None or record.end.void:
        raise RecordError("the record has no result")
    return record


def _has(archive: Archive, match: str) -> bool:
    """Whether the match is stored, or may be."""
    try:
        return archive.has(match)
    except UNREADABLE:
        return True


def _is_as_told(archive: Archive, slot: Slot, record: Record) -> bool:
    """Whether all that is stored of a match besides its record is what follows from that."""
    try:
        if not (archive.has(slot.match) and archive.place_of_record(slot.match)):
            return False
        stored = (archive.match(slot.match), archive.told_id(slot.match))
    except (RefereeError, *UNREADABLE):
        return False
    return stored == (summary_of(slot, record), record.header.match_id)


def _is_whole(archive: Archive, plan: Plan, slots: tuple[Slot, ...]) -> bool:
    try:
        faults = [*archive.faults_of_file(), *faults_of_plan(archive, plan, slots)]
        return not faults and archive.ratings() == ratings_of(archive, plan, slots)
    except UNREADABLE:
        return False


def _write(
    fresh: Path, path: Path, archive: Archive, plan: Plan, slots: tuple[Slot, ...], sound: Mapping[str, int]
) -> int:
    """Writes the new file; returns how many notes could not be read."""
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL, 0o600))
    lost = 0
    with closing(Database(fresh)) as db:
        migrate(db)
        db.execute("PRAGMA foreign_keys = ON")
        with db.atomic():
            for table in (*NEEDED, *(name for name in db.tables() if name not in _OTHERS)):
                rows, missing = _rows(archive, table)
                if missing and table in NEEDED:
                    raise _hopeless(path, f"its table {table!r} can not be read")
                known = planned(plan, slots).get(table, [{}] * len(rows))
                db.insert_all(table, [row | columns for row, columns in zip(rows, known, strict=True)])
                lost += missing
            for slot in slots:
                if slot.match in sound:
                    match = finished(archive.record_at(sound[slot.match]))
                    for table, rows in rows_of(slot, match).items():
                        db.insert_all(table, rows)
            ratings = ratings_of(Archive(db), plan, slots)
            db.insert_all(
                "ratings",
                (
                    {"number": number, "bot": bot, "rating": rating, "change": change}
                    for number, bot, rating, change in ratings
                ),
            )
    return lost


def _rows(archive: Archive, table: str) -> tuple[list[dict[str, object]], int]:
    """The rows of a table that can be read, and whether some can not (1) or all can (0)."""
    read: list[dict[str, object]] = []
    try:
        for row in archive.rows(table):
            read.append(row)  # noqa: PERF402 - what was read before a damaged page is kept
    except UNREADABLE:
        return read, 1
    return read, 0


def _copy_aside(path: Path) -> Path:
    """Copies the file, and what waits beside it, to a free name."""
    aside = next(free for free in _names(path) if not free.exists())
    for end in ("", "-wal"):
        source = path.with_name(path.name + end)
        if source.exists():
            target = aside.with_name(aside.name + end)
            with suppress(FileExistsError):
                os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
            shutil.copyfile(source, target)
    return aside


def _names(path: Path) -> Iterator[Path]:
    yield path.with_name(path.name + ".damaged")
    yield from (path.with_name(f"{path.name}.damaged-{number}") for number in count(2))
