"""A connection to an SQLite file: rows in and out, and transactions. What its tables mean is known elsewhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

Row = Mapping[str, object]


class Database:
    """A connection. What is changed outside of `atomic` is a transaction of its own, statement by statement."""

    def __init__(self, path: Path | str, *, uri: bool = False) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, uri=uri)

    def execute(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Runs one statement; its rows are read from the cursor as tuples."""
        return self._connection.execute(sql, values)

    def rows(self, sql: str, values: Sequence[object] = ()) -> Iterator[dict[str, Any]]:
        """The rows of a query, each with the names of its columns, read while they are asked for."""
        cursor = self.execute(sql, values)
        names = [column for column, *_ in cursor.description]
        for row in cursor:
            yield dict(zip(names, row, strict=True))

    def tables(self) -> list[str]:
        """The names of all tables."""
        return [str(name) for (name,) in self.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]

    def insert(self, table: str, row: Row) -> None:
        """Puts a row into a table."""
        self.insert_all(table, [row])

    def insert_all(self, table: str, rows: Iterable[Row]) -> None:
        """Puts rows that all have the same columns into a table, while they come."""
        rows = iter(rows)
        first = next(rows, None)
        if first is not None:
            columns = ", ".join(f'"{column}"' for column in first)
            places = ", ".join("?" * len(first))
            sql = f'INSERT INTO "{table}" ({columns}) VALUES ({places})'  # noqa: S608 - all names are those of a schema
            self._connection.executemany(sql, (tuple(row.values()) for row in chain([first], rows)))

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """All that is changed in the block is stored when it ends, or nothing if it raises."""
        self.execute("BEGIN")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # SQLite has ended it if the disk is full
                self.execute("ROLLBACK")
            raise

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Everything that is read within the block is of one moment, whatever a runner stores meanwhile."""
        self.execute("BEGIN")  # the first statement that reads takes the snapshot
        try:
            yield
        finally:
            if self._connection.in_transaction:
                self.execute("ROLLBACK")

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()
