"""What can be wrong with the file of a database, in plain words: where, what, and what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage

import msgspec

from tournament.errors import BlockedError, DamagedError, UserError
from tournament.storage.pages import BYTES_OF_HEADER, page_size

REPAIR = "`tournament repair` saves what can be saved"
ADVICE = f"`tournament verify` names every match that is damaged, and {REPAIR}"
HOPELESS = "no command can mend that; bring back a copy of the file, or begin anew with another --db"
AGAIN = "then give the same command again: it goes on from what is stored"
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a database may raise; SQLite names what it finds in a damaged one, and that may be no text."""

NO_TABLES = (
    "no tournament is in it, for it has no tables. If it is a copy, what was stored last was still in the file -wal "
    "beside the original: copy that too, or make the copy with `sqlite3 ORIGINAL '.backup COPY'`. If nothing was ever "
    "stored in it, remove it"
)

BYTES_OF_A_FULL_DISK = 64 * 1024

_WORDS = {
    sqlite3.SQLITE_FULL: f"no space is left on the disk; make room there, {AGAIN}",
    sqlite3.SQLITE_BUSY: f"another program holds the lock of this database; close it there, {AGAIN}",
    sqlite3.SQLITE_LOCKED: f"another program holds the lock of this database; close it there, {AGAIN}",
    sqlite3.SQLITE_READONLY: f"it can only be read; make it and its folder writable, {AGAIN}",
    sqlite3.SQLITE_CANTOPEN: f"it can not be opened; make it and its folder readable and writable, {AGAIN}",
    sqlite3.SQLITE_PERM: f"you may not open it; ask for the right to, {AGAIN}",
    sqlite3.SQLITE_IOERR: f"the disk does not work as it should; look into the system's log, {AGAIN}",
}


@contextmanager
def plainly(path: Path, advice: str = ADVICE) -> Iterator[None]:
    """Turns what SQLite says of the database at `path` into a `UserError`; `advice` is what to do if it is damaged.

    It is an `BlockedError` if the database itself may be sound.
    """
    try:
        yield
    except UNREADABLE as error:
        if (words := _hindrance(path, error)) is not None:
            raise BlockedError(f"{path}: {words}") from None
        raise UserError(f"{path}: {_text(path, error, advice)}") from None
    except DamagedError as error:
        raise UserError(f"{path}: {error}; {advice}") from None


@contextmanager
def whole(what: str) -> Iterator[None]:
    """Turns whatever reading a damaged row raises into a `DamagedError`, which names what it is about."""
    try:
        yield
    except (msgspec.MsgspecError, ValueError, TypeError, AssertionError, RecursionError, UserError) as error:
        raise DamagedError(f"{what} is damaged: {error}") from None
    except sqlite3.Error as error:
        # Bytes that are no text have no code of SQLite's own; what is missing or misshapen has the general ones.
        if code_of(error) in {0, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT}:
            raise DamagedError(f"{what} is damaged: {error}") from None
        raise


def code_of(error: Exception) -> int:
    """What kind of error it is: one of SQLite's primary result codes; 0 if it is none of SQLite's own."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _hindrance(path: Path, error: Exception) -> str | None:
    """What keeps the database from being used, and what to do; None if it is something in the database."""
    code = code_of(error)
    if code == sqlite3.SQLITE_IOERR and disk_usage(path.parent).free < BYTES_OF_A_FULL_DISK:
        code = sqlite3.SQLITE_FULL
    return _WORDS.get(code)


def _text(path: Path, error: Exception, advice: str) -> str:
    if code_of(error) == sqlite3.SQLITE_NOTADB:
        return f"not the database of a tournament; if it was one, {REPAIR}"
    if code_of(error) == sqlite3.SQLITE_CORRUPT:
        return f"{_missing_end(path) or 'a part of the file is damaged'}; {advice}"
    return f"{error}; {advice}"


def _missing_end(path: Path) -> str:
    """How much of the file is missing, if it is shorter than its header says; empty if it is not."""
    with path.open("rb") as file:
        header = file.read(BYTES_OF_HEADER)
    size, pages = page_size(header), int.from_bytes(header[28:32], "big")
    there = path.stat().st_size
    return f"the file was cut short: {there} of its {pages * size} bytes are there" if there < pages * size else ""
