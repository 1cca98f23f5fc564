"""kill -9 of the runner at random matches, for each format: afterwards the contest is as if nothing had happened."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.end_to_end.test_tournament_crashes import done, stored, wait_for
from tests.support.runner_process import running
from tests.support.tournaments import a_plan_text, play_left
from tournament.plan.reading import parse_plan
from tournament.storage.store import open_store
from tournament.storage.verifying import verify_archive

BOTS = "a=greedy b=random c=first d=greedy e=random f=first g=greedy"
FORMATS = {
    "swiss": a_plan_text(BOTS, kind="swiss", deals=2, deals_from_seed=True, duplicate=True),
    "knockout": a_plan_text(BOTS, kind="knockout", elimination="double", deals=2, deals_from_seed=True, duplicate=True),
    "adaptive": a_plan_text(BOTS, schedule="adaptive", deals=2, deals_from_seed=True, duplicate=True),
    "groups": a_plan_text(BOTS, kind="groups", deals=2, deals_from_seed=True, duplicate=True),
    "ladder": a_plan_text(BOTS, kind="ladder", matches=60, deals_from_seed=True, duplicate=True),
}
IN_SHORT = ["ladder"]
"""The others take the same way through the runner."""


def check_kills(folder: Path, text: str, *, kills: int) -> None:
    """Plays a contest in a process that is killed so often, at random matches, and compares it with an unbroken one."""
    plan, database = folder / "plan.toml", folder / "t.db"
    plan.write_text(text)
    with open_store(folder / "unbroken.db", parse_plan(text), duplicate=True) as store:
        matches = len(play_left(store))
        unbroken = store.tournament.drawn
    goals = sorted(Random(text).sample(range(1, matches - 5), kills))
    for goal in goals:
        with running(plan, database) as runner:
            wait_for(runner, database, goal)
            runner.kill()
    assert goals[-1] <= done(database) < matches
    with open_store(database, parse_plan(text), duplicate=True) as store:
        play_left(store)
        assert store.tournament.drawn == unbroken
        assert verify_archive(store.archive).faults == []
    assert stored(database) == stored(folder / "unbroken.db")


@pytest.mark.parametrize("name", IN_SHORT)
def test_a_contest_whose_runner_is_killed_is_the_same(tmp_path: Path, name: str) -> None:
    check_kills(tmp_path, FORMATS[name], kills=2)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", FORMATS)
def test_a_contest_whose_runner_is_killed_often_is_the_same(tmp_path: Path, name: str) -> None:
    check_kills(tmp_path, FORMATS[name], kills=8)
