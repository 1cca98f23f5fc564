"""The schema: databases of every version are read and upgraded, completely or not at all."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from sqlite3 import IntegrityError, OperationalError

import msgspec
import pytest
import sqlite_utils
from referee_client.v1 import match_pb2

from referee.kernel.record import Record, SeatEnd
from tests.support.databases import in_database
from tests.support.tournaments import a_plan, play_slot
from tournament.errors import UserError
from tournament.plan.draw import slots_of
from tournament.storage.archive import open_archive
from tournament.storage.migrations import MIGRATIONS, READ_WITHOUT, migrate
from tournament.storage.store import Store, open_store
from tournament.storage.summary import MatchSummary, finished

PLAN = a_plan(seed=3)
EVERY_SCHEMA = list(MIGRATIONS)


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    """The record of every match of the plan."""
    return {slot.match: play_slot(slot, PLAN) for slot in slots_of(PLAN, duplicate=True)}


def play_all(store: Store, records: dict[str, Record]) -> None:
    for slot in store.slots:
        store.add(slot, finished(records[slot.match]))


@pytest.mark.parametrize("left_out", sorted(READ_WITHOUT))
def test_a_database_without_what_was_added_with_a_default_is_read(
    tmp_path: Path, records: dict[str, Record], left_out: str
) -> None:
    path = tmp_path / "t.db"
    with open_store(path, PLAN, duplicate=True) as store:
        play_all(store, records)
        kept = list(store.archive.matches())
    in_database(path, "DROP TABLE drawn")
    in_database(path, "ALTER TABLE tournament DROP COLUMN drawing")
    if left_out < "m007_drawn":
        in_database(path, "DROP TABLE keys")
        for column in ("begun_before", "begun_until"):
            in_database(path, f"ALTER TABLE processes DROP COLUMN {column}")
    for table in ("seats", "bots") if left_out < "m006_keys" else ():
        in_database(path, f"ALTER TABLE {table} DROP COLUMN code")
    if left_out < "m005_code":
        in_database(path, "DROP TABLE decisions")
    columns = ("tournament DROP COLUMN history", "tournament DROP COLUMN closed", "matches DROP COLUMN edition")
    for column in columns if left_out < "m005_code" else ():
        in_database(path, f"ALTER TABLE {column}")
    if left_out < "m004_decisions":
        in_database(path, "ALTER TABLE seats DROP COLUMN defaults")
        kept = [uncounted(match) for match in kept]
    if left_out == "m002_starved":
        in_database(path, "ALTER TABLE matches DROP COLUMN rated")
        in_database(path, "ALTER TABLE matches DROP COLUMN starved")
    in_database(path, "DELETE FROM _sqlite_migrations WHERE name >= ?", [left_out])
    with open_archive(path) as archive:
        assert list(archive.matches()) == kept
        assert (archive.decisions(), archive.annulled(), archive.edition_of(kept[0].match)) == ([], set(), 0)
    with open_store(path, PLAN, duplicate=True) as store:
        assert list(store.archive.matches()) == kept


def uncounted(match: MatchSummary) -> MatchSummary:
    """A match that was stored before defaults were counted."""
    seats = tuple(msgspec.structs.replace(seat, defaults=None) for seat in match.seats)
    return msgspec.structs.replace(match, seats=seats)


@pytest.mark.parametrize("newest", EVERY_SCHEMA)
def test_a_database_of_every_schema_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, newest: str) -> None:
    path = tmp_path / "t.db"
    with monkeypatch.context() as earlier:
        for later in reversed(EVERY_SCHEMA[EVERY_SCHEMA.index(newest) + 1 :]):  # they return last in, first out
            earlier.delitem(MIGRATIONS, later)
        with open_store(path, PLAN, duplicate=True):
            pass
    with open_store(path, PLAN, duplicate=True) as store:
        assert len(store.slots) == 12


def test_a_step_of_the_schema_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the next run would take it for the database of another program."""
    monkeypatch.setitem(
        MIGRATIONS, "m999_broken", lambda db: db.executescript("CREATE TABLE more (x); CREATE TABLE more (x)")
    )
    with closing(sqlite_utils.Database(tmp_path / "t.db")) as db:
        with pytest.raises(OperationalError, match="already exists"):
            migrate(db)
        assert db.table_names() == []


STRIKES = """
-- Strikes are never taken back; this comment has a semicolon.
CREATE TRIGGER strikes_stay BEFORE UPDATE OF strikes ON seats WHEN new.strikes < old.strikes
BEGIN
    SELECT 'one; two';
    SELECT RAISE(ABORT, 'a strike stays');
END;
ALTER TABLE matches ADD COLUMN note TEXT NOT NULL DEFAULT 'a; b'
"""


def test_a_step_may_have_a_trigger_and_change_a_table_that_others_refer_to(
    tmp_path: Path, records: dict[str, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a tournament that has been played."""
    path = tmp_path / "t.db"
    with open_store(path, PLAN, duplicate=True) as store:
        play_all(store, records)
        kept = list(store.archive.matches())
    monkeypatch.setitem(MIGRATIONS, "m998_strikes", lambda db: db.executescript(STRIKES))
    monkeypatch.setitem(MIGRATIONS, "m999_remarks", lambda db: db.table("matches").transform(rename={"note": "remark"}))
    with open_store(path, PLAN, duplicate=True) as store:
        assert list(store.archive.matches()) == kept
    assert in_database(path, "SELECT DISTINCT remark FROM matches") == [("a; b",)]
    assert in_database(path, "PRAGMA foreign_key_check") == []
    for wrong in ("forfeited = 2", "number = 1", "steps = 'many'", "reason = NULL"):
        with pytest.raises(IntegrityError):
            in_database(path, f"UPDATE matches SET {wrong}")
    in_database(path, "UPDATE seats SET strikes = 2")
    with pytest.raises(IntegrityError, match="a strike stays"):
        in_database(path, "UPDATE seats SET strikes = 1")


def test_how_a_seat_ended_is_said_in_the_words_of_the_wire(tmp_path: Path) -> None:
    with open_store(tmp_path / "t.db", PLAN, duplicate=True):
        pass
    (words,) = re.findall(
        r"end IN \((.*?)\)", in_database(tmp_path / "t.db", "SELECT sql FROM sqlite_master WHERE name = 'seats'")[0][0]
    )
    on_the_wire = {name.removeprefix("SEAT_END_").lower() for name in match_pb2.SeatEnd.DESCRIPTOR.values_by_name} - {
        "unspecified"
    }
    assert {word.strip(" '") for word in words.split(",")} == on_the_wire == set(SeatEnd)


def test_a_database_of_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with open_store(path, PLAN, duplicate=True):
        pass
    newer = (
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('tournament', 'm999_newer', 'then')"
    )
    in_database(path, newer)
    with pytest.raises(UserError, match="made by a newer version"), open_archive(path):
        pass
    with pytest.raises(UserError, match="made by a newer version"), open_store(path, PLAN, duplicate=True):
        pass
