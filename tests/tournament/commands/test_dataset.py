"""`tournament export --dataset`: every decision of a finished tournament, and nothing that its seat could not see."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.kernel.ranking import Result
from referee.kernel.record import Cause
from referee.kernel.seats import Seat
from referee.learning import Space, rewards_of
from tests.support.shell import tournament
from tournament.storage.archive import open_archive


def exported(database: Path, file: Path, *more: str) -> dict[str, Any]:
    assert tournament("export", database, "--dataset", file, *more).stdout.strip() == str(file)
    with np.load(file) as loaded:
        return {name: loaded[name] for name in loaded.files if name.endswith("referee.json") is False}


def test_each_decision_is_a_row(database: Path, tmp_path: Path) -> None:
    """The rows are compared with episodes that are played again from the records, in another way."""
    data = exported(database, tmp_path / "d.npz", "--all-seats")
    space = Space("keepers", 2)
    row = 0
    with open_archive(database) as archive:
        records = [archive.record(match) for match in archive.shown()]
    assert [*data["matches"]] == [record.header.name for record in records]
    for number, record in enumerate(records):
        episode = space.episode(record.header.job().start())
        assert record.end is not None
        rewards = rewards_of(Result(record.end.places, record.end.scores, record.end.reason))
        for step in record.steps:
            everything = [episode.observe(Seat(seat)) for seat in range(2)]
            for answer in step.answers:
                seat = Seat(answer.seat)
                options = episode.match.asked[seat]
                assert (data["observation"][row] == episode.observe()).all()
                mask = np.unpackbits(data["mask"][row], count=len(data["action_names"]))
                assert (mask == episode.mask()).all()
                assert space.actions.option_of(int(data["action"][row]), seat) == options[answer.option]
                assert data["chosen"][row] == (answer.cause is Cause.CHOSEN)
                assert data["reward"][row] == pytest.approx(rewards[seat])
                assert data["seat"][row] == episode.seat == seat
                assert data["bots"][data["bot"][row]] == record.header.bots[seat]
                assert (data["match"][row], data["step"][row], data["rated"][row]) == (number, step.step, True)
                assert (data["all_observations"][row] == everything).all()
                episode.step(int(data["action"][row]))
                row += 1
    assert {len(data[name]) for name in data if name not in {"bots", "matches"} and "names" not in name} == {row}
    assert row > 300
    assert [*data["observation_names"]] == space.observations.names
    assert [*data["action_names"]] == space.actions.names


def test_a_row_shows_its_own_seat_alone_unless_asked(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "d.npz"
    data = exported(database, file)
    assert "all_observations" not in data
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["d.npz"]
    again = exported(database, file)
    assert all((data[name] == again[name]).all() for name in data), "an earlier dataset is replaced"


def test_a_running_tournament_has_no_dataset(half_played: Path, tmp_path: Path) -> None:
    done = tournament("export", half_played, "--dataset", tmp_path / "d.npz", code=1)
    assert "matches are still to be played, and a dataset shows their deals: 11 of 12 are played" in done.output
    assert [*tmp_path.iterdir()] == []


def test_what_cannot_be_written_is_refused(database: Path, tmp_path: Path) -> None:
    other = tmp_path / "mine.npz"
    other.write_text("my thesis", encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.npz")
    for name, why in (
        ("d.csv", "must end in .npz"),
        ("mine.npz", "exists and is not a dataset: choose another name"),
        ("pipe.npz", "exists and is not a dataset: choose another name"),
    ):
        assert why in tournament("export", database, "--dataset", tmp_path / name, code=1).output
    assert other.read_text(encoding="utf-8") == "my thesis"
    assert (
        "--all-seats needs --dataset FILE"
        in tournament("export", database, "-o", tmp_path / "data", "--all-seats", code=1).output
    )
    done = tournament("export", database, "--records", "--dataset", tmp_path / "d.npz", code=1)
    assert "no output given: use -o DIR" in done.output


def test_damaged_records_are_named_after_all_others_were_written(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "t.db"
    shutil.copy(database, copy)
    with sqlite3.connect(copy) as db:
        ((first,),) = db.execute("SELECT match FROM matches ORDER BY number LIMIT 1")
        db.execute("UPDATE records SET packed = x'00' WHERE match = ?", [first])
    db.close()
    done = tournament("export", copy, "--dataset", tmp_path / "d.npz", code=1)
    assert f"decisions not exported, because the records are damaged: {first}" in done.output
    with np.load(tmp_path / "d.npz") as loaded:
        assert len(loaded["matches"]) == 11
