"""kill -9 at random moments: of the runner, a worker, bots. Afterwards the tournament is as if nothing had happened."""

from __future__ import annotations

import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import psutil
import pytest

from tests.support.runner_process import RunnerProcess, running
from tests.support.tournaments import a_plan_text
from tests.support.waiting import wait_until
from tournament.plan.draw import slots_of
from tournament.plan.reading import parse_plan
from tournament.storage.archive import open_archive
from tournament.storage.verifying import verify_archive

BOTS = "first random greedy"
SETTINGS = {"deals": 2, "seed": 11, "deals_from_seed": True}
TIME = '[time]\ndecision = "20s"\nstartup = "30s"'

Stored = tuple[list[tuple[str, list[str], list[int], list[int]]], list[tuple[int, str, float, float]]]


def stored(database: Path) -> Stored:
    """All that must be the same: each match with its result, in order, and every rating."""
    with open_archive(database) as archive:
        matches = [
            (
                match.match,
                [seat.bot for seat in match.seats],
                [seat.place for seat in match.seats],
                [seat.score for seat in match.seats],
            )
            for match in archive.matches()
        ]
        return matches, archive.ratings()


def done(database: Path) -> int:
    """How many matches are stored; 0 as long as there is no tournament in the file.

    It is asked again and again beside a runner that may play all matches within a second, so it must be quick.
    """
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
            return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])
    except sqlite3.Error:
        return 0


def wait_for(runner: RunnerProcess, database: Path, goal: int) -> None:
    """Waits until so many matches are stored, or all is over."""
    wait_until(lambda: done(database) >= goal or runner.is_over())


def kill_some(
    runner: RunnerProcess, database: Path, goals: Sequence[int], find: Callable[[], list[psutil.Process]]
) -> None:
    """Kills one of what `find` finds at the beginning, which is certain, and later if it is not over by then."""
    randomly = Random(len(goals))
    for goal in (0, *goals):
        wait_for(runner, database, goal)
        wait_until(lambda: find() or runner.is_over())
        kill_one(find(), randomly)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """The same tournament without any trouble."""
    folder = tmp_path_factory.mktemp("undisturbed")
    plan = folder / "plan.toml"
    plan.write_text(a_plan_text(BOTS, extra=TIME, duplicate=True, **SETTINGS))
    with running(plan, folder / "t.db") as runner:
        assert runner.wait() == 0
    return stored(folder / "t.db")


@pytest.fixture
def plan(tmp_path: Path) -> Callable[[int], Path]:
    def write(workers: int) -> Path:
        path = tmp_path / "plan.toml"
        text = a_plan_text(BOTS, extra=TIME, duplicate=True, in_process=False, workers=workers, **SETTINGS)
        path.write_text(text)
        return path

    return write


def check_whole(plan: Path, database: Path, undisturbed: Stored) -> None:
    """Every match of the plan is there once, with the result and the ratings of the undisturbed run."""
    matches, ratings = stored(database)
    wanted = [slot.match for slot in slots_of(parse_plan(plan.read_text()), duplicate=True)]
    assert Counter(match[0] for match in matches) == Counter(wanted)
    assert (matches, ratings) == undisturbed
    with open_archive(database) as archive:
        assert verify_archive(archive).faults == []


def finish(plan: Path, database: Path) -> None:
    with running(plan, database) as runner:
        code = runner.wait()
        runner.log.seek(0)
        assert code == 0, runner.log.read()


def kill_one(processes: list[psutil.Process], randomly: Random) -> None:
    if processes:
        with suppress(psutil.NoSuchProcess):
            randomly.choice(processes).kill()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_runner_goes_on(
    tmp_path: Path, plan: Callable[[int], Path], undisturbed: Stored, workers: int
) -> None:
    path, database, randomly = plan(workers), tmp_path / "t.db", Random(workers)
    for goal in (1, 4):
        with running(path, database) as runner:
            wait_for(runner, database, goal)
            time.sleep(randomly.random() / 10)  # so that it is killed anywhere in its work
            runner.kill()
            runner.log.seek(0)
            assert "Traceback" not in runner.log.read()  # its workers ended silently
    assert 0 < done(database) < len(undisturbed[0])
    finish(path, database)
    check_whole(path, database, undisturbed)


def test_a_killed_worker_is_replaced_and_its_match_played_again(
    tmp_path: Path, plan: Callable[[int], Path], undisturbed: Stored
) -> None:
    path, database = plan(2), tmp_path / "t.db"
    with running(path, database) as runner:
        kill_some(runner, database, [4], lambda: workers if len(workers := runner.workers()) == 2 else [])
        assert runner.wait() == 0
        runner.log.seek(0)
        assert "a worker process ended" in runner.log.read()
    check_whole(path, database, undisturbed)


def test_killed_bots_come_back_to_their_match(tmp_path: Path, plan: Callable[[int], Path], undisturbed: Stored) -> None:
    path, database = plan(1), tmp_path / "t.db"
    with running(path, database) as runner:
        kill_some(runner, database, [3, 6], runner.bots)
        assert runner.wait() == 0
    check_whole(path, database, undisturbed)
    with open_archive(database) as archive:
        failed = [process for process in archive.processes() if process.failed]
        assert failed, "the killed processes are named"
        assert [process.why for process in failed if "killed by SIGKILL" not in process.why] == []


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGINT, id="SIGINT"),
        pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.long),
    ],
)
def test_a_stopped_runner_says_that_it_can_go_on(
    tmp_path: Path, plan: Callable[[int], Path], undisturbed: Stored, number: int
) -> None:
    path, database = plan(1), tmp_path / "t.db"
    with running(path, database) as runner:
        wait_for(runner, database, 2)
        runner.interrupt(number)
        assert runner.wait() == 3
    assert 2 <= done(database) < len(undisturbed[0])
    finish(path, database)
    check_whole(path, database, undisturbed)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_thirty_random_kills(tmp_path: Path, plan: Callable[[int], Path], undisturbed: Stored) -> None:
    randomly = Random(2026)
    kills = Counter[str]()
    tournament = 0
    while kills.total() < 30:
        tournament += 1
        path, database = plan(1 + tournament % 2), tmp_path / f"{tournament}.db"
        for _ in range(3):
            kills.update(_disturb(path, database, randomly))
        finish(path, database)
        check_whole(path, database, undisturbed)
    print(f"{dict(kills)} in {tournament} tournaments")


def _disturb(plan: Path, database: Path, randomly: Random) -> list[str]:
    """Runs the tournament for a while, and kills workers and bots, and the runner last; returns who was killed."""
    killed = []
    with running(plan, database) as runner:
        for victim in randomly.choices(["worker", "bot"], k=randomly.randrange(3)):
            _wait(runner, randomly.uniform(0.5, 3))
            candidates = runner.workers() if victim == "worker" else runner.bots()
            kill_one(candidates, randomly)
            killed += [victim] * bool(candidates)
        _wait(runner, randomly.uniform(0.2, 3))
        if not runner.is_over():
            runner.kill()
            killed.append("runner")
    return killed


def _wait(runner: RunnerProcess, seconds: float) -> None:
    """Lets it play for so long, so that what is killed next is anywhere in its work."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not runner.is_over():
        time.sleep(0.01)
