"""Open the file of a tournament, to read it, to write it, or to create it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from sqlite3 import DatabaseError
from typing import TYPE_CHECKING

from referee.errors import UsageError
from referee.files import plain, refuse_irregular
from tournament.errors import UserError
from tournament.storage.database import Database
from tournament.storage.faults import NO_TABLES, code_of
from tournament.storage.migrations import check_schema, migrate

if TYPE_CHECKING:
    import sqlite_utils

BESIDE = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a database, and whose contents are part of it."""

_NOT_WRITABLE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL}


def is_there(path: Path) -> bool:
    """Whether the file exists. Raises `UserError` if it cannot be a database, or if only its -wal exists."""
    try:
        found = path.stat()
        refuse_irregular(path, found)
    except FileNotFoundError:
        wal = path.with_name(path.name + "-wal")
        if wal.exists():
            raise UserError(
                f"{path}: there is no such file, but its newest data is in {wal.name}; restore the file, "
                f"or remove {wal.name} to start over"
            ) from None
        return False
    except OSError as error:
        raise UserError(plain(error, path)) from None
    except UsageError as error:
        raise UserError(str(error)) from None
    return True


def refuse_empty(path: Path) -> None:
    """Raise `UserError` for an empty file: SQLite would treat it as a new one, and remove its -wal."""
    if not path.stat().st_size:
        raise UserError(f"{path}: {NO_TABLES}")


def open_to_read(path: Path) -> Database:
    """Open the database, even where nothing can be written, although SQLite normally writes a little even to read."""
    refuse_empty(path)
    db = Database(path)
    try:
        db.execute("PRAGMA query_only = ON")
        db.tables()
    except DatabaseError as error:
        db.close()
        waiting = path.with_name(path.name + "-wal")
        if code_of(error) not in _NOT_WRITABLE or (waiting.exists() and waiting.stat().st_size):
            raise
        return Database(f"{path.absolute().as_uri()}?immutable=1", uri=True)
    return db


def open_to_write(path: Path) -> sqlite_utils.Database:
    """Open the database of a tournament, with the newest schema. Raises what `check_schema` does."""
    refuse_empty(path)
    found = Database(path)
    try:
        check_schema(path, found)
        db = _to_write(found)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        migrate(db)
        db.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        found.close()
        raise
    return db


@contextmanager
def writing(db: sqlite_utils.Database) -> Iterator[None]:
    """Make the block one transaction, or a part of the one that is open. It has the lock for writing from the start.

    The `atomic` of sqlite-utils takes the lock at the first change. If the block had already read something, and
    another process had stored the key of a bot in the meantime, that change would fail at once.
    """
    if db.conn.in_transaction:
        yield
        return
    db.conn.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.conn.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Yield the path of a new file beside `path`.

    It may be moved there; otherwise it is removed at the end of the block.

    If a killed process left such a file, it is removed first. At no moment can other users read the file.
    """
    part = path.with_name(path.name + ".part")
    try:
        _remove(part)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        yield part
    except OSError as error:
        raise UserError(plain(OSError(error.errno, error.strerror), path)) from None
    finally:
        with suppress(OSError):
            _remove(part)


@contextmanager
def new_database(part: Path) -> Iterator[sqlite_utils.Database]:
    """Make an empty file a database.

    At the end of the block, everything that was stored is in this one file, and on the disk.

    It can then be renamed. So a file with the name that the user chose always contains its plan, whatever other files
    are beside it.
    """
    with closing(_to_write(Database(part))) as db:
        migrate(db)
        db.execute("PRAGMA foreign_keys = ON")
        with db.atomic():
            yield db
        db.execute("PRAGMA journal_mode = WAL")  # now, because later someone may be reading it


def new_in_memory() -> sqlite_utils.Database:
    """Open an empty database in memory."""
    return _to_write(Database(":memory:"))


def put_in_place(part: Path, path: Path) -> None:
    """Move a new database to its place. The files beside the old one are removed: they do not belong to the new one."""
    for end in BESIDE:
        path.with_name(path.name + end).unlink(missing_ok=True)
    part.replace(path)
    with suppress(OSError):  # the file is in place; after a power failure now, it may be gone
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _remove(database: Path) -> None:
    for end in ("", *BESIDE):
        database.with_name(database.name + end).unlink(missing_ok=True)


def _to_write(db: Database) -> sqlite_utils.Database:
    """Wrap the same connection for a writer, without the plugins that are installed for sqlite-utils."""
    import sqlite_utils  # noqa: PLC0415 - it takes long to load, and reading does not need it

    return sqlite_utils.Database(db.connection, recursive_triggers=False, execute_plugins=False)
