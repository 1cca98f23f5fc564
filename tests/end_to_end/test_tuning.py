"""`tournament tune` with bot processes: killed and resumed, with one worker or two, it is the same curve."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support import tunable_bot
from tests.support.runner_process import running
from tests.support.waiting import wait_until
from tests.tournament.commands.test_commands import tournament
from tests.tournament.run.test_tuning import text_of

BATCHES, DEALS = 2, 1


def plan_in(folder: Path) -> Path:
    folder.mkdir()
    bot = json.dumps(["python", tunable_bot.__file__])
    time = '[time]\nstartup = "60s"\ndecision = "20s"'
    text = text_of(batches=BATCHES, deals=DEALS, extra=time).replace('command = ["true"]', f"command = {bot}")
    (folder / "tune.toml").write_text(text)
    return folder / "tune.toml"


def tuned(plan: Path, *words: str) -> Any:
    done = tournament("tune", plan, "--db", plan.with_suffix(".db"), "--no-check", "--json", *words)
    return json.loads(done.stdout)


def stored(plan: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{plan.with_suffix('.db')}?mode=ro", uri=True)) as db:
            return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])
    except sqlite3.Error:
        return 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A plan that was played without an interruption, and its course."""
    plan = plan_in(tmp_path_factory.mktemp("tune") / "whole")
    return plan, tuned(plan)


def test_a_tuning_that_is_killed_goes_on_from_its_database_with_any_number_of_workers(
    tmp_path: Path, whole: tuple[Path, Any]
) -> None:
    plan = plan_in(tmp_path / "killed")
    for goal in (1, 3):  # in the middle of the first batch and of the second
        with running(plan, plan.with_suffix(".db"), command="tune") as runner:
            wait_until(lambda goal=goal, runner=runner: stored(plan) >= goal or runner.is_over())  # type: ignore[misc]
            runner.kill()
    assert tuned(plan, "--workers", "2") == whole[1]
    assert stored(plan) == BATCHES * DEALS * 2


def test_the_curve_is_shown_as_text_and_as_a_picture(tmp_path: Path, whole: tuple[Path, Any]) -> None:
    plan, facts = whole
    database = plan.with_suffix(".db")
    assert [batch["number"] for batch in facts["course"]["batches"]] == [1, 2]
    said = tournament("tune", plan, "--db", database).stdout
    assert "Tuning mine: 2 of 2 batches played" in said
    for batch in facts["course"]["batches"]:
        assert f"{batch['number']}" in said
        assert f"{batch['after']['SKILL']:.4g}" in said
    assert "not known yet" in said
    shown = tournament("show", database).stdout
    assert said.strip() in shown
    assert "the plan changed" not in shown
    assert json.loads(tournament("show", database, "--json").stdout)["tuning"] == facts
    tournament("report", database, "-o", tmp_path, "--no-replays")
    page = (tmp_path / "index.html").read_text()
    section = page.split("<h2>Tuning mine</h2>")[1].split("</section>")[0]
    assert section.count("<polyline") == 1
    points = section.split('points="')[1].split('"')[0].split()
    assert len(points) == 1 + BATCHES


def test_a_plan_that_tunes_is_not_run_as_a_tournament(whole: tuple[Path, Any], tmp_path: Path) -> None:
    for words in (["run", whole[0], "--db", tmp_path / "other.db"], ["check", whole[0]]):
        assert "this plan tunes bot mine: use `tournament tune`" in tournament(*words, code=1).stderr
