"""Random damage: `verify` names it, and `repair` succeeds as long as plan, secret and a record are sound."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.damages import Damaged
from tests.support.databases import in_database
from tests.support.tournaments import a_plan_text, play_slot
from tests.tournament.commands.test_commands import tournament
from tournament.plan.reading import parse_plan
from tournament.storage.rows import ProcessRow
from tournament.storage.store import open_store
from tournament.storage.summary import finished

KEPT = Path(__file__).parents[2] / "kept"
PLAN = a_plan_text("greedy random first", seats=3, seed=2, deals=4)
FEW, MANY = range(12), range(12, 212)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament that was killed at its end: half of it is still in the -wal."""
    folder = tmp_path_factory.mktemp("killed")
    (folder / "plan.toml").write_text(PLAN)
    plan = parse_plan(PLAN)
    process = ProcessRow(
        bot="first",
        command="first",
        why="ended",
        failed=True,
        wall_s=1.0,
        cpu_s=1.0,
        memory_bytes=1,
        output="x" * 5000,
        ended_unix_s=1.0,
    )
    for half in (slice(0, 6), slice(6, 12)):
        with open_store(folder / "living.db", plan, duplicate=True) as store:
            for slot in store.slots[half]:
                store.begin(slot)
                store.add(slot, finished(play_slot(slot, plan, store.secret)))
                store.add_process(process)
            store.add_void(slot, "the host failed")
            for end in ("", "-wal"):
                shutil.copyfile(folder / f"living.db{end}", folder / f"t.db{end}")
    return folder


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of an earlier version."""
    folder = tmp_path_factory.mktemp("kept")
    for path, name in [("plans/keepers-1.toml", "plan.toml"), ("plans/keepers-1-cards.toml", "keepers-1-cards.toml")]:
        shutil.copyfile(KEPT / path, folder / name)
    shutil.copyfile(KEPT / "databases/keepers-1.db", folder / "t.db")
    return folder


def check_no_dead_end(folder: Path, seed: int) -> None:
    path, plan = folder / "t.db", folder / "plan.toml"
    total = len(in_database(path, "SELECT 1 FROM matches")) if not path.with_name("t.db-wal").exists() else 12
    damaged = Damaged(path, seed)
    about = f"seed {seed}: {damaged.what}"
    reading = [
        ("show",),
        ("export", "--records", "-o", folder / "e", "--sqlite", folder / "e.db"),
        ("report", "--replays", "-o", folder / "r"),
    ]
    read = [tournament(*words, path, code=None) for words in reading]
    verified = tournament("verify", path, code=None)
    for result in (*read, verified):
        assert result.exit_code in {0, 1}, (about, result.output)
        assert result.exit_code == 0 or verified.exit_code == 1, (about, "verify names all that others cannot read")
    repaired = tournament("repair", path, code=None)
    if not (damaged.plan_is_sound and damaged.sound) and repaired.exit_code == 1:
        assert repaired.stderr.startswith("Error: "), (about, repaired.output)
        assert "Traceback" not in repaired.stderr, (about, repaired.output)
        return
    assert repaired.exit_code == 0, (about, repaired.output)
    found = tournament("verify", path, code=None)
    assert found.exit_code == 0, (about, found.output)
    assert {match for (match,) in in_database(path, "SELECT match FROM matches")} >= damaged.sound, about
    for words in [*reading, ("run", "--no-check", plan, "--db")]:
        result = tournament(*words, path, code=None)
        assert result.exit_code in {0, 5}, (about, result.output)
    said = tournament("verify", path, code=None)
    assert f"{total} matches and" in said.stdout, about
    assert said.exit_code == 0, (about, said.output)


@pytest.mark.parametrize("seed", FEW)
def test_after_repair_a_damaged_tournament_goes_on(killed: Path, tmp_path: Path, seed: int) -> None:
    check_no_dead_end(Path(shutil.copytree(killed, tmp_path / "copy")), seed)


@pytest.mark.long
@pytest.mark.parametrize("which", ["killed", "kept"])
@pytest.mark.parametrize("seed", MANY)
def test_after_repair_any_damaged_tournament_goes_on(
    request: pytest.FixtureRequest, tmp_path: Path, seed: int, which: str
) -> None:
    check_no_dead_end(Path(shutil.copytree(request.getfixturevalue(which), tmp_path / "copy")), seed)
