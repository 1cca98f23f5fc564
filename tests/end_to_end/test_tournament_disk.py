"""`tournament` on disks that are full, read-only or in use: one plain sentence, and the same command continues."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.databases import in_database
from tests.support.disks import SmallDisk, small_disk
from tests.support.shell import quoted
from tests.support.tournaments import a_plan_text
from tests.support.waiting import PATIENCE, wait_until
from tests.tournament.commands.test_commands import finished_in
from tests.tournament.commands.test_commands import tournament as command

PLAN = a_plan_text("greedy random first", deals=4)
LOCKS = """
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
if sys.argv[2] == "EXCLUSIVE":  # nobody may even read
    db.execute("PRAGMA journal_mode = DELETE")
db.execute(f"BEGIN {sys.argv[2]}")
print("locked", flush=True)
sys.stdin.read()
"""


def tournament(*words: object, code: int = 0) -> str:
    """What the command says, all of it; there must be no traceback in it."""
    said = command(*words, code=code).output
    assert "Traceback" not in said
    return said


def run_apart(plan: Path, database: Path, code: int = 0) -> str:
    """What `run` says as a process of its own, its workers included."""
    words = [sys.executable, "-m", "tournament", "run", str(plan), "--db", str(database)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE * 2, check=False)
    said = ended.stdout + ended.stderr
    assert "Traceback" not in said
    assert ended.returncode == code, said
    return said


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk", "12m") as disk:
        yield disk


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_on_a_full_disk_says_so_and_goes_on_with_the_same_command(
    plan: Path, disk: SmallDisk, workers: int
) -> None:
    database = disk.path / "t.db"
    plan.write_text(a_plan_text("greedy random first", deals=10, workers=workers))
    disk.fill(leave=300_000)
    said = run_apart(plan, database, code=1)
    assert f"Error: {database}: no space is left on the disk; make room there" in said
    assert said.count("no space is left") == 1
    assert ": 0 of " not in tournament("show", database)
    disk.empty()
    again = run_apart(plan, database)
    assert "already played" in again
    assert "all as it should be" in tournament("verify", database)


def test_a_run_that_can_not_even_begin_on_a_full_disk_says_so(plan: Path, disk: SmallDisk) -> None:
    disk.fill()
    assert "no space is left on the disk" in tournament("run", plan, "--db", disk.path / "t.db", code=1)
    disk.empty()
    tournament("run", plan, "--db", disk.path / "t.db")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a tournament, for all tests that only read it."""
    return finished_in(tmp_path_factory.mktemp("finished"), PLAN)


@pytest.fixture
def played(tmp_path: Path, finished: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(finished, tmp_path / "t.db"))


@pytest.mark.parametrize("words", [("report",), ("export",), ("export", "--records")], ids=" ".join)
def test_what_is_written_to_a_full_disk_is_named_and_written_again_by_the_same_command(
    played: Path, disk: SmallDisk, words: tuple[str, ...]
) -> None:
    folder = disk.path / "out"
    disk.fill(leave=10_000)
    said = tournament(*words, played, "-o", folder, code=1)
    assert f"Error: {folder}" in said
    assert "no space is left on the disk; make room there" in said
    assert not list(folder.rglob("*.part"))
    disk.empty()
    tournament(*words, played, "-o", folder)
    assert {mode_of(path) for path in [folder, *folder.rglob("*")]} <= {0o600, 0o700}


def test_a_finished_tournament_can_be_read_where_nothing_can_be_written(
    played: Path, plan: Path, disk: SmallDisk
) -> None:
    database = Path(shutil.copy(played, disk.path / "t.db"))
    before = tournament("show", played)
    disk.read_only()
    assert tournament("show", database) == before
    assert "all as it should be" in tournament("verify", database)
    tournament("report", database, "-o", played.parent / "report")
    assert f"Error: {database}: the disk is read-only" in tournament("run", plan, "--db", database, code=1)
    said = tournament("report", database, "-o", disk.path / "report", code=1)
    assert f"Error: {disk.path / 'report'}: the disk is read-only" in said


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 1.5])
def test_repair_on_a_full_disk_leaves_nothing_and_the_same_command_goes_on_later(
    played: Path, disk: SmallDisk, share: float
) -> None:
    """Wherever it stops: while it writes the new file, or while it copies the old one aside."""
    database = Path(shutil.copy(played, disk.path / "t.db"))
    in_database(database, "UPDATE ratings SET rating = 1")
    before = database.read_bytes()
    disk.fill(leave=int(share * len(before)))
    said = tournament("repair", database, code=1)
    assert f"Error: {database}: no space is left on the disk; make room there" in said
    empty = {f"t.db{end}" for end in ("-wal", "-shm")}  # SQLite may leave them even where it only reads
    assert {path.name for path in disk.path.iterdir()} - empty == {"t.db", "t.db.lock", "ballast"}
    assert database.read_bytes() == before
    disk.empty()
    assert "sound matches: 24" in tournament("repair", database)
    assert "all as it should be" in tournament("verify", database)


