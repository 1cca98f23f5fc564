"""Whether a tournament of 10,000 matches costs more than a small one: storing a match, going on, and `show`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from tests.bench.figures import children_cpu, spread
from tests.support.tournaments import a_plan, a_plan_text, play_slot
from tournament.plan.plan import Plan
from tournament.storage.store import Store, open_store
from tournament.storage.summary import finished

ROUNDS = 5
RESERVE = 2_000
"""Matches that are left to be played while others look."""
HEADINGS = [
    "bots",
    "matches",
    "stored: ms CPU a match",
    "last 200 / matches 100 to 300",
    "resume: CPU s",
    "show: CPU s",
    "show: s",
    "beside a run: s",
]


def measure(bots: int, matches: int) -> list[str]:
    """A database with so many matches, made of one record: only its size matters."""
    plan = a_plan(**_settings(bots, matches))
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "t.db"
        with open_store(database, plan, duplicate=True) as store:
            costs = _fill(store, plan, matches)
        began = time.process_time()
        with open_store(database, plan, duplicate=True):
            goes_on = time.process_time() - began
        file = Path(folder) / "plan.toml"
        file.write_text(a_plan_text(**_settings(bots, matches)))
        shown = _show(database, file)
    late, early = median(costs[-200:]), median(costs[100:300])
    used, alone, beside = zip(*shown, strict=True)
    figures = [f"{1000 * late:.2f}", f"{late / early:.2f}", f"{goes_on:.2f}", spread(used, ".2f")]
    return [str(bots), f"{matches:,}", *figures, spread(alone, ".2f"), spread(beside, ".2f")]


def _settings(bots: int, matches: int) -> dict[str, Any]:
    tables = bots * (bots - 1) // 2
    names = " ".join(f"b{number}=random" for number in range(bots))
    return {"bots": names, "tables": tables, "deals": -(-(matches + RESERVE) // (2 * tables))}


def _show(database: Path, plan: Path) -> list[tuple[float, float, float]]:
    """What `show` takes, a few times in turn: CPU seconds and seconds alone, and seconds while a run writes."""
    _shown(database)  # what Python compiles at the first time, it keeps
    taken = []
    with _playing(plan, database) as runner:
        for _ in range(ROUNDS):
            runner.send_signal(signal.SIGSTOP)
            used, alone = _shown(database)
            runner.send_signal(signal.SIGCONT)
            taken.append((used, alone, _shown(database)[1]))
        assert runner.poll() is None, "it has played all that was left"
    return taken


def _shown(database: Path) -> tuple[float, float]:
    """The CPU seconds and the seconds of one `tournament show`."""
    command = [sys.executable, "-m", "tournament", "show", str(database)]
    began, used = time.perf_counter(), children_cpu()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=_as_installed())
    return children_cpu() - used, time.perf_counter() - began


@contextmanager
def _playing(plan: Path, database: Path) -> Iterator[subprocess.Popen[str]]:
    """A runner that plays what is left; it has stored a match."""
    command = [sys.executable, "-m", "tournament", "run", str(plan), "--db", str(database), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_as_installed()) as runner:
        assert runner.stdout is not None
        try:
            while '"played"' not in runner.stdout.readline():
                assert runner.poll() is None
            threading.Thread(target=runner.stdout.read, daemon=True).start()  # or it would stop when the pipe is full
            yield runner
        finally:
            runner.kill()


def _as_installed() -> dict[str, str]:
    """The environment in which Python keeps compiled modules, as after the installation of a package."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _fill(store: Store, plan: Plan, matches: int) -> list[float]:
    """Stores so many matches; returns the CPU seconds of each."""
    record = play_slot(store.slots[0], plan)
    costs = []
    for slot in store.slots[:matches]:
        told = store.secret.match_id(slot.deal, slot.table, slot.rotation, 0)
        record.header = msgspec.structs.replace(record.header, match_id=told, bots=list(slot.bots))
        began = time.process_time()
        store.add(slot, finished(record))
        costs.append(time.process_time() - began)
    return costs
