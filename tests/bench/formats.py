"""How long formats take to draw the next tables of large fields."""

from __future__ import annotations

import time

from tests.bench.figures import spread
from tests.support.contests import Playing, by_strength
from tests.support.tournaments import a_plan
from tournament.formats import swiss

BOTS = 400
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
        swiss.SWISS.draw(contest)
        taken.append(time.perf_counter() - began)
    return ["swiss", str(BOTS), str(len(taken)), spread(taken, ".2f")]
