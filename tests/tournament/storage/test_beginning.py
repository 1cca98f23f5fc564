"""How a database begins: completely or not at all, so that no copy and no lost -wal silently restarts a tournament."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.tournaments import a_plan, a_plan_text, play_slot
from tests.tournament.commands.test_commands import tournament
from tournament.errors import UserError
from tournament.storage import store as storing
from tournament.storage.archive import open_archive
from tournament.storage.store import open_store
from tournament.storage.summary import finished

PLAN = a_plan(seed=3)


def test_plan_and_secret_are_in_the_file_itself_from_the_first_moment(tmp_path: Path) -> None:
    with open_store(tmp_path / "t.db", PLAN, duplicate=True) as store:
        shutil.copyfile(tmp_path / "t.db", tmp_path / "copy.db")
        slot = store.slots[0]
        store.add(slot, finished(play_slot(slot, PLAN, store.secret)))
        shutil.copyfile(tmp_path / "t.db", tmp_path / "later.db")
    for copy in ("copy.db", "later.db"):
        with open_archive(tmp_path / copy) as archive:
            assert archive.tournament.secret.reveal() == store.secret.reveal()
            assert archive.fixed() == []


def header_alone(path: Path) -> None:
    """What an earlier version left when its -wal was lost."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")


@pytest.mark.parametrize("make", [header_alone, lambda path: path.touch()], ids=["header alone", "empty"])
def test_a_file_without_tables_is_refused_and_stays_as_it_is(tmp_path: Path, make: object) -> None:
    path, plan = tmp_path / "t.db", tmp_path / "plan.toml"
    plan.write_text(a_plan_text())
    make(path)  # type: ignore[operator]
    before = path.read_bytes()
    for words in [("run", plan, "--db"), ("show",), ("verify",), ("export", "-o", tmp_path / "e")]:
        said = tournament(*words, path, code=1).stderr
        assert f"Error: {path}: it contains no tournament, because it has no tables. If it is a copy, " in said
        assert "the file -wal beside the original" in said
        assert "`sqlite3 ORIGINAL '.backup COPY'`" in said
    assert path.read_bytes() == before
    assert "Error: " in tournament("repair", path, code=1).stderr
    assert path.read_bytes() == before


def test_an_empty_file_costs_nothing_of_what_waits_beside_it(tmp_path: Path) -> None:
    """SQLite would remove the -wal of an empty file."""
    living = tmp_path / "living.db"
    with open_store(living, PLAN, duplicate=True) as store:
        for slot in store.slots:
            store.add(slot, finished(play_slot(slot, PLAN, store.secret)))
        shutil.copyfile(tmp_path / "living.db-wal", tmp_path / "t.db-wal")
    (tmp_path / "t.db").touch()
    before = (tmp_path / "t.db-wal").read_bytes()
    tournament("show", tmp_path / "t.db", code=1)
    tournament("verify", tmp_path / "t.db", code=1)
    assert (tmp_path / "t.db-wal").read_bytes() == before


def test_where_only_the_wal_is_left_no_tournament_begins(tmp_path: Path) -> None:
    path, plan = tmp_path / "t.db", tmp_path / "plan.toml"
    plan.write_text(a_plan_text())
    (tmp_path / "t.db-wal").write_bytes(b"what was stored last")
    for words in [("run", plan, "--db"), ("show",), ("repair",)]:
        said = tournament(*words, path, code=1).stderr
        assert "there is no such file, but its newest data is in t.db-wal; restore the file" in said
    assert not path.exists()


def test_a_beginning_that_fails_or_is_killed_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.db"

    def full(*_: object, **__: object) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as failing:
        failing.setattr(storing, "_begin", full)
        with pytest.raises(UserError, match="no space is left on the disk"), open_store(path, PLAN, duplicate=True):
            pass
    assert {file.name for file in tmp_path.iterdir()} == {"t.db.lock"}
    for end in ("", "-wal", "-journal"):
        path.with_name(f"t.db.part{end}").write_bytes(b"left by a run that was killed")
    with open_store(path, PLAN, duplicate=True) as store:
        assert store.archive.fixed() == []
    assert {file.name for file in tmp_path.iterdir()} == {"t.db", "t.db.lock"}
