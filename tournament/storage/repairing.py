"""Repair a damaged database, from the plan, the secret and the records that can be found in its file.

The digests of a record show whether it is intact, and everything else about its match can be computed from it. So a
match is kept if its record is intact, wherever in the file it is found and whatever else is damaged. The others are
removed and played again.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, field

from referee.files import plain
from tournament.errors import BlockedError, OtherVersionError, UserError
from tournament.storage.accepting import decided, note, row_of_tournament, rows_of_bots
from tournament.storage.archive import Archive, open_archive
from tournament.storage.closing import end_again
from tournament.storage.database import Database
from tournament.storage.drawn_rows import rows_of_drawn
from tournament.storage.faults import HOPELESS, plainly
from tournament.storage.lock import locked
from tournament.storage.opening import BESIDE, is_there, new_database, new_file, put_in_place, refuse_empty
from tournament.storage.redrawing import redrawn
from tournament.storage.rows import TournamentRow
from tournament.storage.salvaging import Salvaged, columns_in, find, sound_records
from tournament.storage.store import insert_ratings
from tournament.storage.summary import MatchSummary, finished, rows_of
from tournament.storage.verifying import ratings_of, verify_archive

if TYPE_CHECKING:
    import sqlite_utils

COUNTS_OF_STARTS = ("begun_before", "begun_until")
"""Columns with ids of other rows, which get new ids in the new file."""


class Repaired(Struct, frozen=True, kw_only=True):
    """The outcome: how many matches were kept, which were removed, and where the damaged file is now.

    `restored` lists the matches that were kept although something other than their record was damaged. `lost_notes`
    counts the known entries about processes and void matches that could not be kept; they do not affect results.
    `was_complete` says whether all matches had been played: then anyone could have read the secret. `lost_keys` are the
    bots that had a key: keys are not kept, because they may have been revoked.
    """

    kept: int
    forgotten: list[str]
    lost_notes: int
    was_complete: bool
    damaged_file: str
    restored: list[str]
    lost_keys: list[str]


def repair(path: Path) -> Repaired | None:
    """Repair the database of a tournament; return None if there is nothing to repair.

    The file is first copied. The new contents replace the file in one step, once they are complete.

    Raises `UserError` if a runner is using it, if no plan with its secret can be found, or if the disk is not writable.
    """
    if not is_there(path):
        raise UserError(f"{path}: there is no such file")
    path = path.resolve()  # a link remains one, and SQLite keeps its other files beside the target
    with locked(path):
        if not path.with_name(path.name + "-wal").exists():
            refuse_empty(path)
        before = _before(path)
        if before.is_sound:
            return None
        with new_file(path) as part, plainly(path, HOPELESS):
            repaired = _rewrite(path, part, before)
            put_in_place(part, path)
            return repaired


class _Before(Struct):
    """What can still be read from the damaged file: the stored matches, and which of them are undamaged."""

    is_sound: bool = False
    stored: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)


def _before(path: Path) -> _Before:
    try:
        with open_archive(path) as archive:
            found = verify_archive(archive)
            stored = {*archive.fixed()}
    except (OtherVersionError, BlockedError):
        raise
    except UserError:
        return _Before()
    return _Before(not found.faults, stored, stored - {*found.damaged})


def _rewrite(path: Path, part: Path, before: _Before) -> Repaired:
    """Write a new database, and copy the old one aside."""
    with new_database(part) as db:
        found = find(path, columns_in(db))
        if found is None:
            raise UserError(f"{path}: found no plan of a tournament with its secret in it; {HOPELESS}")
        found = redrawn(path, found)
        kept = _write_matches(db, path, found)
        lost = _write_notes(db, found, kept)
        _end_again(db, kept)
        _write_ratings(db, kept)
    known = found.named | before.stored
    slots = found.tournament.slots(known | kept.keys())
    return Repaired(
        kept=len(kept),
        forgotten=[slot.match for slot in slots if slot.match in known and slot.match not in kept],
        lost_notes=lost,
        was_complete=found.tournament.closed
        or (not found.tournament.drawing and known | kept.keys() >= {slot.match for slot in slots}),
        damaged_file=str(_copy_aside(path)),
        restored=[slot.match for slot in slots if slot.match in kept and slot.match not in before.whole],
        lost_keys=sorted(found.keyed),
    )


def _write_matches(db: sqlite_utils.Database, path: Path, found: Salvaged) -> dict[str, int]:
    """Write the tournament, its matches and its ratings. Return the attempt number of each match that was kept."""
    tournament = found.tournament
    db.table("tournament").insert(row_of_tournament(tournament))
    db.table("drawn").insert_all(rows_of_drawn(tournament.drawn))
    db.table("bots").insert_all(rows_of_bots(tournament.plan, found.digests))
    for bot in tournament.plan.bots:
        db.execute("UPDATE bots SET code = ? WHERE name = ?", [found.codes.get(bot.name, ""), bot.name])
    kept: dict[str, int] = {}
    others: list[str] = []
    begun = []
    for slot, edition, record in sound_records(path, found, others):
        attempt = record.header.attempt
        if attempt <= kept.get(slot.match, -1):
            continue
        if slot.match in kept:
            _forget(db, slot.match)
        kept[slot.match] = attempt
        match = finished(record)
        begun += [] if match.ending is None else [match.ending.begun_unix_s]
        summary = with_codes(match.summary(slot), found.codes)
        for table, rows in rows_of(summary, match, edition).items():
            db.table(table).insert_all(rows)
    if others and not kept:
        raise UserError(f"{path}: none of its records can be kept: {others[0]}; {HOPELESS}")
    if not tournament.created_unix_s:
        db.execute("UPDATE tournament SET created_unix_s = ?", [min(begun, default=0.0)])
    return kept


def with_codes(match: MatchSummary, codes: Mapping[tuple[str, int] | str, str]) -> MatchSummary:
    """Return a match with the digests of the code that played, which its record does not contain."""
    seats = [
        msgspec.structs.replace(seat, code=codes.get((match.match, number), ""))
        for number, seat in enumerate(match.seats)
    ]
    return msgspec.structs.replace(match, seats=tuple(seats))


def _end_again(db: sqlite_utils.Database, kept: dict[str, int]) -> None:
    """Drop matches beyond the end of the tournament, if its plan has ended it."""
    archive = Archive(Database(db.conn))
    end_again(db, archive, archive.tournament.slots(kept))
    for match in kept.keys() - {*archive.fixed()}:
        del kept[match]


def _write_ratings(db: sqlite_utils.Database, kept: Collection[str]) -> None:
    """Write the ratings and the number of matches, which are computed from everything else."""
    archive = Archive(Database(db.conn))
    tournament = archive.tournament
    slots = tournament.slots(kept)
    db.execute("UPDATE tournament SET matches = ?", [len(slots)])
    insert_ratings(db, ratings_of(archive, tournament, slots))


def _forget(db: sqlite_utils.Database, match: str) -> None:
    for table in ("seats", "records", "matches"):
        db.table(table).delete_where("match = ?", [match])


def _write_notes(db: sqlite_utils.Database, found: Salvaged, kept: dict[str, int]) -> int:
    """Write every other entry that can be written, in the old order. Return how many are known to be lost."""
    lost = 0
    for table, notes in found.notes.items():
        written = 0
        for _, row in sorted(notes.items()):
            with suppress(sqlite3.IntegrityError, OverflowError):  # it names an unknown bot, for example
                db.table(table).insert({name: value for name, value in row.items() if name not in COUNTS_OF_STARTS})
                written += 1
        ids = [number for number in notes if 0 < number <= 2 * len(notes)]  # any other id is itself damaged
        lost += max(max(ids, default=0), len(notes)) - written
    _note_begun(db, found, kept)
    if found.tournament.closed and not any(one["kind"] == "close" for one in found.notes.get("decisions", {}).values()):
        note(db, decided("close", what="the entry of this decision was lost in a damaged file"))
    return lost


def _note_begun(db: sqlite_utils.Database, found: Salvaged, kept: dict[str, int]) -> None:
    """If restarted matches get other cards, make sure that no match gets cards that someone has already seen."""
    tournament: TournamentRow = found.tournament
    if not tournament.deals_anew(len(tournament.history)):
        return
    noted = Counter(Archive(Database(db.conn)).begun())
    for slot in tournament.slots(kept):
        known = kept[slot.match] + 1 if slot.match in kept else int(slot.match in found.named)
        db.table("begun").insert_all([{"match": slot.match}] * (known - noted[slot.match]))


def _copy_aside(path: Path) -> Path:
    """Copy the file, and SQLite's files beside it, to an unused name. Incomplete copies are removed."""
    aside = next(free for free in _names(path) if not free.exists())
    copies = []
    try:
        for end in ("", *BESIDE):
            source, target = (one.with_name(one.name + end) for one in (path, aside))
            if source.exists():
                copies.append(target)
                target.unlink(missing_ok=True)
                os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
                shutil.copyfile(source, target)
    except OSError as error:
        for copy in copies:
            copy.unlink(missing_ok=True)
        raise UserError(plain(OSError(error.errno, error.strerror), path)) from None
    return aside


def _names(path: Path) -> Iterator[Path]:
    yield path.with_name(path.name + ".damaged")
    yield from (path.with_name(f"{path.name}.damaged-{number}") for number in count(2))
