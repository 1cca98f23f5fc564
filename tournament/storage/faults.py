"""Describe in plain words what is wrong with the file of a database: where, what, and what to do."""

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
HOPELESS = "no command can repair that; restore a copy of the file, or start over with another --db"
GO_ON = "then run the same command again: it resumes from what is stored"
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions that reading a database may raise.

SQLite's messages quote what it finds in a damaged file, which may not be text.
"""

NO_TABLES = (
    "it contains no tournament, because it has no tables. If it is a copy, the newest data was still in the file -wal "
    "beside the original: copy that too, or make the copy with `sqlite3 ORIGINAL '.backup COPY'`. If nothing was ever "
    "stored in it, remove it"
)

BYTES_OF_A_FULL_DISK = 64 * 1024

_WORDS = {
    sqlite3.SQLITE_FULL: f"no space is left on the disk; make room there, {GO_ON}",
    sqlite3.SQLITE_BUSY: f"another program holds the lock of this database; close it there, {GO_ON}",
    sqlite3.SQLITE_LOCKED: f"another program holds the lock of this database; close it there, {GO_ON}",
    sqlite3.SQLITE_READONLY: f"it is read-only; make it and its folder writable, {GO_ON}",
    sqlite3.SQLITE_CANTOPEN: f"it cannot be opened; make it and its folder readable and writable, {GO_ON}",
    sqlite3.SQLITE_PERM: f"you lack the permission to open it; ask for that permission, {GO_ON}",
    sqlite3.SQLITE_IOERR: f"the disk reports an error; look into the system's log, {GO_ON}",
}


@contextmanager
def plainly(path: Path, advice: str = ADVICE) -> Iterator[None]:
    """Turn errors of SQLite about the database at `path` into `UserError`; `advice` says what to do if it is damaged.

    The error is a `BlockedError` if the database itself may be intact.
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
    """Turn any error from reading a damaged row into a `DamagedError`, which names what is damaged."""
    try:
        yield
    except (msgspec.MsgspecError, ValueError, TypeError, AssertionError, RecursionError, UserError) as error:
        raise DamagedError(f"{what} is damaged: {error}") from None
    except sqlite3.Error as error:
        # Bytes that are not text have no SQLite error code; missing or malformed values have the general codes.
        if code_of(error) in {0, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT}:
            raise DamagedError(f"{what} is damaged: {error}") from None
        raise


def code_of(error: Exception) -> int:
    """Return the kind of error: one of SQLite's primary result codes, or 0 if it is not an error of SQLite."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _hindrance(path: Path, error: Exception) -> str | None:
    """Return what prevents the database from being used, and what to do; None if the database itself is damaged."""
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
    """Return how much of the file is missing, if it is shorter than its header says; otherwise empty."""
    with path.open("rb") as file:
        header = file.read(BYTES_OF_HEADER)
    size, pages = page_size(header), int.from_bytes(header[28:32], "big")
    there = path.stat().st_size
    return f"the file is truncated: it has {there} of its {pages * size} bytes" if there < pages * size else ""
