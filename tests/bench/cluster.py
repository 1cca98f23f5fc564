"""What a cluster costs: CPU time of a match beyond one process, and the throughput of two workers against one."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

from tests.bench.figures import ratios, spread
from tests.support.cluster import Cluster, a_cluster
from tests.support.tournaments import a_plan_text

HEADINGS = ["CPU ms a match beyond one process", "1 worker: matches/s", "2 workers: matches/s", "times"]
MATCHES = 300
ONCE = 30
"""How many matches do not count at the beginning and at the end of a run."""

ROUNDS = 3
QUIET = '[time]\nstartup = "60s"\ndecision = "30s"'
BOTS = "one=random two=random three=random"


class Measured:
    """One run: CPU seconds of a match in all processes, bots included, and matches a second.

    What happens once in a run, such as loading dask and starting bots, does not count.
    """

    def __init__(self, cpu: float, rate: float) -> None:
        self.cpu = cpu
        self.rate = rate


def measure() -> tuple[list[float], str, str, str]:
    """CPU ms a match beyond one process; matches a second of one worker and of two, and their ratio."""
    with tempfile.TemporaryDirectory(prefix="bench") as name:
        folder = Path(name)
        for place in ("one", "two"):
            (folder / place).mkdir()
        plan = folder / "plan.toml"
        settings: dict[str, Any] = {"deals": MATCHES // 3, "in_process": False, "duplicate": False, "concurrency": 1}
        plan.write_text(a_plan_text(BOTS, extra=QUIET, **settings))
        with a_cluster(folder / "one", 1) as one, a_cluster(folder / "two", 2) as two:
            for cluster in (one, two):
                run(plan, cluster)  # it waits for the workers
            rounds = [(run(plan), run(plan, one), run(plan, two)) for _ in range(ROUNDS)]
    beyond = [1000 * (one.cpu - alone.cpu) for alone, one, _ in rounds]
    rates = [[one.rate for _, one, _ in rounds], [two.rate for _, _, two in rounds]]
    return beyond, spread(rates[0], ".1f"), spread(rates[1], ".1f"), ratios(rates[1], rates[0])


def run(plan: Path, cluster: Cluster | None = None) -> Measured:
    """Play the plan into a new database, on a cluster or in one process."""
    services = [] if cluster is None else [cluster.scheduler, *cluster.workers]
    database = plan.with_name(f"{time.monotonic_ns()}.db")
    words = ["run", str(plan), "--db", str(database), "--no-check", "--json"]
    words += [] if cluster is None else ["--cluster", cluster.address]
    cpu: list[float] = []
    times: list[float] = []
    with psutil.Popen([sys.executable, "-m", "tournament", *words], stdout=subprocess.PIPE, text=True) as runner:
        played = 0
        for line in runner.stdout:
            played += json.loads(line)["event"] == "played"
            if played in (ONCE, MATCHES - ONCE) and len(cpu) < 1 + (played > ONCE):
                cpu.append(cpu_of([runner, *(service.process for service in services)]))
                times.append(time.monotonic())
    matches = MATCHES - 2 * ONCE
    return Measured((cpu[1] - cpu[0]) / matches, matches / (times[1] - times[0]))


def cpu_of(processes: list[psutil.Process]) -> float:
    """CPU seconds of processes and of all that they have started, as far as it still runs."""
    everything = [one for process in processes for one in (process, *process.children(recursive=True))]
    return sum(sum(process.cpu_times()[:2]) for process in everything)
