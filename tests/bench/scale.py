"""Large tournaments: the real runner, scheduler, store and fit, with an engine that makes up results and times."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path
from random import Random

import msgspec
import trio
import trio.testing

from referee.kernel.job import MatchJob
from tests.support.tournaments import a_plan, play_slot
from tournament.plan.plan import Plan
from tournament.run.events import Played, RunEvent
from tournament.run.runner import Runner
from tournament.statistics.fit import fit
from tournament.storage.archive import open_archive
from tournament.storage.store import open_store
from tournament.storage.summary import Finished, finished

SIZES = ((100, 10_000), (1_000, 100_000))
LARGEST = (1_000, 1_000_000)
"""It takes a quarter of an hour, so it is measured only with `--largest`."""

AT_ONCE = 100
MEAN_S = 30.0
"""The mean time of a match, by a clock that does not wait."""

LATE = 1_000
"""How many of the last matches show what a new match costs."""

HEADINGS = [
    "bots",
    "matches",
    "a new match: CPU ms",
    "database: KiB a match",
    "resume: CPU s",
    "fit: CPU s",
    "show: CPU s",
    "show: MiB",
]


class MadeUpEngine:
    """An `Engine` whose matches end after a time by chance, with places by the strengths of the bots and by chance."""

    def __init__(self, plan: Plan, template: Finished) -> None:
        self.capacity = AT_ONCE
        self._chance = Random(7)
        self._strengths = {bot.name: self._chance.gauss(0, 1) for bot in plan.bots}
        assert template.ending is not None
        self._template = template
        self._ending = template.ending

    async def submit(self, job: MatchJob) -> Finished:
        """Wait, and make up a result."""
        await trio.sleep(self._chance.expovariate(1 / MEAN_S))
        played = {bot: self._strengths[bot] + self._chance.gauss(0, 1) for bot in job.bots}
        order = sorted(job.bots, key=played.__getitem__, reverse=True)
        seats = [
            msgspec.structs.replace(seat, bot=bot, place=1 + order.index(bot), score=round(10 * played[bot]))
            for seat, bot in zip(self._ending.seats, job.bots, strict=True)
        ]
        ending = msgspec.structs.replace(self._ending, seats=tuple(seats))
        return msgspec.structs.replace(self._template, match_id=job.match_id, ending=ending)


def measure(bots: int, matches: int) -> list[str]:
    """Play so many matches, and look at them."""
    plan = planned(bots, matches)
    with tempfile.TemporaryDirectory(prefix="bench") as name:
        database = Path(name) / "t.db"
        late_ms = _played(plan, database)
        began = time.process_time()
        with open_store(database, plan, duplicate=True):
            resumed = time.process_time() - began
        with open_archive(database) as archive:
            results = [match.result for match in archive.matches()]
            matches = len(results)  # all bots play equally many, so it may be a few less
        began = time.process_time()
        fit(results)
        fitted = time.process_time() - began
        size = database.stat().st_size / 1024 / matches
        used, memory = _shown(database)
    figures = [f"{late_ms:.2f}", f"{size:.1f}", f"{resumed:.1f}", f"{fitted:.1f}", f"{used:.1f}", f"{memory:,.0f}"]
    return [f"{bots:,}", f"{matches:,}", *figures]


def planned(bots: int, matches: int) -> Plan:
    """A plan in which every bot plays equally many matches of two."""
    names = " ".join(f"b{number}=random" for number in range(bots))
    tables = min(bots * (bots - 1) // 2, matches // 2)
    tables -= tables % bots
    return a_plan(names, tables=tables, deals=matches // (2 * tables))


def _played(plan: Plan, database: Path) -> float:
    """Play everything with the real runner; return the CPU ms of each of the last matches."""
    times: deque[float] = deque(maxlen=LATE)

    def tell(event: RunEvent) -> None:
        if isinstance(event, Played):
            times.append(time.process_time())

    with open_store(database, plan, duplicate=True) as store:
        template = finished(play_slot(store.slots[0], plan))
        trio.run(
            Runner(plan, store, tell).run,
            MadeUpEngine(plan, template),
            clock=trio.testing.MockClock(autojump_threshold=0),
        )
    return 1000 * (times[-1] - times[0]) / (len(times) - 1)


def _shown(database: Path) -> tuple[float, float]:
    """CPU seconds and MiB of one `tournament show`."""
    process = subprocess.Popen([sys.executable, "-m", "tournament", "show", str(database)], stdout=subprocess.DEVNULL)
    _, code, used = os.wait4(process.pid, 0)
    process.returncode = code
    assert code == 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


if __name__ == "__main__":
    began = time.monotonic()
    print(dict(zip(HEADINGS, measure(*map(int, sys.argv[1:3])), strict=True)), f"{time.monotonic() - began:.0f} s")
