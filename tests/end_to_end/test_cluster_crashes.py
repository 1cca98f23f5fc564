"""kill -9 of workers, nannies, scheduler and runner: afterwards the tournament is as if nothing had happened."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from tests.end_to_end.test_tournament_crashes import Stored, done, stored
from tests.support.cluster import Cluster, Service, a_cluster, code_of, start_runner
from tests.support.tournaments import a_plan_text
from tests.support.waiting import PATIENCE, wait_until
from tests.tournament.commands.test_commands import tournament

SETTINGS: dict[str, Any] = {"seed": 11, "deals_from_seed": True, "duplicate": False}
KILLS = 30
MATCHES = 60
SECONDS = 1800.0
THINKS = """
import time
from referee_client import run
class Bot:
    def choose(self, turn):
        time.sleep(0.02)
        return {choice}
run(Bot)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder for temporary files of all processes."""
    (tmp_path / "tmp").mkdir()
    return tmp_path / "tmp"


def undisturbed(plan: Path) -> Stored:
    """What one process makes of a plan."""
    database = plan.with_name("undisturbed.db")
    tournament("run", plan, "--db", database, "--no-check")
    return stored(database)


@pytest.mark.timeout(300)  # it starts five programs, one after the other
def test_a_worker_is_killed(tmp_path: Path, folder: Path) -> None:
    """The short form of the campaign."""
    plan, database = tmp_path / "plan.toml", tmp_path / "t.db"
    plan.write_text(a_plan_text("first random greedy", deals=10, **SETTINGS))
    with a_cluster(folder, 2) as cluster:
        runner = start_runner(cluster, plan, database)
        wait_until(lambda: done(database) or runner.process.poll() is not None)
        cluster.workers[0].process.kill()
        assert code_of(runner) == 0
    assert stored(database) == undisturbed(plan)


def test_a_run_that_is_interrupted_on_a_cluster_goes_on_without_one(tmp_path: Path) -> None:
    plan, database = tmp_path / "plan.toml", tmp_path / "t.db"
    plan.write_text(a_plan_text("first random greedy", deals=10, **SETTINGS))
    words = ["run", str(plan), "--db", str(database), "--cluster", "local:2"]
    with subprocess.Popen(
        [sys.executable, "-m", "tournament", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as runner:
        wait_until(lambda: done(database) or runner.poll() is not None)
        runner.send_signal(signal.SIGINT)
        _, said = runner.communicate(timeout=PATIENCE)
    assert b"Traceback" not in said
    assert runner.returncode == (0 if done(database) == 30 else 3), said
    tournament("run", plan, "--db", database)
    assert stored(database) == undisturbed(plan)


@pytest.mark.long
@pytest.mark.timeout(SECONDS + 300)
def test_campaign_of_kills(tmp_path: Path, folder: Path) -> None:
    """3 workers, 60 matches, 30 kills of whatever runs; everything that was killed is started again."""
    plan, database = tmp_path / "plan.toml", tmp_path / "t.db"
    for name, choice in (("low", "0"), ("high", "len(turn.options) - 1"), ("middle", "len(turn.options) // 2")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text(THINKS.format(choice=choice))
    bots = "".join(
        f'[[bots]]\nname = "{name}"\ncommand = {json.dumps(["python", str(tmp_path / name / "bot.py")])}\n'
        for name in ("low", "high", "middle")
    )
    time = '[time]\ndecision = "20s"\nstartup = "60s"\n'
    text = a_plan_text("", extra=time + bots, in_process=False, deals=MATCHES // 3, **SETTINGS)
    plan.write_text(text)
    randomly = Random(7)
    with a_cluster(folder, 3, nannies=True) as cluster:
        runner = start_runner(cluster, plan, database)
        killed: list[str] = []
        for number in range(KILLS):
            play_to(2 * number, cluster, runner, database)
            killed.append(kill_one(cluster, runner, randomly))
        play_to(MATCHES, cluster, runner, database)
        assert code_of(runner) == 0
    print(killed)
    assert {*killed} == {"worker", "nanny", "scheduler", "runner"}
    assert stored(database) == undisturbed(plan)
    tournament("verify", database)


def play_to(goal: int, cluster: Cluster, runner: Service, database: Path) -> None:
    """Wait until so many matches are stored, and start again what has ended."""

    def is_there() -> bool:
        if done(database) >= goal:
            return True
        cluster.keep()
        runner.keep()
        return False

    wait_until(is_there, patience=SECONDS)


def kill_one(cluster: Cluster, runner: Service, randomly: Random) -> str:
    kind = randomly.choices(["worker", "nanny", "scheduler", "runner"], [4, 2, 1, 2])[0]
    nanny = randomly.choice(cluster.workers)
    process: psutil.Process = {
        "worker": next((one for one in nanny.children() if "spawn_main" in " ".join(one.cmdline())), nanny.process),
        "nanny": nanny.process,
        "scheduler": cluster.scheduler.process,
        "runner": runner.process,
    }[kind]
    process.kill()
    return kind
