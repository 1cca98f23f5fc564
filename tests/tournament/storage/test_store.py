"""The database: complete matches or none, each once, for one plan and one writer; ratings follow from the results."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from sqlite3 import IntegrityError

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.kernel.record import Record
from tests.support.databases import in_database
from tests.support.elo import elo_history
from tests.support.tournaments import a_plan, play_slot
from tournament.errors import UserError
from tournament.plan.draw import slots_of
from tournament.plan.plan import Plan
from tournament.report.exporting import export_of
from tournament.storage.archive import open_archive
from tournament.storage.elo_rows import rating_rows
from tournament.storage.rows import ProcessRow
from tournament.storage.store import Store, open_store
from tournament.storage.summary import finished
from tournament.storage.verifying import verify_archive

PLAN = a_plan(seed=3)


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    """The record of every match of the plan."""
    return {slot.match: play_slot(slot, PLAN) for slot in slots_of(PLAN, duplicate=True)}


def play_all(store: Store, records: dict[str, Record]) -> None:
    for slot in store.slots:
        store.add(slot, finished(records[slot.match]))


def test_what_was_stored_is_read_again(tmp_path: Path, records: dict[str, Record]) -> None:
    with open_store(tmp_path / "t.db", PLAN, duplicate=True) as store:
        summaries = [store.add(slot, finished(records[slot.match])) for slot in store.slots]
    with open_archive(tmp_path / "t.db") as archive:
        assert list(archive.matches()) == summaries
        assert archive.results() == [summary.result for summary in summaries]
        assert archive.record(summaries[0].match) == records[summaries[0].match]
        assert [bot.name for bot in archive.bots()] == ["first", "random", "greedy"]
        assert archive.tournament.plan == PLAN
        assert archive.tournament.matches == 12


@pytest.mark.parametrize("stop", range(1, 12))
def test_everything_that_is_read_is_of_one_moment(tmp_path: Path, stop: int) -> None:
    """Before whichever statement of a reader a new match is stored."""
    with open_store(tmp_path / "t.db", PLAN, duplicate=True) as store:
        early, late, *_ = store.slots
        of_late = finished(play_slot(late, PLAN, store.secret))
        store.add(early, finished(play_slot(early, PLAN, store.secret)))
        with open_archive(tmp_path / "t.db") as archive:
            statements = count(1)

            def before_each_statement(_statement: str) -> None:
                if next(statements) == stop:
                    store.add(late, of_late)

            archive.db.connection.set_trace_callback(before_each_statement)
            found, exported = verify_archive(archive), export_of(archive)
            archive.db.connection.set_trace_callback(None)
        assert next(statements) > stop, "the match was stored during the reading"
        assert store.archive.has(late.match)
    assert (found.matches, found.faults) == (1, [])
    assert {match.match for match in exported.matches} == {early.match}
    assert exported.ratings == [], "a block is rated once all its rotations are played"
    assert sum(fact.matches for fact in exported.facts) == 2


def test_a_match_is_stored_once(tmp_path: Path, records: dict[str, Record]) -> None:
    with open_store(tmp_path / "t.db", PLAN, duplicate=True) as store:
        slot = store.slots[0]
        store.add(slot, finished(records[slot.match]))
        store.add(slot, finished(records[slot.match]))
        assert store.archive.fixed() == [slot.match]


def test_a_match_is_stored_whole_or_not_at_all(tmp_path: Path, records: dict[str, Record]) -> None:
    with open_store(tmp_path / "t.db", PLAN, duplicate=True) as store:
        wrong = store.slots[0]
        record = records[wrong.match]
        header = msgspec.structs.replace(record.header, bots=["first", "stranger"])
        bad = Record(header, record.steps, record.end)
        with pytest.raises(IntegrityError, match="FOREIGN KEY"):
            store.add(wrong, finished(bad))
        assert store.archive.fixed() == []
        assert list(store.archive.matches()) == []


@settings(max_examples=15, deadline=None)
@given(order=st.permutations(range(12)), stop=st.integers(0, 12))
def test_ratings_do_not_depend_on_the_order_of_arrival(
    tmp_path_factory: pytest.TempPathFactory, records: dict[str, Record], order: list[int], stop: int
) -> None:
    path = tmp_path_factory.mktemp("order") / "t.db"
    with open_store(path, PLAN, duplicate=True) as store:
        for number in order[:stop]:
            store.add(store.slots[number], finished(records[store.slots[number].match]))
    with open_store(path, PLAN, duplicate=True) as store:
        for number in order[stop:]:
            store.add(store.slots[number], finished(records[store.slots[number].match]))
        unbroken = elo_history(store.archive.results())
        assert store.archive.ratings() == list(rating_rows(unbroken))


def test_ratings_that_were_changed_are_written_again(tmp_path: Path, records: dict[str, Record]) -> None:
    path = tmp_path / "t.db"
    with open_store(path, PLAN, duplicate=True) as store:
        play_all(store, records)
        right = store.archive.ratings()
    in_database(path, "UPDATE ratings SET rating = 3000 WHERE bot = 'first'")
    with open_store(path, PLAN, duplicate=True) as store:
        assert store.archive.ratings() == right


@pytest.mark.parametrize(
    ("other", "message"),
    [
        pytest.param(a_plan(seed=4), r"tournament.seed: 3 in the database, 4 in the plan", id="seed"),
        pytest.param(a_plan("first random", seed=3), "bot greedy: not in the plan; to withdraw it, leave it", id="bot"),
        pytest.param(
            a_plan(extra="[options]\nmax_rounds = 5", seed=3),
            r"options.max_rounds: 30 in the database, 5 ",
            id="option",
        ),
    ],
)
def test_another_plan_is_refused(tmp_path: Path, other: Plan, message: str) -> None:
    path = tmp_path / "t.db"
    with open_store(path, PLAN, duplicate=True):
        pass
    with pytest.raises(UserError, match=message), open_store(path, other, duplicate=True):
        pass


def test_how_it_is_run_may_change(tmp_path: Path) -> None:
    with open_store(tmp_path / "t.db", PLAN, duplicate=True):
        pass
    other = a_plan(seed=3, workers=2, concurrency=7, sandbox="off", on_failing_bot="stop", in_process=False)
    with open_store(tmp_path / "t.db", other, duplicate=False) as store:
        assert len(store.slots) == 12, "whether deals are played twice was decided when the tournament began"


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be taken for one" * 20], ids=["text"])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "t.db").write_bytes(content)
    with (
        pytest.raises(UserError, match="not the database of a tournament"),
        open_store(tmp_path / "t.db", PLAN, duplicate=True),
    ):
        pass
    with pytest.raises(UserError, match="not the database of a tournament"), open_archive(tmp_path / "t.db"):
        pass


def test_a_database_of_somebody_else_is_refused(tmp_path: Path) -> None:
    in_database(tmp_path / "t.db", "CREATE TABLE t (x)")
    with (
        pytest.raises(UserError, match="not the database of a tournament, but of another program"),
        open_store(tmp_path / "t.db", PLAN, duplicate=True),
    ):
        pass


def test_reading_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such file"), open_archive(tmp_path / "t.db"):
        pass


def test_voids_and_processes_are_noted(tmp_path: Path) -> None:
    process = ProcessRow(
        bot="first",
        command="python first.py",
        why="ended with exit code 1",
        failed=True,
        wall_s=1.0,
        cpu_s=0.5,
        memory_bytes=1 << 20,
        output="Traceback",
        ended_unix_s=1.0,
    )
    with open_store(tmp_path / "t.db", PLAN, duplicate=True) as store:
        store.add_void(store.slots[0], "the host failed")
        store.add_process(process)
        assert store.archive.processes() == [process]
        assert [(void.match, void.void_reason) for void in store.archive.voids()] == [
            (store.slots[0].match, "the host failed")
        ]
        assert store.archive.fixed() == []


def test_values_of_environment_variables_are_not_stored(tmp_path: Path) -> None:
    text = '[[bots]]\nname = "mine"\ncommand = ["python", "mine.py"]\nenv = { API_KEY = "very secret" }'
    plan = a_plan(extra=text, in_process=False)
    with open_store(tmp_path / "t.db", plan, duplicate=False):
        pass
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"API_KEY" in stored
    assert b"very secret" not in stored
    with open_archive(tmp_path / "t.db") as archive:
        assert verify_archive(archive).faults == [], "the stored plan has digests in their place"
