"""Pinned bots: each bot of a match runs on its own core, in the sandbox too, and the runner on the remaining cores."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from referee import hosting
from referee.server.bots.sandbox import find_sandbox
from tests.support.tournaments import SECRET, a_plan
from tests.tournament.engines.test_engines import a_bot, a_local_plan
from tournament.engines.engine import Setting, capacity_of, cores_to_pin
from tournament.engines.local import open_local_engine
from tournament.engines.pinning import Layout, layout_of, runner_on
from tournament.engines.workers import WorkerPool
from tournament.errors import UserError
from tournament.plan.draw import job_of, slots_of
from tournament.plan.plan import Plan
from tournament.storage.rows import ProcessRow

if sys.platform != "linux":
    pytest.skip("this system does not pin", allow_module_level=True)

USABLE = sorted(os.sched_getaffinity(0))
SAYS_WHERE = """
import os, sys
from referee_client import run
class Bot:
    def choose(self, turn):
        if turn.number == 1:
            print("on", sorted(os.sched_getaffinity(0)), file=sys.stderr, flush=True)
        return 0
run(Bot)
"""

two_cores = pytest.mark.skipif(len(USABLE) < 2, reason="needs two cores")


@two_cores
@pytest.mark.parametrize("processes", ["kept", "fresh"])
@pytest.mark.parametrize(
    "sandbox",
    ["off", pytest.param("require", marks=pytest.mark.skipif(find_sandbox() is None, reason="no sandbox here"))],
)
def test_each_bot_of_a_match_runs_on_a_core_of_its_own(tmp_path: Path, sandbox: str, processes: str) -> None:
    (tmp_path / "bot.py").write_text(SAYS_WHERE)
    tmp_path.chmod(0o755)
    command = ["python", str(tmp_path / "bot.py")]
    plan = a_local_plan("", a_bot("a", command), a_bot("b", command), sandbox=sandbox, pin=True, processes=processes)
    where = play_pinned(plan, cores=(USABLE[0], USABLE[1]))
    assert {len(cores) for cores in where.values()} == {2 if processes == "fresh" else 1}
    for first, second in zip(where["a"], where["b"], strict=True):
        assert {first, second} == {f"on [{USABLE[0]}]", f"on [{USABLE[1]}]"}


def play_pinned(plan: Plan, cores: tuple[int, ...]) -> dict[str, list[str]]:
    """Play two matches; return where the processes of each bot ran."""
    ended: list[ProcessRow] = []

    async def play() -> None:
        async with open_local_engine(Setting(plan=plan, capacity=1, cores=cores), ended.append) as engine:
            for slot in slots_of(plan, duplicate=True)[:2]:
                await engine.submit(job_of(slot, plan, SECRET))

    hosting.run(play)
    said = {bot: [row.output.split("\n") for row in ended if row.bot == bot] for bot in ("a", "b")}
    return {bot: [lines[0] for lines in rows if len({*filter(None, lines)}) == 1] for bot, rows in said.items()}


def test_the_runner_keeps_to_its_cores_for_the_length_of_a_block() -> None:
    with runner_on([USABLE[0]]):
        assert os.sched_getaffinity(0) == {USABLE[0]}
    assert sorted(os.sched_getaffinity(0)) == USABLE


def test_bots_get_the_last_cores_and_the_runner_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 4, 5, 6})
    assert layout_of(4) == Layout(bots=(1, 4, 5, 6), runner=(0,))
    assert layout_of(5) == Layout(bots=(0, 1, 4, 5, 6), runner=())
    with pytest.raises(UserError, match=r"may use 5 cores, .* need 6; lower concurrency and workers"):
        layout_of(6)


def test_a_system_without_pinning_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_setaffinity")
    with pytest.raises(UserError, match="pin = true: this system does not let a process choose its cores"):
        layout_of(2)


@pytest.mark.parametrize(
    ("settings", "capacity", "cores"),
    [
        pytest.param({}, 3, 6, id="one is left to the runner"),
        pytest.param({"concurrency": 4}, 4, 8, id="as the plan says"),
        pytest.param({"concurrency": 3, "workers": 2}, 3, 8, id="each worker plays as many"),
        pytest.param({"seats": 3}, 2, 6, id="three seats"),
    ],
)
def test_so_many_cores_are_pinned(
    settings: dict[str, Any], capacity: int, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.engines.engine.cores", lambda: 8)
    plan = a_plan("first random greedy", in_process=False, pin=True, **settings)
    assert (capacity_of(plan), cores_to_pin(plan)) == (capacity, cores)


def test_every_worker_has_cores_that_no_other_has() -> None:
    plan = a_plan("first random", in_process=False, pin=True, workers=2, concurrency=4)
    setting = Setting(plan=plan, capacity=4, cores=tuple(range(8)))
    shares = [place.setting.cores for place in WorkerPool(setting, lambda _: None).places]
    assert [len(share) for share in shares] == [4, 4]
    assert sorted(core for share in shares for core in share) == list(range(8))


def test_bots_in_the_runners_own_process_can_not_be_pinned() -> None:
    with pytest.raises(UserError, match=r"run\.pin: bots in the runner's own process"):
        a_plan(pin=True)
