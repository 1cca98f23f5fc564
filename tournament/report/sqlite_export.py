"""Export a tournament as an SQLite database, for queries and for Datasette.

The database is built from an `Export`, so it contains only what an export may contain: no records, and neither the
secret nor the `match_id` of a deal that is still to be played. Its columns are derived from the rows of an export.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import sqlite_utils
from msgspec import Struct, inspect

from referee.files import private_folder, write_private
from tournament.errors import DamagedError, UserError
from tournament.report.descriptions import TABLES, described
from tournament.report.exporting import Export, MatchRow, RatingRow, flat, plain_rows
from tournament.report.totals import BotFacts
from tournament.statistics.fit import BotRating
from tournament.storage.opening import BESIDE, is_there, new_in_memory
from tournament.storage.pages import BYTES_OF_HEADER
from tournament.storage.rows import BotRow, DecisionRow, ProcessRow, VoidRow
from tournament.storage.summary import SeatSummary, to_rows

APPLICATION_ID = int.from_bytes(b"RefX")
"""Marks exported databases: SQLite stores this number in the header of the file."""
_PLACE_OF_ID = slice(68, 72)

_RESULTS = """
SELECT seats.match, block, bot, place, seat, match_id, score, "end", strikes, decisions, timeouts, total_ms, max_ms,
    rated, defaults, code
FROM seats JOIN matches ON matches.match = seats.match
ORDER BY number, seat
"""
_STANDINGS = """
SELECT facts.bot, fitted.rating, standard_error, low, high, standing, elo, facts.matches, share, mean_score, strikes,
    decisions, timeouts, forfeits, defaults, place, rank_best, rank_worst, won, tied, lost, over_next, prior_rating,
    title
FROM facts LEFT JOIN fitted ON fitted.bot = facts.bot JOIN bots ON bots.name = facts.bot
ORDER BY facts.rowid
"""
_PAIRS = """
SELECT one.bot, another.bot AS other, count(*) AS matches,
    total(CASE WHEN one.place < another.place THEN 1.0 WHEN one.place = another.place THEN 0.5 END) AS points,
    avg(CASE WHEN one.place < another.place THEN 1.0 WHEN one.place = another.place THEN 0.5 ELSE 0.0 END) AS share
