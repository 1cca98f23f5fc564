"""The referee against a bare echo of the same bytes, side by side: decisions per CPU-second, latency, memory."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from tests.bench.rules import in_the_middle

SECONDS = 6.0
LOADS = 2
HEADINGS = ["streams", "echo/CPU-s", "referee/CPU-s", "ratio", "echo p50/p99 ms", "referee p50/p99 ms", "KiB/stream"]


@dataclass
class Reading:
    """What a server did in one run."""

    per_cpu_second: float
    latencies: list[float]
    kib_per_stream: float

    def percentiles(self) -> str:
        """The middle latency, and that which one of a hundred exceeds, in milliseconds."""
        ordered = sorted(self.latencies)
        if not ordered:
            return "-"
        return " / ".join(f"{1000 * ordered[int(share * (len(ordered) - 1))]:.2f}" for share in (0.5, 0.99))


def measure(streams: int) -> list[str]:
    """One row of the table."""
    echo = run("tests.bench.echo_server", str(turn_bytes()), streams, echo=True)
    real = run("tests.bench.referee_server", str(streams), streams, echo=False)
    return [
        f"{streams:,}",
        f"{echo.per_cpu_second:,.0f}",
        f"{real.per_cpu_second:,.0f}",
        f"{real.per_cpu_second / echo.per_cpu_second:.2f}",
        echo.percentiles(),
        real.percentiles(),
        f"{real.kib_per_stream:.0f}",
    ]


def turn_bytes() -> int:
    """About the size of a Turn: its position and the fields around it."""
    match = in_the_middle("keepers", 2)
    return len(match.position_bytes(next(iter(match.asked)))) + 90


def run(module: str, argument: str, streams: int, *, echo: bool) -> Reading:
    """Starts the server and the load as processes of their own, lets them settle, and reads the server twice."""
    with ExitStack() as stack:
        server = stack.enter_context(started(module, argument))
        ready = read(server)
        idle = _ask(server)
        tokens = ready.get("tokens", ["-"] * streams)
        loads = [stack.enter_context(started("tests.bench.load")) for _ in range(min(LOADS, streams))]
        for number, load in enumerate(loads):
            share = _share(tokens, number, len(loads))
            say(load, json.dumps({"address": ready["address"], "tokens": share, "echo": echo}))
        _wait_until_busy(server, streams)
        first = _ask(server)
        time.sleep(SECONDS)
        second = _ask(server)
        latencies = [latency for load in loads for latency in finish(load)["latencies"]]
    decisions, cpu = (second[key] - first[key] for key in ("decisions", "cpu"))
    return Reading(decisions / cpu, latencies, (second["rss_kib"] - idle["rss_kib"]) / streams)


def _share(tokens: list[str], number: int, loads: int) -> list[str]:
    """Both bots of a match belong to the same load, so that it can time them."""
    pairs = [tokens[at : at + 2] for at in range(0, len(tokens), 2)]
    return [token for pair in pairs[number::loads] for token in pair]


def started(module: str, *arguments: str) -> subprocess.Popen[str]:
    """A module of the benchmarks as a process of its own; it is told lines of text, and answers in JSON."""
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _wait_until_busy(server: subprocess.Popen[str], streams: int) -> None:
    while _ask(server)["decisions"] < 10 * streams:
        time.sleep(0.5)


def _ask(server: subprocess.Popen[str]) -> dict[str, Any]:
    say(server, "")
    return read(server)


def say(process: subprocess.Popen[str], line: str) -> None:
    """Tells a process a line."""
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def read(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What a process says next."""
    assert process.stdout is not None
    said: dict[str, Any] = json.loads(process.stdout.readline())
    return said


def finish(load: subprocess.Popen[str]) -> dict[str, Any]:
    """Tells a process to come to its end, and returns what it says then."""
    say(load, "")
    return read(load)
