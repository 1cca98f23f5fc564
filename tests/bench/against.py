"""`python -m tests.bench.against VENV [ROUNDS] [--manual]`: tournaments with the version in another venv and with this.

They are played in turn, by bots in their own processes. And how much two workers give in process, which cannot be
more than what two tournaments give that run at the same time and know nothing of each other.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.bench.figures import children_cpu, ratios, spread
from tests.bench.figures_table import Figure, write_figures
from tests.support.tournaments import a_plan_text

HERE = Path(sys.prefix)
BOTS = "one=random two=random three=first four=random"
QUIET = '[time]\nstartup = "60s"\ndecision = "30s"'
ROUNDS = 5


class Run(Struct, frozen=True, kw_only=True):
    """A run, or several at the same time: decisions a second, CPU us a decision, matches at once, and the ratings."""

    rate: float
    cpu: float
    at_once: int
    ratings: str


def main(arguments: list[str]) -> None:
    """Measures and prints; with `--manual` puts the rows into the manual, too."""
    given = [word for word in arguments if word != "--manual"]
    other, rounds = Path(given[0]), int(given[1]) if len(given) > 1 else ROUNDS
    apart = a_plan_text(BOTS, deals=25, in_process=False, duplicate=True, deals_from_seed=True, extra=QUIET)
    within = a_plan_text(BOTS, deals=100, duplicate=True, deals_from_seed=True)
    figures = []
    alone = partial(_run, HERE, within, "--workers", "1")
    for what, yardstick, least, runs in (
        ("bots in processes", f"commit {_commit(other)}", 2.5, [partial(_run, venv, apart) for venv in (other, HERE)]),
        ("2 workers, in process", "1 worker", 1.8, [alone, partial(_run, HERE, within, "--workers", "2")]),
        ("2 runs at the same time, in process", "1 run", None, [alone, partial(alone, at_once=2)]),
    ):
        before, after = zip(*[[run() for run in runs] for _ in range(rounds)], strict=True)
        rates = [[run.rate for run in them] for them in (before, after)]
        times = ratios(rates[1], rates[0])
        print(f"{what}, beside {yardstick}")
        for one, them in zip(rates, (before, after), strict=True):
            print(f"  decisions/s {spread(one)}; us CPU a decision {spread([run.cpu for run in them])}")
        print(f"  ratio of decisions/s {times}")
        print(f"  matches at once {[run.at_once for run in after]}; ratings the same: {_same([*before, *after])}")
        told, goal = f"a tournament, {what}: decisions/s", f"at least {least} times" if least else ""
        figures.append(Figure(told, spread(rates[1]), f"{yardstick}: {spread(rates[0])}", times, goal))
    if "--manual" in arguments:
        write_figures("against", figures)


def _commit(venv: Path) -> str:
    """Which commit stands around a venv."""
    command = ["git", "-C", str(venv.parent), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _run(venv: Path, plan: str, *options: str, at_once: int = 1) -> Run:
    command = [str(venv / "bin/tournament"), "run", "plan.toml", "--db", "t.db", "--json", *options]
    used = children_cpu()
    with ExitStack() as folders, ThreadPoolExecutor() as threads:
        places = [folders.enter_context(tempfile.TemporaryDirectory()) for _ in range(at_once)]
        told = list(threads.map(partial(_events, command, plan), places))
    used = children_cpu() - used
    decisions = [_decisions(events) for events in told]
    standings = told[0][-1]["standings"]
    ratings = {rating["bot"]: rating["rating"] for rating in standings["fit"]["ratings"]}
    return Run(
        rate=sum(made / _seconds(events) for made, events in zip(decisions, told, strict=True)),
        cpu=1e6 * used / sum(decisions),
        at_once=standings.get("at_once", 0),
        ratings=json.dumps(ratings, sort_keys=True),
    )


def _events(command: list[str], plan: str, folder: str) -> list[dict[str, Any]]:
    """What a tournament in an empty folder prints; its standings come last."""
    (Path(folder) / "plan.toml").write_text(plan)
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ended.stdout.splitlines()]


def _decisions(events: list[dict[str, Any]]) -> int:
    played = (event["match"] for event in events if event["event"] == "played")
    return sum(seat["decisions"] for match in played for seat in match["seats"])


def _seconds(events: list[dict[str, Any]]) -> float:
    (seconds,) = [event["seconds"] for event in events if event["event"] == "ended"]
    return float(seconds)


def _same(runs: list[Run]) -> bool:
    return len({run.ratings for run in runs}) == 1


if __name__ == "__main__":
    main(sys.argv[1:])
