"""How a well-behaved pair of bots fares beside an attack, through `referee serve` and real processes.

Each attack gets a server of its own. There the pair first plays alone, and then beside the attack.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
from msgspec import Struct

from tests.bench.calm.attacks import ATTACKS
from tests.bench.wire import finish, read, say, started
from tests.end_to_end.serving import Server

SECONDS = 10.0
QUIET_SECONDS = 5.0
MATCHES = 400
HEADINGS = ["attack", "turns/s", "p50 ms", "p99 ms", "silent ms", "p99 ratio", "peak RSS MiB", "calls of the attack"]


class Fared(Struct, frozen=True, kw_only=True):
    """How the pair fared for a while. `silence` is the longest time without any Turn."""

    turns: int
    seconds: float
    p50: float
    p99: float
    silence: float

    def cells(self) -> list[str]:
        """As a part of a row."""
        figures = (1000 * self.p50, 1000 * self.p99, 1000 * self.silence)
        return [f"{self.turns / self.seconds:.0f}", *(f"{figure:.1f}" for figure in figures)]


def measure(name: str) -> list[list[str]]:
    """Two rows of the table: the pair alone, and beside the attack."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = Server(Path(folder))
        process = stack.enter_context(server.running())
        pair = stack.enter_context(started("tests.bench.calm.pair"))
        say(pair, json.dumps({"address": server.address, "tokens": [server.token(bot) for bot in "ab"]}))
        matches = [f"calm-{number}" for number in range(MATCHES)]
        for match in [*matches, "waiting"]:
            server.create(match, "ab")
        attack = stack.enter_context(started("tests.bench.calm.attacks", name))
        say(attack, json.dumps(_settings(server, matches)))
        read(attack)
        fares(pair, 2.0)
        quiet = fares(pair, QUIET_SECONDS)
        say(attack, "")
        loud = fares(pair, SECONDS)
        ends = finish(attack)
        peak = peak_mib(process)
    calls = ", ".join(f"{count:,} {end}" for end, count in sorted(ends.items()))
    return [
        ["(quiet)", *quiet.cells(), "", "", ""],
        [ATTACKS[name][0], *loud.cells(), f"{loud.p99 / quiet.p99:.1f}", f"{peak:.0f}", calls],
    ]


def _settings(server: Server, matches: list[str]) -> dict[str, str]:
    return {
        "address": server.address,
        "token": server.token("attacker", "--organiser"),
        "running": matches[0],
        "over": matches[0],
        "waiting": "waiting",
    }


def fares(pair: subprocess.Popen[str], seconds: float) -> Fared:
    """How the pair fares for so long."""
    say(pair, "")
    read(pair)
    begun = time.monotonic()
    time.sleep(seconds)  # what is measured is what happens meanwhile
    ended = time.monotonic()
    say(pair, "")
    noted: dict[str, Any] = read(pair)
    arrivals = [begun, *(at for at in noted["arrivals"] if begun < at < ended), ended]
    silence = max(later - earlier for earlier, later in pairwise(arrivals))
    ordered = sorted([*noted["latencies"], silence])
    return Fared(
        turns=len(arrivals) - 2,
        seconds=ended - begun,
        p50=ordered[len(ordered) // 2],
        p99=ordered[int(0.99 * (len(ordered) - 1))],
        silence=silence,
    )


def peak_mib(process: subprocess.Popen[str]) -> float:
    """The most memory that a process has had."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():  # not Linux
        return float(psutil.Process(process.pid).memory_info().rss) / 2**20
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024
