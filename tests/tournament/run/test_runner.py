"""The runner: it plays every match once and void ones again; some events end a run early."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio

from referee import hosting
from referee.kernel.job import MatchJob
from referee.kernel.record import Record, SeatEnd
from tests.support.matches import sealed
from tests.support.tournaments import a_plan
from tournament.engines.engine import Engine, Setting
from tournament.engines.inprocess import InProcessEngine
from tournament.engines.opening import open_engine
from tournament.errors import EngineError, HaltedError, UserError
from tournament.plan.plan import Plan
from tournament.run import measuring
from tournament.run.events import AtOnce, Failed, Played, RunBegan, RunEnded, RunEvent, TimeIsUp, Void
from tournament.run.fitting import Fitting
from tournament.run.runner import Outcome, Runner
from tournament.storage.rows import ProcessRow
from tournament.storage.store import Store, open_store
from tournament.storage.summary import Finished, finished

PLAN = a_plan(seed=5)
Knob = Callable[[MatchJob, Record], Record]


class KnobEngine:
    """Plays in this process, and then changes the record as `knob` says."""

    def __init__(self, plan: Plan, knob: Knob = lambda _job, record: record, capacity: int = 1) -> None:
        self.capacity = capacity
        self.submitted: list[str] = []
        self.at_once = 0
        self.most_at_once = 0
        self._knob = knob
        self._engine = InProcessEngine(Setting(plan=plan, capacity=capacity))

    async def submit(self, job: MatchJob) -> Finished:
        self.submitted.append(job.name)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            return finished(self._knob(job, await self._engine.submit(job)))
        finally:
            self.at_once -= 1


def void(record: Record, reason: str = "the host failed") -> Record:
    assert record.end is not None
    record.end = msgspec.structs.replace(record.end, places=[], scores=[], reason="", void_reason=reason)
    return sealed(record)


class Times:
    """Makes the first matches that it gets void."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = numbers
        self._asked = 0

    def __call__(self, _job: MatchJob, record: Record) -> Record:
        self._asked += 1
        return void(record) if self._asked in self._numbers else record


@contextmanager
def a_store(folder: Path, plan: Plan = PLAN) -> Iterator[Store]:
    with open_store(folder / "t.db", plan, duplicate=True) as store:
        yield store


def run(store: Store, engine: KnobEngine, plan: Plan = PLAN) -> tuple[Runner, list[RunEvent]]:
    events: list[RunEvent] = []
    runner = Runner(plan, store, events.append)
    trio.run(runner.run, engine)
    return runner, events