def test_a_finished_tournament_can_be_read_on_a_full_disk(played: Path, disk: SmallDisk) -> None:
    database = Path(shutil.copy(played, disk.path / "t.db"))
    disk.fill()
    assert tournament("show", database) == tournament("show", played)


@contextmanager
def lock_held(database: Path, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Another program is in the middle of writing."""
    words = [sys.executable, "-c", LOCKS, str(database), kind]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        try:
            yield
        finally:
            process.communicate("")


def test_another_program_that_holds_the_lock_is_named_as_the_cause(played: Path, plan: Path) -> None:
    for table in ("records", "seats", "matches"):
        in_database(played, f"DELETE FROM {table}")
    with lock_held(played):
        said = tournament("run", plan, "--db", played, code=1)
        assert f"Error: {played}: another program holds the lock of this database" in said
        assert ": 0 of 24" in tournament("show", played)
    tournament("run", plan, "--db", played)


def test_a_database_that_cannot_be_looked_into_is_not_taken_for_damaged(played: Path) -> None:
    with lock_held(played, "EXCLUSIVE"):
        said = tournament("repair", played, code=1)
    assert f"Error: {played}: another program holds the lock of this database" in said
    assert {path.name for path in played.parent.iterdir()} & {"t.db.part", "t.db.damaged"} == set()
    assert "nothing to repair" in tournament("repair", played)


def test_a_lock_that_is_taken_in_the_middle_ends_the_run_plainly(plan: Path, tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    plan.write_text(a_plan_text("greedy random first", deals=60))
    words = [sys.executable, "-m", "tournament", "run", str(plan), "--db", str(database)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: stored(database) > 3)
        with lock_held(database):
            _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1, said
    assert "another program holds the lock of this database" in said
    assert "Traceback" not in said
    assert ": 0 of 180" not in tournament("show", database)


def stored(database: Path) -> int:
    if not database.exists():  # to look into it would make an empty one
        return 0
    try:
        return len(in_database(database, "SELECT match FROM matches"))
    except sqlite3.Error:
        return 0


@pytest.mark.parametrize(
    ("place", "message"),
    [
        pytest.param("folder", "folder: this is a folder; name a file", id="a folder"),
        pytest.param("none/t.db", "t.db: there is no folder '", id="no folder"),
        pytest.param("plan.toml/t.db", "there is no folder '", id="a file for a folder"),
        pytest.param("plan.toml", "plan.toml: not the database of a tournament", id="another file"),
    ],
)
def test_a_place_where_no_database_can_be_is_named(plan: Path, place: str, message: str) -> None:
    (plan.parent / "folder").mkdir()
    said = tournament("run", plan, "--db", plan.parent / place, code=1)
    assert message in said
    assert ".lock" not in said
    assert said.startswith("Error: ")
    assert tournament("show", plan.parent / place, code=1).startswith("Error: ")


@pytest.mark.parametrize("umask", ["000", "022"])
def test_a_database_is_private_from_its_first_byte(plan: Path, umask: str) -> None:
    plan.write_text(a_plan_text("greedy random first", deals=60))
    database = plan.with_name("t.db")
    words = f"umask {umask}; exec {quoted(sys.executable, '-m', 'tournament', 'run', plan, '--db', database)}"
    with subprocess.Popen(["sh", "-c", words], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        modes: dict[str, int] = {}
        wanted = {"t.db", "t.db-wal", "t.db-shm", "t.db.lock"}
        while not wanted <= set(modes) and process.poll() is None:
            modes |= {path.name: mode for path in plan.parent.glob("t.db*") if (mode := mode_of(path)) is not None}
        process.terminate()
    assert wanted <= set(modes)
    assert modes.pop("t.db.gallery", 0o700) == 0o700, "it leads to a folder, for the sockets"
    assert set(modes.values()) == {0o600}


def mode_of(path: Path) -> int | None:
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:  # SQLite has removed it
        return None
