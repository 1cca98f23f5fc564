"""A cluster may have more places than there are matches left; a result must not wake all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from tests.support.tournaments import a_plan
from tests.tournament.run.test_runner import KnobEngine, a_store
from tournament.run.runner import Outcome, Runner
from tournament.schedule.scheduler import Scheduler
from tournament.schedule.slots import Slot

PLACES = 100


def test_places_without_a_match_are_not_woken_by_each_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = a_plan(deals=10)
    asked = 0
    issue = Scheduler.issue

    def noted(self: Scheduler) -> Slot | None:
        nonlocal asked
        asked += 1
        return issue(self)

    monkeypatch.setattr(Scheduler, "issue", noted)
    with a_store(tmp_path, plan) as store:
        matches = len(store.slots)
        runner = Runner(plan, store, lambda _: None)
        trio.run(runner.run, KnobEngine(plan, capacity=PLACES))
        assert runner.outcome() is Outcome.COMPLETE
    assert len(store.slots) == matches
    assert asked <= matches + 2 * PLACES
