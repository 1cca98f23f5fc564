"""What the largest tournaments cost people: `show --json` and the report of 1,000 bots, and of 99,000 matches.

And `tournament rate` of a million matches in a file.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec

from tests.support.browser import DESK, chromium, open_browser, open_page
from tests.support.tournaments import a_plan, play_slot
from tournament.storage.store import open_store
from tournament.storage.summary import finished

HEADINGS = ["bots", "matches", "show --json: MB", "its memory: MB", "report: memory MB", "largest page: kB", "opens: s"]
RATE_HEADINGS = ["matches", "file: MB", "rate: memory MB", "rate: s"]
MB = 1_000_000
SPREAD = 1_000
"""How far bots lie apart whose numbers differ by the number of bots, in Elo."""


def measure(bots: int, matches: int) -> list[str]:
    """A database with so many matches, made of one record with other places."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        played = _fill(folder / "t.db", bots, matches)
        shown, memory = _run(["show", folder / "t.db", "--json"])
        _, written = _run(["report", folder / "t.db", "-o", folder / "report", "--no-replays"])
        pages = sorted((folder / "report").glob("*.html"))
        largest = max(page.stat().st_size for page in pages)
        opened = f"{_slowest(pages):.1f}" if chromium() else "-"
    kilobytes = f"{largest / 1000:,.0f}"
    return [str(bots), f"{played:,}", f"{shown / MB:.1f}", f"{memory:.0f}", f"{written:.0f}", kilobytes, opened]


def measure_rate(matches: int, bots: int = 40) -> list[str]:
    """A file of results with so many matches of two seats, each its own block."""
    random = Random(1)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "results.csv"
        with path.open("w") as file:
            file.write("match,block,bot,place,seat\n")
            for match in range(matches):
                one, other = random.sample(range(bots), 2)
                won = random.random() < 1 / (1 + 10 ** ((one - other) * SPREAD / bots / 400))
                places = ((one, 1 + (not won)), (other, 1 + won))
                file.writelines(
                    f"d{match:07}-t001-r0,d{match:07}-t001,b{bot:02},{place},{seat}\n"
                    for seat, (bot, place) in enumerate(places)
                )
        began = time.perf_counter()
        _, memory = _run(["rate", path])
        taken = time.perf_counter() - began
        return [f"{matches:,}", f"{path.stat().st_size / MB:.0f}", f"{memory:.0f}", f"{taken:.0f}"]


def _fill(database: Path, bots: int, matches: int) -> int:
    """Store so many matches, or a few less; return how many."""
    tables = min(bots * (bots - 1) // 2, matches)
    names = " ".join(f"b{number:04}=random" for number in range(bots))
    plan = a_plan(names, tables=tables, deals=matches // tables)
    random = Random(1)
    with open_store(database, plan, duplicate=False) as store:
        record = play_slot(store.slots[0], plan)
        for slot in store.slots:
            told = store.secret.match_id(slot.deal, slot.table, slot.rotation, 0)
            one, other = (int(bot[1:]) for bot in slot.bots)
            wins = random.random() < 1 / (1 + 10 ** ((one - other) * SPREAD / bots / 400))
            assert record.end is not None
            record.header = msgspec.structs.replace(record.header, match_id=told, bots=list(slot.bots))
            record.end = msgspec.structs.replace(record.end, places=[1, 2] if wins else [2, 1])
            store.add(slot, finished(record))
    return len(store.slots)


def _run(words: Sequence[object]) -> tuple[int, float]:
    """How many bytes a command of `tournament` prints, and the most memory that it used, in MB."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([sys.executable, "-m", "tournament", *map(str, words)], stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return output.seek(0, os.SEEK_END), usage.ru_maxrss * 1024 / MB


def _slowest(pages: Sequence[Path]) -> float:
    """How many seconds the slowest of the largest pages takes to open in Chromium."""
    slowest = 0.0
    with open_browser() as browser, open_page(browser, DESK) as page:
        for path in sorted(pages, key=lambda path: -path.stat().st_size)[:5]:
            began = time.perf_counter()
            page.goto(path.as_uri())
            slowest = max(slowest, time.perf_counter() - began)
    return slowest
