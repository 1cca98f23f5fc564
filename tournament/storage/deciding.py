"""Decisions of the organiser about a tournament: a match does not count or is played again, or the tournament is over.

Nothing is lost: the log of decisions keeps the reason, the time and the record of a match that is played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.errors import UserError
from tournament.storage.accepting import decided, note
from tournament.storage.archive import Archive
from tournament.storage.closing import close_in
from tournament.storage.database import Database
from tournament.storage.faults import plainly
from tournament.storage.lock import locked
from tournament.storage.opening import is_there, open_to_write, writing
from tournament.storage.store import Store
from tournament.storage.summary import MatchSummary
from tournament.storage.taking_back import result_text, take_back

if TYPE_CHECKING:
    import sqlite_utils


def annul(path: Path, match: str, why: str) -> list[str]:
    """Let a match count for no rating. Return the consequences, line by line.

    Raises `UserError` if there is no such match, if it has already been annulled, or if a run is using the database.
    """
    with _open(path) as (db, archive):
        stored = _stored(archive, match)
        if match in archive.annulled():
            raise UserError(f"match {match} is annulled already")
        lines = [f"it does not count: {result_text(stored)}"]
        with writing(db):
            note(db, decided("annul", match=match, why=why, what="\n".join(lines)))
            _rate_again(db)
    return lines


def replay(path: Path, match: str, why: str) -> list[str]:
    """Let a match be played again by the next run. Return the consequences, line by line.

    If a bot could remember the match, it gets other cards. The log keeps the old record.

    Raises `UserError` if there is no such match, if it cannot be played any more, or if a run is using the database.
    """
    with _open(path) as (db, archive):
        stored = _stored(archive, match)
        with writing(db):
            lines = take_back(db, archive, stored, why)
            _rate_again(db)
    return lines


def close(path: Path, why: str) -> list[str]:
    """Declare a tournament over. Its secret is published. Return the consequences, line by line.

    Raises `UserError` if the tournament is already closed, or if a run is using the database.
    """
    with _open(path) as (db, archive):
        if archive.tournament.closed:
            raise UserError(f"{path}: this tournament is already closed")
        with writing(db):
            lines = close_in(db, archive, why)
            _rate_again(db)
    return lines


@contextmanager
def _open(path: Path) -> Iterator[tuple[sqlite_utils.Database, Archive]]:
    if not is_there(path):
        raise UserError(f"{path}: there is no such file")
    with locked(path), plainly(path), closing(open_to_write(path)) as db:
        yield db, Archive(Database(db.conn))


def _stored(archive: Archive, match: str) -> MatchSummary:
    found = archive.match(match)
    if found is None:
        planned = {slot.match for slot in archive.tournament.all_slots()}
        raise UserError(
            f"match {match!r} has not been played yet" if match in planned else f"there is no match {match!r}"
        )
    return found


def _rate_again(db: sqlite_utils.Database) -> None:
    archive = Archive(Database(db.conn))
    Store(db, archive.tournament, archive).rate_again()
