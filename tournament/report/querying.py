"""Run SQL queries on a tournament.

A query runs on an in-memory database that contains only what an export may contain. So no SQL can reach the secret or
the cards of a deal that is still to be played, and a long query does not delay a running tournament. A query can only
read, and its time and the size of its values are limited.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlite_utils.utils import dedupe_keys

from referee.files import MIB
from tournament.errors import UserError
from tournament.report.exporting import Export
from tournament.report.sqlite_export import export_database

MOST_BYTES = 16 * MIB
"""The largest value that a query may build."""

STEPS_BETWEEN_LOOKS = 10_000
"""The number of SQLite instructions between two checks of the clock. They take less than a millisecond."""

_READING = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
_TABLES_OF_JSON = ("json_each", "json_tree")

Value = str | int | float | bytes | None


class QueryResult(NamedTuple):
    """The result of a query: the names of its columns, all different, and an iterator over its rows."""

    columns: list[str]
    rows: Iterator[tuple[Value, ...]]


@contextmanager
def answer(export: Export, sql: str, seconds: float) -> Iterator[QueryResult]:
    """Run one query. Read the rows within the block.

    Raises:
        UserError: the SQL is wrong, would change something, or runs longer than `seconds`.
    """
    try:
        sql.encode()
    except UnicodeEncodeError:
        raise UserError("this SQL is not valid UTF-8 text") from None
    with export_database(export) as db:
        ends = time.monotonic() + seconds
        _bound(db.conn, ends)
        try:
            cursor = db.conn.execute(sql)
            if cursor.description is None:
                raise UserError("this SQL has no statement; write e.g. SELECT * FROM standings")
            yield QueryResult(dedupe_keys(name for name, *_ in cursor.description), cursor)
        except (sqlite3.Error, sqlite3.Warning) as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT and time.monotonic() < ends:
                raise KeyboardInterrupt from None  # it arrived in the progress handler, where sqlite3 swallows it
            raise UserError(_text(error, seconds)) from None


def _bound(connection: sqlite3.Connection, ends: float) -> None:
    """Allow the connection only to read its data, until `ends`."""
    connection.text_factory = lambda data: data.decode(errors="replace")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for name in _TABLES_OF_JSON:  # SQLite creates them on first use, which the authorizer would refuse
        connection.execute(f"SELECT 1 FROM {name}('[]')").close()  # noqa: S608 - one of two words
    connection.execute("PRAGMA query_only = ON")
    connection.set_authorizer(_allowed)
    connection.set_progress_handler(lambda: time.monotonic() >= ends, STEPS_BETWEEN_LOOKS)


def _allowed(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY


def _text(error: Exception, seconds: float) -> str:
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_AUTH:
        return "this SQL would change something; use one SELECT or WITH ... SELECT statement"
    if code == sqlite3.SQLITE_INTERRUPT:
        return f"the query was stopped after {seconds:g} s; allow more time with --timeout"
    if code == sqlite3.SQLITE_TOOBIG:
        return f"a value in the query is too large: at most {MOST_BYTES // MIB} MiB are allowed"
    hint = "; `SELECT * FROM descriptions` lists all tables and columns" if "no such" in str(error) else ""
    return f"SQLite cannot run this SQL: {error}{hint}"
