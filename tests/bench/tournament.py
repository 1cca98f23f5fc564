"""How fast tournaments are played: in the runner's process, and with bots in their own processes."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

import trio
from msgspec import Struct

from referee import hosting
from referee.metrics import Metrics, open_metrics
from referee.traces import Traces, open_traces
from tests.bench.figures import ratios, spread
from tests.support.collector import collecting_elsewhere
from tests.support.tournaments import SECRET, a_plan
from tournament.engines.engine import Setting
from tournament.engines.inprocess import InProcessEngine
from tournament.plan.draw import job_of, slots_of
from tournament.plan.plan import Plan
from tournament.run.events import Played, RunEvent
from tournament.run.running import run_plan
from tournament.storage.archive import open_archive

BOTS = "one=random two=random three=random four=random"
ALONE = 100
ROUNDS = 5
QUIET = '[time]\nstartup = "60s"\ndecision = "30s"'


class Figures(Struct, frozen=True, kw_only=True):
    """What was measured. `growth` is the CPU time of a decision late against early; 1 is flat."""

    matches: int
    wall: float
    runner_cpu: float
    bots_cpu: float
    decisions: int
    growth: float

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.wall

    def text(self) -> str:
        """The figures for people."""
        return (
            f"{self.matches} matches in {self.wall:.1f} s: {self.matches / self.wall:.1f} matches/s, "
            f"{self.rate:.0f} decisions/s; "
            f"runner {self.runner_cpu / self.wall:.0%} of a core, "
            f"{self.runner_cpu / (self.runner_cpu + self.bots_cpu):.0%} of all CPU time; "
            f"CPU a decision, last fifth / second fifth: {self.growth:.2f}"
        )


def measure_both() -> tuple[str, str]:
    """Decisions a second in the runner's process and with bots in their own processes, in turn; prints the rest."""
    here = a_plan(BOTS, deals=84)
    apart = a_plan(BOTS, deals=17, in_process=False, duplicate=True, extra=QUIET)
    rounds = [(measure(here, matches=1000), measure(apart, matches=200)) for _ in range(ROUNDS)]
    within, outside = ([one[at] for one in rounds] for at in (0, 1))
    print(f"in process:    {middle(within).text()}")
    alone = cpu_of_matches_alone(here)
    print(f"               of that, runner and store: {1 - alone * within[0].matches / within[0].runner_cpu:.0%}")
    print(f"own processes: {middle(outside).text()}")
    return spread([one.rate for one in within]), spread([one.rate for one in outside])


def measure_observed() -> tuple[str, str, str]:
    """CPU us of a decision in the runner's process, and how many times that is with metrics and with traces."""
    plan = a_plan(BOTS, deals=34)
    plain, counted, traced = [], [], []
    for _ in range(ROUNDS):
        plain.append(measure(plan, matches=400))
        with open_metrics("0") as metrics:
            counted.append(measure(plan, matches=400, metrics=metrics))
        with collecting_elsewhere() as address, open_traces(address) as traces:
            traced.append(measure(plan, matches=400, traces=traces))
            assert traces is not None
        print(f"traces: {traces.missing} missing")
    costs = [[1e6 * run.runner_cpu / run.decisions for run in runs] for runs in (plain, counted, traced)]
    return spread(costs[0]), ratios(costs[1], costs[0]), ratios(costs[2], costs[0])


def middle(runs: Sequence[Figures]) -> Figures:
    """The run with the middle rate."""
    return sorted(runs, key=lambda run: run.rate)[len(runs) // 2]


def measure(plan: Plan, matches: int, *, metrics: Metrics | None = None, traces: Traces | None = None) -> Figures:
    """Plays at least this number of matches into a new database."""
    assert len(slots_of(plan, duplicate=True)) >= matches
    costs: list[float] = []
    decisions: list[int] = []
    readings = [time.process_time()]

    def tell(event: RunEvent) -> None:
        if isinstance(event, Played):
            readings.append(time.process_time())
            costs.append(readings[-1] - readings[-2])
            decisions.append(sum(seat.decisions for seat in event.match.seats))

    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "t.db"
        began = time.perf_counter()
        run = partial(run_plan, plan, Path(folder) / "plan.toml", database, tell)
        hosting.run(partial(run, metrics=metrics, traces=traces))
        wall, used = time.perf_counter() - began, time.process_time() - readings[0]
        with open_archive(database) as archive:
            bots_cpu = sum(process.cpu_s for process in archive.processes())
    return Figures(
        matches=len(costs),
        wall=wall,
        runner_cpu=used,
        bots_cpu=bots_cpu,
        decisions=sum(decisions),
        growth=growth([used / asked for used, asked in zip(costs, decisions, strict=True)]),
    )


def growth(costs: Sequence[float]) -> float:
    """The last fifth against the second; the first one warms up."""
    fifth = len(costs) // 5
    return median(costs[-fifth:]) / median(costs[fifth : 2 * fifth])


def cpu_of_matches_alone(plan: Plan) -> float:
    """CPU seconds of a match without runner and store."""
    engine = InProcessEngine(Setting(plan=plan, capacity=1))

    async def play() -> None:
        for slot in slots_of(plan, duplicate=True)[:ALONE]:
            await engine.submit(job_of(slot, plan, SECRET))

    began = time.process_time()
    trio.run(play)
    return (time.process_time() - began) / ALONE