FROM seats AS one
JOIN seats AS another ON another.match = one.match AND another.bot != one.bot
JOIN matches ON matches.match = one.match
WHERE rated
GROUP BY one.bot, another.bot
ORDER BY one.bot, another.bot
"""
VIEWS = {"results": _RESULTS, "standings": _STANDINGS, "pairs": _PAIRS}


class _Column(NamedTuple):
    kind: type
    may_be_null: bool


class _Table(NamedTuple):
    columns: Mapping[str, _Column]
    rows: Iterable[Mapping[str, object]]
    key: str | tuple[str, ...]
    refers: Sequence[tuple[str, str, str]] = ()


@contextmanager
def export_database(export: Export) -> Iterator[sqlite_utils.Database]:
    """Open a new in-memory database with everything in an export, with foreign keys, views and descriptions.

    Raises `DamagedError` if the stored rows are too damaged to be written into tables again.
    """
    with closing(new_in_memory()) as db:
        with db.atomic():
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            for name, table in _tables(export).items():
                try:
                    _add(db, name, table)
                except (sqlite3.IntegrityError, OverflowError) as error:
                    raise DamagedError(f"the table {name} cannot be exported: {error}") from None
            for name, sql in VIEWS.items():
                db.create_view(name, sql)
            _describe(db)
        yield db


def write_sqlite(export: Export, path: Path) -> list[Path]:
    """Write that database and, beside it, a file with its descriptions for Datasette. Return both paths.

    Raises `UserError` if `path` is a file that is not an export.
    """
    _refuse_other(path)
    private_folder(path.parent)
    with export_database(export) as db:
        data, metadata = db.conn.serialize(), _metadata(db, export, path.stem)
    for end in BESIDE:  # left by an earlier export; SQLite would read them as part of this one
        path.with_name(path.name + end).unlink(missing_ok=True)
    write_private(path, data)
    beside = path.with_name(f"{path.stem}.metadata.json")
    write_private(beside, msgspec.json.format(msgspec.json.encode(metadata)) + b"\n")
    return [path, beside]


def _tables(export: Export) -> dict[str, _Table]:
    """Return the tables in an order in which each refers only to earlier ones."""
    match_columns = {name: column for name, column in _columns(MatchRow).items() if name != "seats"}
    of_a_match = {"match": _Column(str, may_be_null=False), "seat": _Column(int, may_be_null=False)}
    numbered = {"id": _Column(int, may_be_null=False)}
    split = [to_rows(match) for match in export.matches]
    bot = ("bot", "bots", "name")
    return {
        "tournament": _tournament(export),
        "bots": _Table(_columns(BotRow), plain_rows(export.bots), "name"),
        "matches": _Table(match_columns, (row for row, _ in split), "match"),
        "seats": _Table(
            of_a_match | _columns(SeatSummary),
            (seat for _, seats in split for seat in seats),
            ("match", "seat"),
            (("match", "matches", "match"), bot),
        ),
        "ratings": _Table(
            _columns(RatingRow), plain_rows(export.ratings), ("number", "bot"), (("number", "matches", "number"), bot)
        ),
        "fitted": _Table(_columns(BotRating), plain_rows(export.fitted), "bot", (bot,)),
        "facts": _Table(_columns(BotFacts), map(flat, plain_rows(export.facts)), "bot", (bot,)),
        "processes": _Table(numbered | _columns(ProcessRow), plain_rows(export.processes), "id", (bot,)),
        "voids": _Table(numbered | _columns(VoidRow), plain_rows(export.voids), "id"),
        "decisions": _Table(numbered | _columns(DecisionRow), plain_rows(export.decisions), "id"),
    }


def _tournament(export: Export) -> _Table:
    row = {
        "name": export.name,
        "game_id": export.game_id,
        "duplicate": export.duplicate,
        "matches": len(export.matches),
        "total": export.total,
        "commitment": export.commitment,
        "secret": export.secret,
        "identity": msgspec.json.encode(export.identity).decode(),
        "filter": export.filtered.text if export.filtered else "",
    }
    kinds = {"duplicate": int, "matches": int, "total": int}
    columns = {name: _Column(kinds.get(name, str), may_be_null=name == "secret") for name in row}
    return _Table(columns, [row], "name")


def _columns(row: type[Struct]) -> dict[str, _Column]:
    """Return the columns for a kind of row; fields that are neither numbers nor booleans become text."""
    return {field.encode_name: _column(inspect.type_info(field.type)) for field in msgspec.structs.fields(row)}


def _column(kind: inspect.Type) -> _Column:
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    (of,) = (one for one in kinds if not isinstance(one, inspect.NoneType))
    number = {inspect.IntType: int, inspect.BoolType: int, inspect.FloatType: float}
    return _Column(number.get(type(of), str), may_be_null=len(kinds) > 1)


def _add(db: sqlite_utils.Database, name: str, table: _Table) -> None:
    added = db.table(name).create(
        {column: one.kind for column, one in table.columns.items()},
        pk=table.key,
        foreign_keys=table.refers,
        not_null={column for column, one in table.columns.items() if not one.may_be_null},
        strict=True,
    )
    added.insert_all(dict(row) for row in table.rows)
    if name == "matches":
        added.create_index(["number"], unique=True)
    for column, *_ in table.refers:
        if column != added.pks[0]:
            added.create_index([column])


def _describe(db: sqlite_utils.Database) -> None:
    """Add the table that describes each table and column."""
    columns = {"table_name": str, "column_name": str, "description": str}
    db.table("descriptions").create(columns, pk=("table_name", "column_name"), not_null={*columns}, strict=True)
    for name, text in TABLES.items():
        said = {"": text} | {column.name: described(name, column.name) for column in _of(db, name)}
        db.table("descriptions").insert_all(
            {"table_name": name, "column_name": column, "description": words} for column, words in said.items()
        )


def _metadata(db: sqlite_utils.Database, export: Export, name: str) -> dict[str, object]:
    """Return the descriptions in the format that Datasette reads."""
    tables = {
        table: {
            "description": text,
            "columns": {column.name: described(table, column.name) for column in _of(db, table)},
        }
        for table, text in TABLES.items()
    }
    title = f"{export.name} ({export.game_id})"
    return {"title": title, "databases": {name: {"description": "A tournament between bots.", "tables": tables}}}


def _of(db: sqlite_utils.Database, name: str) -> list[sqlite_utils.db.Column]:
    """Return the columns of a table or view."""
    return (db.view(name) if name in VIEWS else db.table(name)).columns


def _refuse_other(path: Path) -> None:
    """Raise `UserError` if the file exists and is not an export, because it may be the tournament itself."""
    if is_there(path):
        with path.open("rb") as file:
            header = file.read(BYTES_OF_HEADER)
        if header[_PLACE_OF_ID] != APPLICATION_ID.to_bytes(4):
            raise UserError(f"{path}: this file already exists and is not an export; choose another name")
