"""Database files that have malformed pages, are truncated or lack some tables: repair reads page by page."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.support.damages import chains_of
from tests.support.databases import in_database
from tests.tournament.commands.test_commands import tournament
from tests.tournament.storage.test_damage import MATCHES, folder, ids, pristine, standings, without_times

__all__ = ["folder", "pristine"]


def pages_of(folder: Path, table: str) -> list[int]:
    pages = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype != 'internal'"
    return [page for (page,) in in_database(folder / "t.db", pages, [table])]


def garble(path: Path, page: int) -> None:
    """Overwrite a page of 4096 bytes with garbage."""
    whole = bytearray(path.read_bytes())
    whole[(page - 1) * 4096 : page * 4096] = Random(page).randbytes(4096)
    path.write_bytes(whole)


def test_a_malformed_page_among_the_records_costs_no_match_but_its_own(folder: Path) -> None:
    pages = pages_of(folder, "records")
    garble(folder / "t.db", pages[len(pages) // 2])
    assert "greedy" in standings(folder)
    said = tournament("verify", folder / "t.db", code=1).stdout
    damaged = next(line for line in said.splitlines() if line.startswith("damaged: "))
    assert "malformed" in said
    repaired = tournament("repair", folder / "t.db").stdout
    assert "removed: " in repaired
    assert 0 < damaged.count("d0") < MATCHES
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    assert "12 matches and 12 ratings: all as it should be" in tournament("verify", folder / "t.db").stdout


@pytest.mark.parametrize(
    ("table", "mendable"),
    [
        *[(table, True) for table in ("matches", "seats", "records", "ratings", "processes", "voids", "begun")],
        *[(f"sqlite_autoindex_{table}_1", True) for table in ("matches", "seats", "records", "ratings", "bots")],
        *[("tournament", False), ("bots", True), ("sqlite_schema", True)],
    ],
)
def test_a_malformed_page_anywhere_is_named_and_no_traceback_ends_a_command(
    folder: Path, table: str, mendable: bool
) -> None:
    for page in pages_of(folder, table):
        garble(folder / "t.db", page)
    commands = [("show",), ("run", folder / "plan.toml", "--db"), ("report", "-o", folder / "r", "--no-replays")]
    for words in [*commands, ("export", "-o", folder / "e", "--records")]:
        tournament("verify", folder / "t.db", code=1)
        result = tournament(*words, folder / "t.db", code=None)
        assert result.exit_code in {0, 1}, result.output
        if result.exit_code == 1:
            assert "t.db" in result.stderr
    tournament("repair", folder / "t.db", code=0 if mendable else 1)
    if mendable:
        tournament("run", folder / "plan.toml", "--db", folder / "t.db")
        tournament("verify", folder / "t.db")


@pytest.mark.parametrize(
    "table",
    ["matches", "seats", "ratings", *(f"sqlite_autoindex_{table}_1" for table in ("matches", "seats", "records"))],
)
def test_no_malformed_page_but_one_of_records_costs_a_match(folder: Path, table: str) -> None:
    before = standings(folder)
    for page in pages_of(folder, table):
        garble(folder / "t.db", page)
    assert "sound matches: 12\n" in tournament("repair", folder / "t.db").stdout
    assert "12 matches and 12 ratings: all as it should be" in tournament("verify", folder / "t.db").stdout
    assert without_times(standings(folder)) == without_times(before)


def test_records_behind_a_malformed_page_are_found_without_an_index(folder: Path) -> None:
    pages = pages_of(folder, "records")
    for page in [pages[len(pages) // 2], *pages_of(folder, "sqlite_autoindex_records_1")]:
        garble(folder / "t.db", page)
    said = tournament("repair", folder / "t.db").stdout
    forgotten = next(line for line in said.splitlines() if line.startswith("removed: "))
    first, *_, last = sorted(ids(folder))
    assert {first, last} == {"d001-t001-r0", "d004-t001-r2"}
    assert 0 < forgotten.count("d0") < MATCHES - 2


@pytest.mark.parametrize("share", [0.9, 0.6, 0.3])
def test_of_a_copy_that_broke_off_all_records_that_are_there_are_saved(folder: Path, share: float) -> None:
    path = folder / "t.db"
    data = path.read_bytes()
    there = int(len(data) * share)
    last = there // 4096  # complete pages
    ends = [max(pages) for pages in chains_of(path, "records").values()]
    # Of a record that ends on the page that was cut, everything may still be there: the rest of the page is unused.
    at_least, at_most = (sum(end <= page for end in ends) for page in (last, last + 1))
    path.write_bytes(data[:there])
    said = tournament("show", path, code=1).stderr
    assert f"the file is truncated: it has {there} of its {len(data)} bytes; `tournament verify`" in said
    assert "`tournament repair` saves what can be saved" in tournament("verify", path, code=1).stderr
    (sound,) = re.findall(r"^sound matches: (\d+)$", tournament("repair", path).stdout, re.MULTILINE)
    assert at_least <= int(sound) <= at_most
    assert f"{MATCHES - int(sound)} to play" in tournament("run", folder / "plan.toml", "--db", path).stderr
    assert "12 matches and 12 ratings: all as it should be" in tournament("verify", path).stdout


@pytest.mark.parametrize(
    "table", ["tournament", "bots", "matches", "seats", "records", "ratings", "_sqlite_migrations"]
)
def test_a_lost_table_is_damage_and_does_not_make_it_the_database_of_something_else(folder: Path, table: str) -> None:
    in_database(folder / "t.db", f"DROP TABLE {table}")
    said = tournament("verify", folder / "t.db", code=1).output
    assert "`tournament repair" in said
    assert "another program" not in said


def test_records_of_a_table_that_is_gone_are_found_on_its_pages(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "t.db")) as db:
        db.execute("PRAGMA secure_delete = OFF")  # otherwise some builds of SQLite wipe them
        db.execute("DROP TABLE records")
    tournament("verify", folder / "t.db", code=1)
    said = tournament("repair", folder / "t.db").stdout
    kept = int(said.split("sound matches: ")[1].split()[0])
    assert kept >= MATCHES - 4, "SQLite overwrites the first of the pages that it frees, and no other"
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    tournament("verify", folder / "t.db")


def test_a_link_to_a_database_stays_a_link_when_that_is_repaired(folder: Path) -> None:
    link = folder / "link.db"
    link.symlink_to(folder / "t.db")
    in_database(folder / "t.db", "UPDATE ratings SET rating = 1 WHERE number = 5")
    tournament("repair", link)
    assert link.is_symlink()
    tournament("verify", folder / "t.db")


def test_what_lies_beside_a_damaged_file_is_never_taken_for_the_new_ones(folder: Path) -> None:
    """SQLite would write the old pages into the new file."""
    path = folder / "t.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("UPDATE ratings SET rating = 2 WHERE number = 6")
        wal = (folder / "t.db-wal").read_bytes()
    garble(path, 1)  # so that no reader moves the -wal's contents into the file
    (folder / "t.db-wal").write_bytes(wal)
    tournament("repair", path)
    assert not (folder / "t.db-wal").exists()
    assert (folder / "t.db.damaged-wal").read_bytes() == wal
    tournament("verify", path)
