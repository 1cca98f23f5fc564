"""`referee play` with bots in their own processes against a bare echo pair: everything counted, all on one core."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from referee.files import passing_folder
from referee.kernel.record import read_record
from tests.bench.figures import on_one_core, ratios, spread
from tests.bench.wire import ROUNDS, read, say, started, turn_bytes

FEW, MANY = 2, 42
"""Deals. The start of the programs is in both series, so what one costs more than the other is the decisions'."""

QUESTIONS = 8_000
HEADINGS = ["", "CPU us/decision", "ratio", "switches/decision", "start-up, CPU s"]


@dataclass
class Used:
    """What processes took in total."""

    cpu: float
    switches: float

    @staticmethod
    def by_children() -> Used:
        """What all that have ended took."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return Used(used.ru_utime + used.ru_stime, used.ru_nvcsw)

    def since(self, before: Used) -> Used:
        """What came to it."""
        return Used(self.cpu - before.cpu, self.switches - before.switches)

    def each(self, count: int) -> Used:
        """What one of so many took, in microseconds."""
        return Used(1e6 * self.cpu / count, self.switches / count)


def measure() -> list[list[str]]:
    """Both in turn, a few times."""
    of_few, of_many = decisions(FEW), decisions(MANY)
    echoes, plays, starts = [], [], []
    with on_one_core():
        for _ in range(ROUNDS):
            echoes.append(echo_pair())
            few, many = play(FEW), play(MANY)
            plays.append(many.since(few).each(of_many - of_few))
            starts.append(few.cpu - plays[-1].cpu * of_few / 1e6)
    return [
        ["a bare echo pair", *_figures(echoes, echoes), ""],
        ["referee play keepers", *_figures(plays, echoes), spread(starts, ".2f")],
    ]


def _figures(them: list[Used], yardsticks: list[Used]) -> list[str]:
    cpu = [used.cpu for used in them]
    switches = spread([used.switches for used in them], ".1f")
    return [spread(cpu), ratios(cpu, [used.cpu for used in yardsticks]), switches]


def play(deals: int, *more: str) -> Used:
    """A series between two sample bots."""
    before = Used.by_children()
    # What ends with its sandbox is in nobody's usage.
    bots = ["--bot", "first", "--bot", "first", "--sandbox", "off"]
    command = [sys.executable, "-m", "referee", "play", "keepers", *bots, "--seed", "7", "--deals", str(deals), *more]
    subprocess.run(command, check=True, capture_output=True)
    return Used.by_children().since(before)


def decisions(deals: int) -> int:
    """How many decisions such a series has."""
    with tempfile.TemporaryDirectory() as folder:
        play(deals, "--in-process", "--record", folder)
        records = [read_record(path.read_bytes()) for path in Path(folder).glob("*.jsonl")]
    return sum(len(step.answers) for record in records for step in record.steps)


def echo_pair() -> Used:
    """A server and a client that do nothing but ask and answer, over a Unix socket."""
    with passing_folder() as folder, ExitStack() as stack:
        server = stack.enter_context(started("tests.bench.echo_server", str(turn_bytes()), f"unix:{folder}/socket"))
        client = stack.enter_context(started("tests.bench.echo_client", read(server)["address"]))
        warm_up, measured = (_answered(server, client) for _ in range(2))
    return measured.since(warm_up).each(QUESTIONS)


def _answered(server: subprocess.Popen[str], client: subprocess.Popen[str]) -> Used:
    """What both have used when that many more questions are answered."""
    say(client, str(QUESTIONS))
    of_client = read(client)
    say(server, "")
    both = [of_client, read(server)]
    return Used(sum(used["cpu"] for used in both), sum(used["switches"] for used in both))
