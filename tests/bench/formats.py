"""How long formats take to draw the next tables of large fields."""

from __future__ import annotations

import time
from typing import Any

from tests.bench.figures import spread
from tests.support.contests import Playing, by_strength
from tests.support.tournaments import a_plan
from tournament.formats.adaptive import ADAPTIVE
from tournament.formats.contract import Contest
from tournament.formats.swiss import SWISS
from tournament.schedule.slots import make_slots

BOTS = 400
ROUNDS = 5
ADAPTIVE_BOTS = 200
RESULTS = 20_000
HEADINGS = ["format", "bots", "draws", "s for a draw"]


def measure_swiss() -> list[str]:
    """Every round of a Swiss tournament."""
    taken: list[float] = []
    names = [f"b{number}" for number in range(BOTS)]
    plan = a_plan(" ".join(f"{name}=first" for name in names), kind="swiss", deals=1, duplicate=False)
    playing = Playing(plan, by_strength({name: number / 50 for number, name in enumerate(names)}))
    while not playing.is_over:
        contest = playing.play(most=BOTS // 2)
        began = time.perf_counter()
        SWISS.draw(contest)
        taken.append(time.perf_counter() - began)
    return ["swiss", str(BOTS), str(len(taken)), spread(taken, ".2f")]


def measure_adaptive() -> list[str]:
    """Batches of an adaptive schedule, divided by the number of their tables."""
    names = [f"b{number}" for number in range(ADAPTIVE_BOTS)]
    keys: dict[str, Any] = {"deals": 2, "tables": ADAPTIVE_BOTS * (ADAPTIVE_BOTS - 1) // 2, "duplicate": False}
    text = " ".join(f"{name}=first" for name in names)
    whole = Playing(a_plan(text, **keys), by_strength({name: number / 50 for number, name in enumerate(names)}))
    played = whole.play(most=RESULTS)
    drawn = [one for one in played.drawn if one.block in played.results]
    assert sum(len(block) for block in played.results.values()) == RESULTS == len(make_slots(drawn, duplicate=False))
    plan = a_plan(text, schedule="adaptive", **keys)
    contest = Contest(plans=[plan], duplicate=False, drawn=drawn, results=played.results)
    taken = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        tables = len(ADAPTIVE.draw(contest).drawn)
        taken.append((time.perf_counter() - began) / tables)
    return ["adaptive", str(ADAPTIVE_BOTS), str(ROUNDS), spread(taken, ".4f")]
