"""The referee against a bare echo of the same bytes, in turn: what a decision costs the server, latency, memory.

Both are reached by a unix socket, as bots on this machine reach a referee. What TCP and the proxy in front of it cost
is measured beside that.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from typing import Any

from tests.bench.figures import ratios, spread
from tests.bench.rules import in_the_middle

SECONDS = 3.0
ROUNDS = 5
LOADS = 2
HEADINGS = [
    "streams",
    "echo, CPU us",
    "referee, CPU us",
    "ratio",
    "switches",
    "echo, p99 ms",
    "referee, p99 ms",
    "ratio",
    "KiB/stream",
]
TCP_HEADINGS = ["unix, CPU us", "TCP, CPU us", "ratio", "unix, p99 ms", "TCP, p99 ms", "ratio"]


@dataclass
class Reading:
    """What a server did in one run, for each decision."""

    cpu_us: float
    switches: float
    latencies: list[float]
    kib_per_stream: float

    def p99(self) -> float:
        """The latency that one of a hundred exceeds, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[int(0.99 * (len(ordered) - 1))]


def measure(streams: int) -> list[str]:
    """One row of the table: both in turn, a few times."""
    echoes, reals = [], []
    for _ in range(ROUNDS):
        echoes.append(run("tests.bench.echo_server", str(turn_bytes()), streams, echo=True))
        reals.append(run("tests.bench.referee_server", str(streams), streams))
    cpu, late = ([[of(reading) for reading in them] for them in (echoes, reals)] for of in (_cpu, Reading.p99))
    return [
        f"{streams:,}",
        *map(spread, cpu),
        ratios(cpu[1], cpu[0]),
        " / ".join(f"{median(reading.switches for reading in them):.1f}" for them in (echoes, reals)),
        *(spread(them, ".1f") for them in late),
        ratios(late[1], late[0]),
        f"{median(reading.kib_per_stream for reading in reals):.0f}",
    ]


def measure_tcp(streams: int) -> list[str]:
    """CPU and p99 by a unix socket, the same by TCP and the proxy in front of it, and the ratios."""
    near, far = [], []
    for _ in range(ROUNDS):
        near.append(run("tests.bench.referee_server", str(streams), streams))
        far.append(run("tests.bench.referee_server", str(streams), streams, tcp=True))
    cpu, late = ([[of(reading) for reading in them] for them in (near, far)] for of in (_cpu, Reading.p99))
    return [
        *map(spread, cpu),
        ratios(cpu[1], cpu[0]),
        *(spread(them, ".1f") for them in late),
        ratios(late[1], late[0]),
    ]


def _cpu(reading: Reading) -> float:
    return reading.cpu_us


def turn_bytes() -> int:
    """About the size of a Turn: its position and the fields around it."""
    match = in_the_middle("keepers", 2)
    return len(match.position_bytes(next(iter(match.asked)))) + 90


def run(module: str, argument: str, streams: int, *, echo: bool = False, tcp: bool = False) -> Reading:
    """Starts the server and the load in two processes, lets them settle, and reads the server twice."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        address = "127.0.0.1:0" if tcp else f"unix:{folder}/socket"
        server = stack.enter_context(started(module, argument, address))
        ready = read(server)
        idle = _ask(server)
        tokens = ready.get("tokens", ["-"] * streams)
        loads = [stack.enter_context(started("tests.bench.load")) for _ in range(min(LOADS, streams))]
        for number, load in enumerate(loads):
            share = _share(tokens, number, len(loads))
            say(load, json.dumps({"address": ready["address"], "tokens": share, "echo": echo}))
        _wait_until_busy(server, streams)
        first = _ask(server)
        time.sleep(SECONDS)  # what is measured is what happens meanwhile
        second = _ask(server)
        latencies = [latency for load in loads for latency in finish(load)["latencies"]]
    decisions, cpu, switches = (second[key] - first[key] for key in ("decisions", "cpu", "switches"))
    memory = second["rss_kib"] - idle["rss_kib"]
    return Reading(1e6 * cpu / decisions, switches / decisions, latencies, memory / streams)


def _share(tokens: list[str], number: int, loads: int) -> list[str]:
    """Both bots of a match belong to the same load, so that it can time them."""
    pairs = [tokens[at : at + 2] for at in range(0, len(tokens), 2)]
    return [token for pair in pairs[number::loads] for token in pair]


def started(module: str, *arguments: str) -> subprocess.Popen[str]:
    """A module of the benchmarks in its own process, which reads lines of text and answers in JSON."""
    ours = {"GRPC_EXPERIMENTS", "GRPC_VERBOSITY"}  # the referee's settings, which the yardstick goes without
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        env={name: value for name, value in os.environ.items() if name not in ours},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _wait_until_busy(server: subprocess.Popen[str], streams: int) -> None:
    while _ask(server)["decisions"] < 10 * streams:
        time.sleep(0.5)  # not oftener: to ask costs the server time


def _ask(server: subprocess.Popen[str]) -> dict[str, Any]:
    say(server, "")
    return read(server)


def say(process: subprocess.Popen[str], line: str) -> None:
    """Sends a line to a process."""
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def read(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What a process says next."""
    assert process.stdout is not None
    said: dict[str, Any] = json.loads(process.stdout.readline())
    return said


def finish(load: subprocess.Popen[str]) -> dict[str, Any]:
    """Ends a process and returns its last answer."""
    say(load, "")
    return read(load)
