"""Random damage to the file of a database, as disks, copies that broke off and people do it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from tests.support.databases import in_database

PAGE = 4096


def chains_of(path: Path, table: str) -> dict[int, set[int]]:
    """The pages on which each row of a table lies: its leaf, and the chain that continues from there."""
    there = in_database(path, "SELECT path, pageno, pagetype FROM dbstat WHERE name = ? ORDER BY path", [table])
    data = path.read_bytes()
    pages: dict[int, set[int]] = {}
    rows = [row for (row,) in in_database(path, f"SELECT rowid FROM {table} ORDER BY rowid")]
    for leaf, number, kind in there:
        start = (number - 1) * PAGE + (100 if number == 1 else 0)
        for cell in range(int.from_bytes(data[start + 3 : start + 5], "big") if kind == "leaf" else 0):
            chain = {other for under, other, _ in there if under.startswith(f"{leaf}{cell:03x}+")}
            pages[rows[len(pages)]] = {number, *chain}
    return pages


class Damaged:
    """A database that was damaged.

    Attributes:
        what: What was done, for people.
        plan_is_sound: Whether no page was touched on which plan and secret lie.
        sound: The matches of whose records no page was touched.
    """

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self._random = Random(seed)
        self._touched: set[int] = set()
        self._wal = path.with_name(path.name + "-wal")
        wal = self._wal.read_bytes() if self._wal.exists() else b""
        self._wal.unlink(missing_ok=True)  # what lies in the file itself is sound with it and without it
        names = dict(in_database(path, "SELECT rowid, match FROM records"))
        records = {names[row]: pages for row, pages in chains_of(path, "records").items()}
        (plan,) = chains_of(path, "tournament").values()
        if wal:
            self._wal.write_bytes(wal)
        kinds: list[Callable[[], str]] = [self._flip, self._cut, self._zero, self._swap, self._garble]
        kinds += [self._lose_rows, self._lose_a_table, self._write_no_text]
        kinds += [self._lose_wal, self._cut_wal, self._flip_wal] if wal else []
        self._lost: set[str] = set()
        self.what = self._random.choice(kinds)()
        self.plan_is_sound = not plan & self._touched
        self.sound = {match for match, pages in records.items() if not pages & self._touched} - self._lost

    def _flip(self) -> str:
        return self._flip_in(self.path, self._random.choice([1, 5, 50]))

    def _flip_in(self, path: Path, bytes_: int) -> str:
        data = bytearray(path.read_bytes())
        places = [self._random.randrange(len(data)) for _ in range(bytes_)]
        for place in places:
            data[place] ^= self._random.randrange(1, 256)
        if path == self.path:
            self._touched |= {place // PAGE + 1 for place in places}
        path.write_bytes(data)
        return f"bytes {places} of {path.name} changed"

    def _cut(self) -> str:
        data = self.path.read_bytes()
        there = self._random.randrange(1, len(data))
        self._touched |= {*range(there // PAGE + 1, len(data) // PAGE + 1)}
        self.path.write_bytes(data[:there])
        return f"cut to {there} bytes"

    def _pages(self, count: int) -> list[int]:
        return self._random.sample(range(1, self.path.stat().st_size // PAGE + 1), count)

    def _zero(self) -> str:
        return self._overwrite(lambda: bytes(PAGE), "zeroed")

    def _garble(self) -> str:
        return self._overwrite(lambda: self._random.randbytes(PAGE), "garbled")

    def _overwrite(self, content: Callable[[], bytes], word: str) -> str:
        pages = self._pages(self._random.choice([1, 1, 3]))
        self._touched |= {*pages}
        with self.path.open("r+b") as file:
            for page in pages:
                file.seek((page - 1) * PAGE)
                file.write(content())
        return f"pages {pages} {word}"

    def _swap(self) -> str:
        pages = self._pages(2)
        self._touched |= {*pages}
        data = self.path.read_bytes()
        first, second = (data[(page - 1) * PAGE : page * PAGE] for page in pages)
        with self.path.open("r+b") as file:
            for page, content in zip(pages, (second, first), strict=True):
                file.seek((page - 1) * PAGE)
                file.write(content)
        return f"pages {pages} swapped"

    def _table(self) -> str:
        tables = [name for (name,) in in_database(self.path, "SELECT name FROM sqlite_schema WHERE type = 'table'")]
        chosen: str = self._random.choice([table for table in tables if table != "tournament"])
        return chosen

    def _lose_rows(self) -> str:
        table = self._table()
        rows = [row for (row,) in in_database(self.path, f"SELECT rowid FROM {table}") if self._random.random() < 0.4]
        for row in rows:
            if table == "records":
                self._lost |= {
                    match for (match,) in in_database(self.path, f"SELECT match FROM records WHERE rowid = {row}")
                }
            in_database(self.path, f"DELETE FROM {table} WHERE rowid = ?", [row])
        return f"rows {rows} of {table} gone"

    def _lose_a_table(self) -> str:
        table = self._table()
        if table == "records":
            self._lost |= {match for (match,) in in_database(self.path, "SELECT match FROM records")}
        in_database(self.path, f"DROP TABLE {table}")
        return f"{table} gone"

    def _write_no_text(self) -> str:
        """Bytes that are not text, where there is any; in the table of matches too."""
        texts = [
            (table, column)
            for table in ("bots", "matches", "seats", "voids", "processes", "begun", "ratings", "tournament")
            for _, column, kind, *_ in in_database(self.path, f"PRAGMA table_info({table})")
            if kind == "TEXT" and column != "plan" and in_database(self.path, f"SELECT 1 FROM {table}")
        ]
        table, column = self._random.choice(texts)
        with closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute("PRAGMA ignore_check_constraints = ON")
            (row,) = db.execute(f"SELECT max(rowid) FROM {table}").fetchone()
            db.execute(f"UPDATE {table} SET {column} = cast(x'61ff' AS text) WHERE rowid = ?", [row])
        return f"no text in {column} of row {row} of {table}"

    def _lose_wal(self) -> str:
        self._wal.unlink()
        return "-wal gone"

    def _cut_wal(self) -> str:
        data = self._wal.read_bytes()
        self._wal.write_bytes(data[: self._random.randrange(len(data))])
        return "-wal cut short"

    def _flip_wal(self) -> str:
        return self._flip_in(self._wal, 5)
