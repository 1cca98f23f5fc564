"""Worker processes: they play as other engines do, end with their runner, and are not restarted forever."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio

from referee import hosting
from referee.kernel.job import MatchJob
from tests.support.tournaments import SECRET, a_plan
from tests.support.waiting import PATIENCE
from tests.tournament.engines.test_engines import QUICK
from tournament.engines import workers
from tournament.engines.engine import Engine, Setting, capacity_of, played_at_once
from tournament.engines.messages import Done, FromWorker
from tournament.engines.opening import open_engine
from tournament.errors import BrokenOffError
from tournament.plan.draw import job_of, slots_of
from tournament.plan.plan import Plan
from tournament.storage.summary import unpack


def test_engines_of_all_kinds_give_the_same_records() -> None:
    async def results(plan: Plan) -> list[object]:
        async with open_engine(Setting(plan=plan, capacity=2), lambda _: None) as engine:
            return [await _result(engine, plan, number) for number in range(2)]

    async def _result(engine: Engine, plan: Plan, number: int) -> object:
        match = await engine.submit(job_of(slots_of(plan, duplicate=True)[number], plan, SECRET))
        record = unpack(match.packed)
        assert record.end is not None
        return [[answer.option for answer in step.answers] for step in record.steps], record.end.digest

    here, local, apart = (
        hosting.run(results, a_plan("first random", extra=QUICK, sandbox="off", **settings))
        for settings in ({}, {"in_process": False}, {"workers": 2})
    )
    assert here == local == apart


def test_workers_that_have_nothing_to_do_end_at_once() -> None:
    async def open_and_close() -> None:
        with trio.fail_after(60):
            async with open_engine(Setting(plan=a_plan(workers=2), capacity=2), lambda _: None):
                await trio.lowlevel.checkpoint()

    hosting.run(open_and_close)


@pytest.mark.skipif(not hasattr(os, "SCHED_BATCH"), reason="a system without this policy")
@pytest.mark.parametrize(("in_process", "interrupts"), [(True, False), (False, True)])
def test_a_runner_interrupts_no_bots_in_process(in_process: bool, interrupts: bool) -> None:
    async def open_and_look() -> int:
        async with open_engine(Setting(plan=a_plan(workers=2, in_process=in_process), capacity=2), lambda _: None):
            return os.sched_getscheduler(0)

    assert hosting.run(open_and_look) == (os.SCHED_OTHER if interrupts else os.SCHED_BATCH)
    assert os.sched_getscheduler(0) == os.SCHED_OTHER, "as it was before"


def test_a_worker_whose_runner_is_gone_before_it_says_anything_ends_silently() -> None:
    ended = subprocess.run(workers.WORKER, input=b'{"plan', capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


@pytest.mark.parametrize("is_killed", [True, False])
def test_a_worker_that_can_not_begin_says_why_unless_its_runner_was_killed(tmp_path: Path, is_killed: bool) -> None:
    """The folder for spectators is the runner's; the next process removes the folder of a killed runner."""
    setting = Setting(plan=a_plan(in_process=False, workers=2), capacity=1, gallery=str(tmp_path / "removed"))
    pipe = subprocess.PIPE
    with subprocess.Popen(workers.WORKER, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdin.write(msgspec.json.encode(setting).decode() + "\n")
        worker.stdin.flush()
        if is_killed:
            worker.stdin.close()
        said, told = worker.stdout.read(), worker.stderr.read()
        code = worker.wait(PATIENCE)
    assert said == ""
    if is_killed:
        assert (code, told) == (0, "")
    else:
        assert code == 1
        assert re.fullmatch(r"a worker process cannot start: cannot listen on unix:.*/removed/\d+: .*\n", told)


def test_a_worker_that_plays_in_process_loads_neither_grpc_nor_its_loop() -> None:
    play = """
import sys
from tournament.engines import messages, worker
worker.main([messages.WITHOUT_REFEREE])
assert "referee.games.keepers" in sys.modules
assert not {"grpc", "asyncio", "uvloop"} & sys.modules.keys()
"""
    plan = a_plan(workers=2)
    job = job_of(slots_of(plan, duplicate=True)[0], plan, SECRET)
    said = b"".join(msgspec.json.encode(line) + b"\n" for line in (Setting(plan=plan, capacity=1), job))
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", play], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(said)
        process.stdin.flush()
        assert isinstance(msgspec.json.decode(process.stdout.readline(), type=FromWorker), Done)
        _, stderr = process.communicate(timeout=PATIENCE)
    assert (process.returncode, stderr) == (0, b"")


def test_a_worker_plays_several_matches_at_once() -> None:
    plan = a_plan("first random", deals=4, workers=2, concurrency=8)
    slots = slots_of(plan, duplicate=False)
    names: list[str] = []

    async def submit(engine: Engine, number: int) -> None:
        match = await engine.submit(job_of(slots[number], plan, SECRET))
        names.append(unpack(match.packed).header.name)

    async def submit_all() -> None:
        async with (
            open_engine(Setting(plan=plan, capacity=8), lambda _: None) as engine,
            trio.open_nursery() as nursery,
        ):
            for number in range(len(slots)):
                nursery.start_soon(submit, engine, number)

    hosting.run(submit_all)
    assert sorted(names) == [slot.match for slot in slots]


def test_matches_of_bots_in_a_process_are_played_one_after_the_other() -> None:
    plan = a_plan("first random", deals=4)
    jobs = [job_of(slot, plan, SECRET) for slot in slots_of(plan, duplicate=False)]
    spans: list[tuple[float, float]] = []

    async def play(engine: Engine, job: MatchJob) -> None:
        match = await engine.submit(job)
        assert match.ending is not None
        spans.append((match.ending.begun_unix_s, match.ending.ended_unix_s))

    async def play_all() -> None:
        async with (
            open_engine(Setting(plan=plan, capacity=4), lambda _: None) as engine,
            trio.open_nursery() as nursery,
        ):
            for job in jobs:
                nursery.start_soon(play, engine, job)

    trio.run(play_all)
    assert len(spans) == len(jobs) > 1
    assert all(ended <= begun for (_, ended), (begun, _) in pairwise(sorted(spans)))


def test_a_match_whose_worker_dies_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """And it goes to no other worker: it has to be started again, with other cards if a bot could remember these."""
    monkeypatch.setattr(workers, "WORKER", ["false"])
    plan = a_plan(workers=2)

    async def submit() -> None:
        async with open_engine(Setting(plan=plan, capacity=2), lambda _: None) as engine:
            with pytest.raises(BrokenOffError, match="a worker process ended"):
                await engine.submit(job_of(slots_of(plan, duplicate=True)[0], plan, SECRET))

    hosting.run(submit)


@pytest.mark.parametrize(
    ("settings", "bots", "capacity"),
    [
        pytest.param({"concurrency": 5}, "first random", 5, id="as the plan says"),
        pytest.param({}, "first random", 1, id="in process"),
        pytest.param({"workers": 3}, "first random", 12, id="in process: a worker does not wait for its next one"),
        pytest.param({"in_process": False}, "first random", 4, id="a core for each bot"),
        pytest.param({"in_process": False, "seats": 3}, "first random greedy", 2, id="three seats"),
        pytest.param({"in_process": False, "workers": 6}, "first random", 6, id="every worker has something to do"),
        pytest.param({"in_process": False}, "", 16, id="bots elsewhere need no core"),
    ],
)
def test_as_many_matches_at_once_as_leave_each_bot_a_core(
    settings: dict[str, Any], bots: str, capacity: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.engines.engine.cores", lambda: 8)
    elsewhere = "".join(f'[[bots]]\nname = "far-{number}"\ndial_in = true\n' for number in range(2)) if not bots else ""
    assert capacity_of(a_plan(bots, extra=elsewhere, **settings)) == capacity


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        pytest.param({"concurrency": 5}, 1, id="in process"),
        pytest.param({"concurrency": 5, "workers": 3}, 3, id="one in each worker"),
        pytest.param({"concurrency": 2, "workers": 3}, 3, id="each worker has something to do"),
        pytest.param({"concurrency": 5, "workers": 3, "in_process": False}, 5, id="bot processes"),
    ],
)
def test_what_is_told_is_how_many_matches_are_played_at_the_same_time(settings: dict[str, Any], told: int) -> None:
    plan = a_plan("first random", **settings)
    assert played_at_once(plan, capacity_of(plan)) == told
