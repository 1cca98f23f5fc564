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

from tests.bench.figures import children_cpu, ratios, spread
from tests.support.cluster import Cluster, a_cluster
from tests.support.tournaments import a_plan_text

HEADINGS = ["CPU ms a match beyond one process", "1 worker: matches/s", "2 workers: matches/s", "times"]
MATCHES = 240
ROUNDS = 3
QUIET = '[time]\nstartup = "60s"\ndecision = "30s"'
BOTS = "one=random two=random three=random"


class Measured:
    """One run: its CPU seconds in all processes, bots included, and its time in seconds."""

    def __init__(self, cpu: float, wall: float) -> None:
        self.cpu = cpu
        self.wall = wall

    @property
    def rate(self) -> float:
        """Matches a second."""
        return MATCHES / self.wall


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
    beyond = [1000 * (one.cpu - alone.cpu) / MATCHES for alone, one, _ in rounds]
    rates = [[one.rate for _, one, _ in rounds], [two.rate for _, _, two in rounds]]
    return beyond, spread(rates[0], ".1f"), spread(rates[1], ".1f"), ratios(rates[1], rates[0])


def run(plan: Path, cluster: Cluster | None = None) -> Measured:
    """Play the plan into a new database, on a cluster or in one process."""
    services = [] if cluster is None else [cluster.scheduler, *cluster.workers]
    database = plan.with_name(f"{time.monotonic_ns()}.db")
    words = ["run", str(plan), "--db", str(database), "--no-check", "--json"]
    words += [] if cluster is None else ["--cluster", cluster.address]
    before = children_cpu() + sum(cpu_of(service.process) for service in services)
    said = subprocess.run(
        [sys.executable, "-m", "tournament", *words], check=True, capture_output=True, text=True
    ).stdout
    used = children_cpu() + sum(cpu_of(service.process) for service in services) - before
    events = [json.loads(line) for line in said.splitlines()]
    (seconds,) = (event["seconds"] for event in events if event["event"] == "ended")
    return Measured(used, seconds)


def cpu_of(process: psutil.Process) -> float:
    """CPU seconds of a process and of its children that have ended."""
    return sum(process.cpu_times()[:4])
