"""Whether a tournament of 10,000 matches costs more than a small one: storing a match, going on, and `show`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import msgspec

from tests.bench.figures import children_cpu
from tests.support.tournaments import a_plan, play_slot
from tournament.plan.plan import Plan
from tournament.storage.store import Store, open_store

HEADINGS = [
    "bots",
    "matches",
    "stored: ms CPU a match",
    "last 200 / matches 100 to 300",
    "go on: CPU s",
    "show: CPU s",
    "show: s",
]


def measure(bots: int, matches: int) -> list[str]:
    """A database with so many matches, made of one record: only its size matters."""
    plan = _plan(bots, matches)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "t.db"
        with open_store(database, plan, duplicate=True) as store:
            costs = _fill(store, plan, matches)
        began = time.process_time()
        with open_store(database, plan, duplicate=True):
            goes_on = time.process_time() - began
        began, used = time.perf_counter(), children_cpu()
        subprocess.run(
            [sys.executable, "-m", "tournament", "show", str(database)], stdout=subprocess.DEVNULL, check=True
        )
        shown, used = time.perf_counter() - began, children_cpu() - used
    late, early = median(costs[-200:]), median(costs[100:300])
    figures = [f"{1000 * late:.2f}", f"{late / early:.2f}", f"{goes_on:.2f}", f"{used:.2f}", f"{shown:.2f}"]
    return [str(bots), f"{matches:,}", *figures]


def _plan(bots: int, matches: int) -> Plan:
    tables = bots * (bots - 1) // 2
    names = " ".join(f"b{number}=random" for number in range(bots))
    return a_plan(names, tables=tables, deals=-(-matches // (2 * tables)))


def _fill(store: Store, plan: Plan, matches: int) -> list[float]:
    """Stores so many matches; returns the CPU seconds of each."""
    record = play_slot(store.slots[0], plan)
    costs = []
    for slot in store.slots[:matches]:
        told = store.secret.match_id(slot.deal, slot.table, slot.rotation, 0)
        record.header = msgspec.structs.replace(record.header, match_id=told, bots=list(slot.bots))
        began = time.process_time()
        store.add(slot, record)
        costs.append(time.process_time() - began)
    return costs
