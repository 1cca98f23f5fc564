"""Matches that are begun again: with other cards where a bot could remember the old ones."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from referee_client.bots import BOTS
from referee_client.session import Session

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from tests.support.inprocess import play_in_process
from tests.support.tournaments import a_plan
from tests.tournament.commands.test_commands import tournament
from tests.tournament.run.test_runner import KnobEngine, void
from tests.tournament.run.test_secret import PLAN
from tournament.plan.draw import job_of
from tournament.plan.plan import Plan
from tournament.run.runner import Runner
from tournament.storage.store import Store, open_store
from tournament.storage.summary import finished

REMEMBERING = '[[bots]]\nname = "mine"\ncommand = ["./mine"]\n'


@pytest.mark.parametrize(
    ("plan", "duplicate", "attempts"),
    [
        pytest.param(a_plan("first", extra=REMEMBERING, in_process=False), False, [0, 1, 2], id="bots could remember"),
        pytest.param(
            a_plan("first", extra=REMEMBERING, in_process=False), True, [0, 0, 0], id="other rotations fix it"
        ),
        pytest.param(
            a_plan("first", extra=REMEMBERING, in_process=False, deals_from_seed=True), False, [0, 0, 0], id="by number"
        ),
        pytest.param(a_plan("first random"), False, [0, 0, 0], id="bots that are built in"),
    ],
)
def test_a_match_that_is_begun_again_is_dealt_anew_if_a_bot_could_remember_its_cards(
    tmp_path: Path, plan: Plan, duplicate: bool, attempts: list[int]
) -> None:
    begun_before = []
    for _run in attempts:  # as after a kill: nothing is left but the database
        with open_store(tmp_path / "t.db", plan, duplicate=duplicate) as store:
            begun_before.append(store.begin(store.slots[0]))
    assert begun_before == attempts


def test_a_void_match_is_played_again_with_other_cards(tmp_path: Path) -> None:
    """By a process that was kept, and so could remember the cards of the match that was broken off."""
    plan = a_plan("first other=random", deals=1)
    jobs: list[MatchJob] = []

    def void_once(job: MatchJob, record: Record) -> Record:
        jobs.append(job)
        return void(record) if len(jobs) == 1 else record

    with open_store(tmp_path / "t.db", plan, duplicate=False) as store:
        remembering = Store(store._db, store.slots, store.secret, store.ladder, deals_anew=True)
        trio.run(Runner(plan, remembering, lambda _: None).run, KnobEngine(plan, void_once))
        first, again = jobs
        assert (first.name, first.attempt, again.name, again.attempt) == ("d001-t001-r0", 0, "d001-t001-r0", 1)
        for told in ("seed", "salt", "match_id"):
            assert getattr(first, told) != getattr(again, told)
        assert again.seed == store.secret.seed(1, 1, 1)
        (stored,) = store.archive.fixed()
        header = store.archive.record(stored).header
        assert (header.attempt, header.match_id) == (1, again.match_id)


def test_verify_takes_a_further_attempt_only_where_matches_are_dealt_anew(tmp_path: Path) -> None:
    """Else whoever runs a tournament could choose among deals."""
    with open_store(tmp_path / "t.db", PLAN, duplicate=True) as store:
        for slot in store.slots:
            job = job_of(slot, PLAN, store.secret, attempt=slot.number // 3)
            store.add(slot, finished(play_in_process(job, [Session(BOTS[bot]) for bot in slot.bots])))
    found = tournament("verify", tmp_path / "t.db", code=1).stdout
    assert "match d002-t001-r1: it is attempt 1 with other cards, but this tournament never deals a match anew" in found
    assert "1 fault" in found
