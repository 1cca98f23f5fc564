"""Matches that are started again: with other cards if a bot could remember the old ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio
from referee_client.bots import BOTS
from referee_client.session import Session

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from tests.support.databases import in_database
from tests.support.inprocess import play_in_process
from tests.support.matches import sealed
from tests.support.tournaments import a_plan
from tests.tournament.commands.test_commands import tournament
from tests.tournament.run.test_runner import KnobEngine, void
from tests.tournament.run.test_secret import PLAN
from tournament.errors import BrokenOffError, HaltedError
from tournament.plan.draw import job_of
from tournament.plan.plan import Plan
from tournament.run.runner import Runner
from tournament.storage.store import open_store
from tournament.storage.summary import finished, pack, unpack

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
    for _run in attempts:  # as after a kill: only the database is left
        with open_store(tmp_path / "t.db", plan, duplicate=duplicate) as store:
            begun_before.append(store.begin(store.slots[0]))
    assert begun_before == attempts


def test_a_void_match_is_played_again_with_other_cards(tmp_path: Path) -> None:
    """A process that was kept plays it, and could remember the cards of the match that was interrupted."""
    plan = a_plan("first other=random", deals=1)
    jobs: list[MatchJob] = []

    def void_once(job: MatchJob, record: Record) -> Record:
        jobs.append(job)
        return void(record) if len(jobs) == 1 else record

    with open_store(tmp_path / "t.db", plan, duplicate=False) as store:
        store._deals_anew = True  # as if these bots could remember
        trio.run(Runner(plan, store, lambda _: None).run, KnobEngine(plan, void_once))
        first, again = jobs
        assert (first.name, first.attempt, again.name, again.attempt) == ("d001-t001-r0", 0, "d001-t001-r0", 1)
        for told in ("seed", "salt", "match_id"):
            assert getattr(first, told) != getattr(again, told)
        assert again.seed == store.secret.seed(1, 1, 1)
        (stored,) = store.archive.fixed()
        header = store.archive.record(stored).header
        assert (header.attempt, header.match_id) == (1, again.match_id)


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_match_whose_worker_dies_is_begun_again_with_other_cards(tmp_path: Path, deaths: int) -> None:
    """Its bots died with the worker, but what they wrote to files may be left."""
    plan = a_plan("first other=random", deals=1)
    jobs: list[MatchJob] = []

    def broken_off(job: MatchJob, record: Record) -> Record:
        jobs.append(job)
        if len(jobs) <= deaths:
            raise BrokenOffError("a worker process ended (exit code -9)")
        return record

    with open_store(tmp_path / "t.db", plan, duplicate=False) as store:
        store._deals_anew = True  # as if these bots could remember
        trio.run(Runner(plan, store, lambda _: None).run, KnobEngine(plan, broken_off))
        assert [job.attempt for job in jobs] == [*range(deaths + 1)]
        assert len({job.seed for job in jobs}) == deaths + 1
        assert store.archive.begun_again() == {"d001-t001-r0": deaths}
        assert store.archive.voids() == []


def test_a_match_whose_workers_always_die_is_given_up(tmp_path: Path) -> None:
    plan = a_plan("first other=random", deals=1)

    def broken_off(job: MatchJob, record: Record) -> Record:
        raise BrokenOffError("a worker process ended (exit code -9)")

    with open_store(tmp_path / "t.db", plan, duplicate=False) as store:
        runner = Runner(plan, store, lambda _: None)
        trio.run(runner.run, KnobEngine(plan, broken_off))
        with pytest.raises(HaltedError, match="3 worker processes ended while they played it"):
            runner.outcome()
        assert store.archive.begun_again() == {"d001-t001-r0": 5}, "twice three times"


@pytest.fixture
def stopped_twice(tmp_path: Path) -> Path:
    """A tournament whose first match was started three times, with a plan that gives it other cards each time."""
    plan = a_plan("first", extra=REMEMBERING, in_process=False, deals=1)
    for stop in (True, True, False):
        with open_store(tmp_path / "t.db", plan, duplicate=False) as store:
            (slot,) = store.slots
            job = job_of(slot, plan, store.secret, store.begin(slot))
            if not stop:
                store.add(slot, finished(play_in_process(job, [Session(BOTS["first"]), Session(BOTS["random"])])))
    return tmp_path / "t.db"


def test_how_often_matches_were_begun_is_said_wherever_the_tournament_is_shown(stopped_twice: Path) -> None:
    """An organiser can watch a match and stop it, until a deal suits a friend."""
    database, folder = stopped_twice, stopped_twice.parent
    assert "Matches that were started again: 1, 2 times in total." in tournament("show", database).stdout
    assert json.loads(tournament("show", database, "--json").stdout)["begun_again"] == {"d001-t001-r0": 2}
    tournament("report", database, "-o", folder / "report")
    assert "matches that were started again: 1, 2 times in total" in (folder / "report" / "index.html").read_text()
    said = tournament("verify", database).stdout
    assert (
        "matches that were started again, each time with other cards, which are derived from the same secret: 1, 2 "
        "times in "
        "total (d001-t001-r0 2x)"
    ) in said
    assert "all as it should be" in said
    assert json.loads(tournament("verify", database, "--json").stdout)["begun_again"] == {"d001-t001-r0": 2}


def test_a_match_that_was_begun_again_cannot_be_passed_off_as_the_first_attempt(stopped_twice: Path) -> None:
    in_database(stopped_twice, "DELETE FROM begun")
    said = tournament("verify", stopped_twice, code=1).stdout
    assert "match d001-t001-r0: its record is of attempt 2, but according to the list of starts" in said
    assert "it was started only 0 times" in said
    tournament("repair", stopped_twice)
    assert "2 times in total (d001-t001-r0 2x)" in tournament("verify", stopped_twice).stdout
    ((packed,),) = in_database(stopped_twice, "SELECT packed FROM records")
    record = unpack(packed)
    first = sealed(Record(msgspec.structs.replace(record.header, attempt=0), record.steps, record.end))
    in_database(stopped_twice, "UPDATE records SET packed = ?", [pack(first)])
    said = tournament("verify", stopped_twice, code=1).stdout
    assert "its id, its seed or its salt does not follow from the tournament's secret" in said


def test_a_match_that_is_forgotten_never_gets_cards_again_that_were_seen(stopped_twice: Path) -> None:
    """Not even if the list of starts is lost too."""
    in_database(stopped_twice, "UPDATE records SET packed = x'00'")
    in_database(stopped_twice, "DROP TABLE begun")
    tournament("repair", stopped_twice)
    plan = a_plan("first", extra=REMEMBERING, in_process=False, deals=1)
    with open_store(stopped_twice, plan, duplicate=False) as store:
        assert store.archive.fixed() == []
        assert store.begin(store.slots[0]) > 0


@pytest.mark.parametrize("settings", [{}, {"duplicate": False}])
def test_how_often_a_match_was_begun_is_noted_with_the_same_cards_too(tmp_path: Path, settings: dict[str, Any]) -> None:
    """The deal is the same, but bots that play at random play differently."""
    plan = a_plan("first random", **settings)
    for _ in range(3):
        with open_store(tmp_path / "t.db", plan, duplicate=not settings) as store:
            assert store.begin(store.slots[0]) == 0
    with open_store(tmp_path / "t.db", plan, duplicate=not settings) as store:
        assert store.archive.begun_again() == {store.slots[0].match: 2}


def test_verify_takes_a_further_attempt_only_where_matches_are_dealt_anew(tmp_path: Path) -> None:
    """Otherwise an organiser could choose among deals."""
    with open_store(tmp_path / "t.db", PLAN, duplicate=True) as store:
        for slot in store.slots:
            job = job_of(slot, PLAN, store.secret, attempt=slot.number // 3)
            store.add(slot, finished(play_in_process(job, [Session(BOTS[bot]) for bot in slot.bots])))
    found = tournament("verify", tmp_path / "t.db", code=1).stdout
    assert "match d002-t001-r1: it is attempt 1 with other cards, but in this tournament all" in found
    assert "1 fault" in found
