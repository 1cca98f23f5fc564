"""A connection to an SQLite file that reads rows as of one moment. This module does not know what the tables mean.

Writers use a `sqlite_utils.Database` over the same connection, which `opening` makes. Importing that package takes a
large part of the time of `tournament show`, so code that only reads does not use it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Database:
    """A new or an existing connection. Outside of `reading`, each statement is its own transaction."""

    def __init__(self, source: Path | str | sqlite3.Connection, *, uri: bool = False) -> None:
        self.connection = (
            source if isinstance(source, sqlite3.Connection) else sqlite3.connect(source, isolation_level=None, uri=uri)
        )

    def execute(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run one statement; the cursor returns its rows as tuples."""
        return self.connection.execute(sql, values)

    def rows(self, sql: str, values: Sequence[object] = ()) -> Iterator[dict[str, Any]]:
        """Yield the rows of a query by column names; each row is read when it is asked for."""
        cursor = self.execute(sql, values)
        names = [column for column, *_ in cursor.description]
        for row in cursor:
            yield dict(zip(names, row, strict=True))

    def tables(self) -> list[str]:
        """Return the names of all tables."""
        return [str(name) for (name,) in self.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read everything within the block as of one moment, whatever a runner stores meanwhile."""
        self.execute("BEGIN")  # the first statement that reads takes the snapshot
        try:
            yield
        finally:
            if self.connection.in_transaction:
                self.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file."""
        self.connection.close()
