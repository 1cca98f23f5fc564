"""How a well-behaved pair of bots fares beside an attack, through `referee serve` and real processes.

Each attack gets a server of its own. There the pair first plays alone, and then beside the attack.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
from msgspec import Struct

from tests.bench.calm.attacks import ATTACKS, OVER_TCP, TOKENS
from tests.bench.figures_table import Figure
from tests.bench.wire import finish, read, say, started
from tests.end_to_end.serving import Server

SECONDS = 10.0
QUIET_SECONDS = 5.0
MATCHES = 400
MOST_TIMES_QUIET = 5
MOST_SILENT_MS = 250
MOST_MIB_OF_FLOODS = 64
HEADINGS = ["attack", "turns/s", "p50 ms", "p99 ms", "silent ms", "p99 ratio", "peak MiB", "more MiB", "how it went"]


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


class Beside(Struct, frozen=True, kw_only=True):
    """How the pair fared alone and beside an attack. `ends` lists how the calls of the attack ended.

    `peak_mib` is the most memory that the server had, and `more_mib` how much of it came with the attack; a `flood` is
    of frames, and needs no token.
    """

    attack: str
    quiet: Fared
    loud: Fared
    peak_mib: float
    more_mib: float
    flood: bool
    ends: dict[str, int]

    @property
    def ratio(self) -> float:
        """How many times its quiet p99 the pair's p99 was."""
        return self.loud.p99 / self.quiet.p99

    def rows(self) -> list[list[str]]:
        """Two rows of the table."""
        ends = ", ".join(f"{count:,} {end}" for end, count in sorted(self.ends.items()))
        figures = (f"{self.ratio:.1f}", f"{self.peak_mib:.0f}", f"{self.more_mib:.0f}")
        return [
            ["(quiet)", *self.quiet.cells(), "", "", "", ""],
            [self.attack, *self.loud.cells(), *figures, ends],
        ]


def figures(measured: Sequence[Beside]) -> list[Figure]:
    """The worst of all attacks, in each respect."""
    slow = max(measured, key=lambda one: one.ratio)
    silent = max(measured, key=lambda one: one.loud.silence)
    large = max(measured, key=lambda one: one.peak_mib)
    floods = [one for one in measured if one.flood]
    grown = max(floods, key=lambda one: one.more_mib)
    of = f"of {len(measured)} attacks"
    return [
        Figure(
            f"p99 of a pair of bots beside the worst {of} ({slow.attack}): ms",
            f"{1000 * slow.loud.p99:.1f}",
            f"alone: {1000 * slow.quiet.p99:.1f}",
            f"{slow.ratio:.1f}",
            f"at most {MOST_TIMES_QUIET:.1f} times",
        ),
        Figure(
            f"the longest time without a turn of the pair beside the worst {of} ({silent.attack}): ms",
            f"{1000 * silent.loud.silence:.0f}",
            f"alone: {1000 * silent.quiet.silence:.0f}",
            goal=f"at most {MOST_SILENT_MS}",
        ),
        Figure(f"the most memory of the server beside the worst {of} ({large.attack}): MiB", f"{large.peak_mib:.0f}"),
        Figure(
            f"the most memory that one of {len(floods)} floods without a token takes ({grown.attack}): MiB",
            f"{grown.more_mib:.0f}",
            goal=f"at most {MOST_MIB_OF_FLOODS}",
        ),
    ]


def measure(name: str) -> Beside:
    """The pair alone, and beside an attack."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = Server(Path(folder), tcp=name in OVER_TCP)
        process = stack.enter_context(server.running("--public"))
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
        before = peak_mib(process)
        say(attack, "")
        loud = fares(pair, SECONDS)
        ends = finish(attack)
        peak = peak_mib(process)
        return Beside(
            attack=ATTACKS[name][0],
            quiet=quiet,
            loud=loud,
            peak_mib=peak,
            more_mib=peak - before,
            flood=name in OVER_TCP,
            ends=ends,
        )


def _settings(server: Server, matches: list[str]) -> dict[str, Any]:
    return {
        "address": server.address,
        "tokens": [server.token(f"attacker {number}", "--organiser") for number in range(TOKENS)],
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
    """The most memory that a server has had: its process, and the proxy that it started."""
    server = psutil.Process(process.pid)
    return sum(map(_peak_mib, [server, *server.children()]))


def _peak_mib(process: psutil.Process) -> float:
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():  # not Linux
        return float(process.memory_info().rss) / 2**20
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024
