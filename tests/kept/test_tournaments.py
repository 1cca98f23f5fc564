"""A plan and a database that were written once: every later version reads them, and goes on with what was begun.

`plans/NAME.toml` is a plan with nearly all keys of its shape, and `databases/NAME.db` was written from it by
`tournament run tests/kept/plans/NAME.toml --db tests/kept/databases/NAME.db`. Neither is ever changed. A version that
changes the shape of plans, the schema of databases or the rules of the game adds a pair of its own.
"""

from __future__ import annotations

import csv
import json
import shutil
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.kernel.game import find_game
from tests.support.tournaments import a_plan
from tests.tournament.commands.test_commands import tournament
from tournament.plan.draw import slots_of
from tournament.plan.plan import VERSION
from tournament.plan.reading import read_plan
from tournament.storage.archive import open_archive
from tournament.storage.database import Database
from tournament.storage.store import open_store

HERE = Path(__file__).parent
PLANS = sorted(path for path in (HERE / "plans").glob("*.toml") if not path.stem.endswith("-cards"))
EVERY = pytest.mark.parametrize("name", [path.stem for path in PLANS])
MATCHES = 8


def plan_of(name: str) -> Path:
    return HERE / "plans" / f"{name}.toml"


def a_copy(name: str, folder: Path) -> Path:
    """A copy of the kept database, which may be written."""
    return Path(shutil.copyfile(HERE / "databases" / f"{name}.db", folder / "t.db"))


def has_same_rules(database: Path) -> bool:
    """Whether the game still has the rules that the tournament was played by."""
    with open_archive(database) as archive:
        tournament = archive.tournament
    version: str = tournament.identity["rules.version"]
    return find_game(tournament.game_id).rules_version == version


def test_every_shape_has_left_a_plan_and_every_plan_a_database() -> None:
    assert {read_plan(path).plan for path in PLANS} == set(range(1, VERSION + 1))
    assert {path.stem for path in (HERE / "databases").glob("*.db")} == {path.stem for path in PLANS}


@EVERY
def test_the_plan_still_says_what_it_said(name: str) -> None:
    plan = read_plan(plan_of(name))
    assert (plan.run.concurrency, plan.rating.anchors, plan.time_control.bank_ms) == (2, {"random": 1500}, 60_000)
    assert (plan.format.challengers, plan.others) == (["mine"], ["random", "first"])
    assert plan.card_set_digest == "7e25e3d0e9c6016964e8569c46ca5d52"
    assert len(slots_of(plan, duplicate=True)) == MATCHES


@EVERY
def test_the_database_is_shown_reported_and_exported(tmp_path: Path, name: str) -> None:
    database = a_copy(name, tmp_path)
    shown = json.loads(tournament("show", database, "--json").stdout)
    assert (shown["matches"], shown["total"], shown["game_id"]) == (MATCHES, MATCHES, "keepers")
    assert shown["bots"][0]["bot"] == "mine"
    words = ["--replays"] if has_same_rules(database) else ["--no-replays"]
    tournament("report", database, "-o", tmp_path / "report", *words)
    tournament("export", database, "-o", tmp_path / "data", "--records")
    with (tmp_path / "data" / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len({row["match_id"] for row in rows}) == len({row["match"] for row in rows}) == MATCHES
    tournament("rate", tmp_path / "data" / "results.csv")


@EVERY
def test_the_database_is_verified(tmp_path: Path, name: str) -> None:
    database = a_copy(name, tmp_path)
    if has_same_rules(database):
        assert f"{MATCHES} matches and 8 ratings: all as it should be" in tournament("verify", database).stdout
    else:
        assert "it was played by version" in tournament("verify", database, code=1).stdout


@EVERY
def test_the_tournament_goes_on(tmp_path: Path, name: str) -> None:
    """With matches of its last deal still to be played."""
    database = a_copy(name, tmp_path)
    if not has_same_rules(database):
        refused = tournament("run", plan_of(name), "--db", database, code=1).stderr
        assert "rules.version: " in refused
        return
    with closing(Database(database)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        for table in ("seats", "records", "matches"):
            db.execute(f"DELETE FROM {table} WHERE match LIKE 'd002%'")
    with open_store(database, read_plan(plan_of(name)), duplicate=False) as store:
        assert len(store.archive.fixed()) == MATCHES // 2
    said = tournament("run", plan_of(name), "--db", database).stderr
    assert "is not what it was" not in said, "a digest of a bot is reckoned otherwise"
    assert f"{MATCHES} matches and 8 ratings: all as it should be" in tournament("verify", database).stdout


@pytest.mark.parametrize(
    ("bots", "settings", "digest"),
    [
        pytest.param(4, {"seats": 3}, "113de313b3cc40d4", id="all tables"),
        pytest.param(20, {"seats": 4, "tables": 30, "duplicate": False}, "f8c6d716b217fd9a", id="a sample"),
        pytest.param(
            12,
            {"seats": 3, "tables": 10, "kind": "gauntlet", "challengers": ["b0", "b1"]},
            "3a4740970ada6f85",
            id="gauntlet",
        ),
    ],
)
def test_a_plan_gives_the_same_schedule_for_ever(bots: int, settings: dict[str, Any], digest: str) -> None:
    """Else a tournament that was begun would have matches that its plan does not have."""
    plan = a_plan(" ".join(f"b{number}=first" for number in range(bots)), deals=3, seed=7, **settings)
    slots = [(slot.match, slot.bots) for slot in slots_of(plan, duplicate=plan.format.duplicate is not False)]
    assert blake2b(msgspec.json.encode(slots), digest_size=8).hexdigest() == digest