def test_a_run_plays_everything_once_and_tells_it(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        engine = KnobEngine(PLAN)
        runner, events = run(store, engine)
        assert runner.outcome() is Outcome.COMPLETE
        assert engine.submitted == [slot.match for slot in store.slots] == store.archive.fixed()
    assert isinstance(events[0], RunBegan)
    assert [event.done for event in events if isinstance(event, Played)] == list(range(1, 13))
    assert isinstance(events[-1], RunEnded)
    assert (events[-1].done, events[-1].total) == (12, 12)


def test_after_its_time_a_run_starts_no_match(tmp_path: Path) -> None:
    events: list[RunEvent] = []
    with a_store(tmp_path) as store:
        engine = KnobEngine(PLAN)
        runner = Runner(PLAN, store, events.append, until=time.time())
        trio.run(runner.run, engine)
        assert (engine.submitted, runner.outcome()) == ([], Outcome.INTERRUPTED)
    assert [type(event) for event in events] == [RunBegan, TimeIsUp, RunEnded]


def test_matches_that_run_when_the_time_is_up_are_played_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock reads a later time once the third match is being played."""
    events: list[RunEvent] = []
    engine = KnobEngine(PLAN)
    monkeypatch.setattr("tournament.run.stopping.unix_now", lambda: 100.0 if len(engine.submitted) >= 3 else 0.0)
    monkeypatch.setattr("tournament.run.stopping.SECONDS_BETWEEN_LOOKS", 0.0)
    with a_store(tmp_path) as store:
        runner = Runner(PLAN, store, events.append, until=60.0)
        trio.run(runner.run, engine)
        assert runner.outcome() is Outcome.INTERRUPTED
        assert store.archive.fixed() == engine.submitted
        assert 3 <= len(engine.submitted) < 12
    assert sum(isinstance(event, TimeIsUp) for event in events) == 1


def test_a_second_run_has_nothing_to_do(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        run(store, KnobEngine(PLAN))
    with a_store(tmp_path) as store:
        engine = KnobEngine(PLAN)
        runner, _ = run(store, engine)
        assert (engine.submitted, runner.outcome()) == ([], Outcome.COMPLETE)


def test_as_many_matches_run_at_once_as_the_engine_can_play(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        engine = KnobEngine(PLAN, capacity=3)
        run(store, engine)
        assert engine.most_at_once == 3


@pytest.mark.parametrize(
    ("seconds", "at_once", "told"),
    [
        pytest.param(0.0, 4, [4], id="it was looked"),
        pytest.param(3600.0, 2, [], id="it was not looked yet"),
    ],
)
def test_more_matches_run_at_once_when_cores_are_idle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, at_once: int, told: list[int]
) -> None:
    plan = a_plan(seed=5, deals=12, in_process=False)
    monkeypatch.setattr(measuring, "SECONDS", seconds)
    monkeypatch.setattr(measuring, "_idle_seconds", lambda: 1000 * time.monotonic())
    monkeypatch.setattr("tournament.run.fitting.BUSY_RUNNER", 2.0)  # here the runner also plays the matches
    events: list[RunEvent] = []
    with a_store(tmp_path, plan) as store:
        engine = KnobEngine(plan, capacity=6)
        trio.run(Runner(plan, store, events.append, Fitting(2, 4, decision_ms=60_000)).run, engine)
        assert engine.most_at_once == at_once
        assert [event.at_once for event in events if isinstance(event, AtOnce)] == told
        assert events[0] == msgspec.structs.replace(events[0], at_once=2)
        assert store.archive.fixed() == [slot.match for slot in store.slots]


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({}, id="in this process"),
        pytest.param({"workers": 2}, id="two workers"),
        pytest.param({"in_process": False}, id="bot processes"),
    ],
)
def test_rotations_of_a_deal_never_run_at_the_same_time(tmp_path: Path, settings: dict[str, Any]) -> None:
    """With more capacity than there are deals, and again after a stop in the middle.

    The test watches the runner and not the records, because their times are from a clock that may be set back.
    """
    plan = a_plan("first random", deals=2, seats=2, extra="[time]\nstartup = '60s'", sandbox="off", **settings)
    for stop_after, stored in ((2, {1, 2}), (99, {4})):
        with a_store(tmp_path, plan) as store:
            watched = hosting.run(run_watched, plan, store, stop_after)
            assert watched.together == []
            assert watched.most_at_once == 2, "one match of each deal"
            assert len(store.archive.fixed()) in stored


class WatchedEngine:
    """Plays with another engine, and records which matches of one deal ran together."""

    def __init__(self, engine: Engine, stop_after: int) -> None:
        self.capacity = 4
        self.together: list[str] = []
        self.most_at_once = 0
        self._engine = engine
        self._left = stop_after
        self._running: dict[str, bytes] = {}

    async def submit(self, job: MatchJob) -> Finished:
        if not self._left:
            raise KeyboardInterrupt
        self._left -= 1
        if job.seed in self._running.values():
            self.together.append(job.name)
        self._running[job.name] = job.seed
        self.most_at_once = max(self.most_at_once, len(self._running))
        try:
            return await self._engine.submit(job)
        finally:
            del self._running[job.name]


async def run_watched(plan: Plan, store: Store, stop_after: int) -> WatchedEngine:
    setting = Setting(plan=plan, capacity=4)
    async with open_engine(setting, lambda _: None) as engine:
        watched = WatchedEngine(engine, stop_after)
        with suppress(BaseExceptionGroup, KeyboardInterrupt):
            await Runner(plan, store, lambda _: None).run(watched)
        return watched


def test_a_void_match_is_played_again(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        engine = KnobEngine(PLAN, Times(2))
        runner, events = run(store, engine)
        assert runner.outcome() is Outcome.COMPLETE
        again = store.slots[1].match
        assert engine.submitted.count(again) == 2
        assert [(event.match, event.void_reason) for event in events if isinstance(event, Void)] == [
            (again, "the host failed")
        ]
        assert [voided.match for voided in store.archive.voids()] == [again]
        assert len(store.archive.fixed()) == 12


def test_two_void_matches_in_a_row_halt(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        runner, _ = run(store, KnobEngine(PLAN, Times(3, 4)))
        with pytest.raises(HaltedError, match=r"void .*the host failed"):
            runner.outcome()
        assert len(store.archive.fixed()) == 2
        runner, _ = run(store, KnobEngine(PLAN))
        assert runner.outcome() is Outcome.COMPLETE, "the next run resumes"


def test_an_engine_that_gives_up_on_a_match_voids_it(tmp_path: Path) -> None:
    failed: list[str] = []

    def fail_once(job: MatchJob, record: Record) -> Record:
        if not failed:
            failed.append(job.match_id)
            raise EngineError("its workers died")
        return record

    with a_store(tmp_path) as store:
        runner, events = run(store, KnobEngine(PLAN, fail_once))
        assert runner.outcome() is Outcome.COMPLETE
        assert [event.void_reason for event in events if isinstance(event, Void)] == ["its workers died"]


@pytest.mark.parametrize(("policy", "played"), [("stop", 1), ("continue", 12), ("report", 12)])
def test_a_forfeit_stops_the_run_only_if_the_plan_says_so(tmp_path: Path, policy: str, played: int) -> None:
    plan = a_plan(seed=5, on_failing_bot=policy)

    def forfeit(_job: MatchJob, record: Record) -> Record:
        assert record.end is not None
        record.end = msgspec.structs.replace(record.end, ends=[SeatEnd.NO_SHOW, SeatEnd.PLAYED], places=[2, 1])
        return sealed(record)

    with a_store(tmp_path, plan) as store:
        runner, _ = run(store, KnobEngine(plan, forfeit), plan)
        assert len(store.archive.fixed()) == played
        if policy == "stop":
            with pytest.raises(UserError, match=r"bot .* forfeited match d001-t001-r0 \(no_show\)"):
                runner.outcome()
        else:
            assert runner.outcome() is Outcome.COMPLETE


def test_a_failed_process_is_stored_and_told(tmp_path: Path) -> None:
    events: list[RunEvent] = []
    row = ProcessRow(
        bot="first",
        command="python first.py",
        why="ended with exit code 1",
        failed=True,
        wall_s=1.0,
        cpu_s=0.5,
        memory_bytes=1,
        output="",
        ended_unix_s=0.0,
    )
    with a_store(tmp_path) as store:
        runner = Runner(PLAN, store, events.append)
        runner.note_process(row)
        runner.note_process(msgspec.structs.replace(row, failed=False))
        assert len(store.archive.processes()) == 2
    assert events == [Failed(process=row)]
