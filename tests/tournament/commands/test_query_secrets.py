"""What a query and a database export may reveal while a tournament is played, and when it is over."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.tournament.commands.test_commands import tournament
from tests.tournament.commands.test_query import asked, refused
from tournament.storage.archive import open_archive


def test_while_matches_are_left_no_query_reaches_secret_ids_or_cards(tmp_path: Path, half_played: Path) -> None:
    with open_archive(half_played) as archive:
        secret, told, shown = archive.tournament.secret, archive.told_ids(), archive.shown()
        matches = archive.fixed()
        hidden = [archive.told_id(match) for match in matches if match not in shown]
        seeds = [archive.record(match).header.job().seed for match in matches]
    assert (len(matches), len(hidden)) == (11, 1)
    tournament("export", half_played, "--sqlite", tmp_path / "out.db")
    tables = sorted({row["table_name"] for row in asked(half_played, "SELECT table_name FROM descriptions")})
    tables += ["sqlite_schema"]
    answers = [json.dumps(asked(half_played, f'SELECT * FROM "{table}"')).encode() for table in tables]
    everything = b"".join([*answers, *(path.read_bytes() for path in tmp_path.iterdir())])
    assert secret.commitment.hex().encode() in everything
    assert all(one.encode() in everything for one in told.values())
    for unknown in (secret.reveal(), *seeds):
        assert unknown not in everything
        assert unknown.hex().encode() not in everything
    assert not [one for one in hidden if one.encode() in everything]
    for table in ("main.tournament", "temp.tournament", '"tournament"'):
        assert refused(half_played, f"SELECT plan FROM {table}")
    for table in ("records", "begun", "_sqlite_migrations", "sqlite_dbpage"):
        assert "no such table" in refused(half_played, f"SELECT * FROM {table}")
    with pytest.raises(sqlite3.OperationalError), closing(sqlite3.connect(tmp_path / "out.db")) as db:
        db.execute("SELECT * FROM records")


def test_when_all_is_played_the_secret_is_told(database: Path) -> None:
    with open_archive(database) as archive:
        secret = archive.tournament.secret.reveal().hex()
    assert asked(database, "SELECT secret FROM tournament") == [{"secret": secret}]
    assert asked(database, "SELECT count(*) AS unknown FROM matches WHERE match_id IS NULL") == [{"unknown": 0}]
