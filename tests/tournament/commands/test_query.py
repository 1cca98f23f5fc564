"""`tournament query` and `tournament export --sqlite`: a tournament as tables, for users of SQL."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlite_utils

from tests.support.databases import in_database
from tests.support.tournaments import a_plan, a_plan_text
from tests.support.waiting import PATIENCE
from tests.tournament.commands.conftest import CRASH
from tests.tournament.commands.test_commands import tournament
from tournament.report.descriptions import TABLES
from tournament.report.exporting import export_of
from tournament.report.sqlite_export import VIEWS
from tournament.storage.archive import open_archive
from tournament.storage.rows import VoidRow

TEXT = a_plan_text("first random greedy", deals=2, duplicate=True)
PLAN = a_plan("first random greedy", deals=2, duplicate=True)
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"


@pytest.fixture
def exported(tmp_path: Path, database: Path) -> Iterator[sqlite_utils.Database]:
    tournament("export", database, "--sqlite", tmp_path / "out" / "spring.db")
    with closing(sqlite_utils.Database(tmp_path / "out" / "spring.db")) as db:
        yield db


def asked(database: Path, sql: str, *words: object) -> list[dict[str, Any]]:
    """Return the rows of a query."""
    rows: list[dict[str, Any]] = json.loads(tournament("query", database, sql, "--json", *words).stdout)
    return rows


def refused(database: Path, sql: str, *words: object) -> str:
    """Return the error about a query that is refused."""
    done = tournament("query", database, sql, *words, code=1)
    assert not done.stdout
    return done.stderr


def test_the_tables_have_what_an_export_has(exported: sqlite_utils.Database, database: Path) -> None:
    with open_archive(database) as archive:
        export = export_of(archive)
    told = msgspec.to_builtins(export)
    rows = {table: [*exported.table(table).rows] for table in exported.table_names()}
    assert [row["name"] for row in rows["bots"]] == ["first", "random", "greedy"]
    assert [{**row, "rated": bool(row["rated"])}["match_id"] for row in rows["matches"]] == [
        match["match_id"] for match in told["matches"]
    ]
    assert len(rows["seats"]) == 2 * len(rows["matches"]) == 24
    assert [(row["number"], row["bot"], row["rating"]) for row in rows["ratings"]] == [
        (row["number"], row["bot"], row["rating"]) for row in told["ratings"]
    ]
    assert [row["elo"] for row in rows["facts"]] == [row["elo"] for row in told["facts"]]
    assert [row["standing"] for row in rows["fitted"]] == [row["standing"] for row in told["fitted"]]
    assert {**rows["processes"][-1], "failed": True} == {**msgspec.to_builtins(CRASH), "id": len(rows["processes"])}
    assert msgspec.convert(rows["voids"][0], VoidRow).void_reason == "the machine failed"
    assert [(row["secret"], row["matches"], row["total"]) for row in rows["tournament"]] == [(told["secret"], 12, 12)]


def test_every_bot_match_and_number_that_a_row_names_is_there(exported: sqlite_utils.Database) -> None:
    refers = {
        (table.name, key.column, key.other_table, key.other_column)
        for table in exported.tables
        for key in table.foreign_keys
    }
    assert refers == {
        *((table, "bot", "bots", "name") for table in ("seats", "ratings", "fitted", "facts", "processes")),
        ("seats", "match", "matches", "match"),
        ("ratings", "number", "matches", "number"),
    }
    assert exported.execute("PRAGMA foreign_key_check").fetchall() == []
    assert exported.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert all(table.strict for table in exported.tables)


def test_every_table_and_column_is_described_there_and_for_datasette(
    exported: sqlite_utils.Database, tmp_path: Path
) -> None:
    there = {(name, "") for name in [*exported.table_names(), *exported.view_names()]}
    there |= {(table.name, column.name) for table in exported.tables for column in table.columns}
    there |= {(view.name, column.name) for view in exported.views for column in view.columns}
    said = {(row["table_name"], row["column_name"]): row["description"] for row in exported.table("descriptions").rows}
    assert said.keys() == there
    metadata = json.loads((tmp_path / "out" / "spring.metadata.json").read_text())
    tables = metadata["databases"]["spring"]["tables"]
    assert {(name, ""): table["description"] for name, table in tables.items()} | {
        (name, column): text for name, table in tables.items() for column, text in table["columns"].items()
    } == said


def test_the_views_say_what_the_program_says(exported: sqlite_utils.Database, database: Path, tmp_path: Path) -> None:
    assert set(VIEWS) == {*exported.view_names()} < set(TABLES)
    tournament("export", database, "-o", tmp_path / "data")
    with (tmp_path / "data" / "results.csv").open(newline="") as file:
        results = [*csv.DictReader(file)]
    assert list(results[0]) == [column.name for column in exported.view("results").columns]
    for column in ("match", "block", "bot", "place", "seat", "match_id", "score", "end"):
        assert [str(row[column]) for row in exported.view("results").rows] == [row[column] for row in results]
    shown = json.loads(tournament("show", database, "--json").stdout)
    standings = [*exported.view("standings").rows]
    assert [row["bot"] for row in standings] == [bot["bot"] for bot in shown["bots"]]
    assert [(row["rating"], row["share"]) for row in standings] == [
        (rating["rating"], rating["share"]) for rating in shown["fit"]["ratings"]
    ]
    points = {row["bot"]: 0.0 for row in standings}
    for row in exported.view("pairs").rows:
        points[row["bot"]] += row["points"]
    assert points == {row["bot"]: row["share"] * row["matches"] for row in standings}


def test_it_is_private_and_replaces_nothing_but_an_earlier_one(
    tmp_path: Path, database: Path, half_played: Path
) -> None:
    file = tmp_path / "spring.db"
    before = os.umask(0)
    try:
        said = tournament("export", half_played, "--sqlite", file).stdout
    finally:
        os.umask(before)
    assert said.split() == [str(file), str(tmp_path / "spring.metadata.json")]
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {
        "spring.db": 0o600,
        "spring.metadata.json": 0o600,
    }
    tournament("export", database, "--sqlite", file)
    with closing(sqlite_utils.Database(file)) as db:
        assert db.table("matches").count == 12
    (tmp_path / "notes.txt").write_text("mine")
    was = {path: path.read_bytes() for path in (database, half_played, tmp_path / "notes.txt")}
    for other in was:
        said = tournament("export", database, "--sqlite", other, code=1).stderr
        assert f"{other}: this file already exists and is not an export; choose another name" in said
    assert {path: path.read_bytes() for path in was} == was


@pytest.mark.parametrize(("words", "says"), [
    pytest.param([], "no output given: use -o DIR, --sqlite FILE or --dataset FILE", id="no place"),
    pytest.param(["--records", "--sqlite", "x.db"], "no output given: use -o DIR", id="records in no folder"),
])  # fmt: skip
def test_an_export_wants_a_place(database: Path, words: list[str], says: str) -> None:
    assert says in tournament("export", database, *words, code=1).stderr


def test_a_query_is_answered_as_a_table_as_csv_and_as_json(database: Path) -> None:
    sql = "SELECT bot, why, NULL AS missing, output, x'00ff' AS bytes, 1 AS bot, command FROM processes WHERE failed"
    row = {"bot": "first", "why": "it fell", "missing": None, "output": "\x1b[2J", "bytes": "00ff", "bot_2": 1}
    assert asked(database, sql) == [row | {"command": "=run"}]
    printed = tournament("query", database, sql, "--csv").stdout
    assert [*csv.reader(io.StringIO(printed))] == [
        [*row, "command"],
        ["first", "it fell", "", "\\x1b[2J", "00ff", "1", "'=run"],
    ]
    table = tournament("query", database, sql).stdout
    assert table.splitlines() == [
        "bot    why      missing  output   bytes  bot_2  command",
        "first  it fell        -  \\x1b[2J  00ff       1  =run",
    ]


def test_a_value_has_one_line_in_a_table_and_is_cut_there_alone(database: Path) -> None:
    sql = "SELECT 'a' || char(10) || 'b' AS short, replace(hex(zeroblob(99)), '0', 'x') AS long"
    assert tournament("query", database, sql).stdout.splitlines()[1] == rf"a\x0ab  {97 * 'x'}..."
    assert asked(database, sql) == [{"short": "a\nb", "long": 198 * "x"}]


def test_an_answer_without_rows_has_its_columns(database: Path) -> None:
    sql = "SELECT name, kind FROM bots WHERE 0"
    assert asked(database, sql) == []
    assert tournament("query", database, sql, "--csv").stdout == "name,kind\n"
    assert tournament("query", database, sql).stdout == "name  kind\n"


def test_what_is_stored_as_json_can_be_queried(database: Path) -> None:
    sql = "SELECT value FROM tournament, json_each(identity) WHERE key = 'tournament.game'"
    assert asked(database, sql) == [{"value": "keepers"}]


def test_of_many_rows_the_table_has_the_first_and_says_so(database: Path) -> None:
    done = tournament("query", database, f"{ENDLESS} LIMIT 1001")
    assert len(done.stdout.splitlines()) == 1001
    assert "Only 1000 rows printed; use --limit to print more." in done.stderr
    assert len(asked(database, f"{ENDLESS} LIMIT 1001")) == 1001
    assert len(asked(database, ENDLESS, "--limit", 3)) == 3
    assert tournament("query", database, f"{ENDLESS} LIMIT 3", "--limit", 3).stderr == ""


@pytest.mark.parametrize("sql", [
    "DELETE FROM bots", "INSERT INTO voids SELECT * FROM voids", "UPDATE bots SET kind = ''", "DROP TABLE bots",
    "CREATE TEMP TABLE mine (x)", "CREATE VIEW mine AS SELECT 1", "ATTACH 't.db' AS mine", "BEGIN", "VACUUM",
    "VACUUM INTO 'copy.db'", "PRAGMA query_only = OFF", "PRAGMA writable_schema = ON", "REINDEX", "ANALYZE",
    "DELETE FROM bots RETURNING name", "WITH all_bots AS (SELECT 1) DELETE FROM bots",
])  # fmt: skip
def test_a_statement_that_does_more_than_read_is_refused(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = database.read_bytes()
    assert "this SQL would change something; use one SELECT or WITH ... SELECT statement" in refused(database, sql)
    assert (database.read_bytes(), [*tmp_path.iterdir()]) == (before, [])


@pytest.mark.parametrize(("sql", "says"), [
    pytest.param("", "this SQL has no statement; write e.g.", id="nothing"),
    pytest.param("/* nothing */", "this SQL has no statement; write e.g.", id="a comment"),
    pytest.param("SELEC", 'SQLite cannot run this SQL: near "SELEC": syntax error', id="a wrong word"),
    pytest.param("SELECT * FROM games", "no such table: games; `SELECT * FROM descriptions` lists all", id="no table"),
    pytest.param("SELECT nam FROM bots", "no such column: nam; `SELECT * FROM descr", id="no column"),
    pytest.param("SELECT 1; SELECT 2", "You can only execute one statement at a time", id="two statements"),
    pytest.param("SELECT ?", "Incorrect number of bindings", id="a place for a value"),
    pytest.param("SELECT hex(zeroblob(1e8))", "a value in the query is too large: at most 16 MiB", id="a huge value"),
    pytest.param("SELECT '\udcff'", "this SQL is not valid UTF-8 text", id="no text"),
    pytest.param("SELECT readfile('t.db')", "no such function: readfile", id="another file"),
])  # fmt: skip
def test_what_is_wrong_with_a_query_is_said(database: Path, sql: str, says: str) -> None:
    assert says in refused(database, sql)


def test_numbers_that_add_up_to_more_than_sqlite_holds_are_named(tmp_path: Path, database: Path) -> None:
    path = tmp_path / "t.db"
    path.write_bytes(database.read_bytes())
    in_database(path, "UPDATE seats SET decisions = 9223372036854775807")
    assert "the table facts cannot be exported: Python int too large" in refused(path, "SELECT 1")
    said = tournament("export", path, "--sqlite", tmp_path / "out.db", code=1).stderr
    assert "the table facts cannot be exported" in said
    assert "`tournament verify` names every match that is damaged" in said
    assert not (tmp_path / "out.db").exists()


def test_only_one_form_is_printed(database: Path) -> None:
    assert "--csv and --json cannot be combined: use one of them" in refused(database, "SELECT 1", "--csv", "--json")


def test_a_query_without_end_is_given_up(database: Path) -> None:
    said = refused(database, f"{ENDLESS} WHERE i < 0", "--timeout", "5ms")
    assert "the query was stopped after 0.005 s; allow more time with --timeout" in said


def test_ctrl_c_ends_a_query_between_two_rows(database: Path) -> None:
    command = [sys.executable, "-m", "tournament", "query", str(database), f"{ENDLESS} WHERE i <= 3", "--csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(3)] == ["i\n", "1\n", "2\n"]
        process.send_signal(signal.SIGINT)  # SQLite is looking for a row that never comes
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said.strip()) == (3, "interrupted")
