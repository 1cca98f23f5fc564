"""The adaptive schedule of a round robin: its deals are played at the tables that reveal most about the ranking.

A bot that has played less than a quarter of the average is drawn first, so nobody is left out, however clear its place
is.
"""

from __future__ import annotations

from math import comb

from referee.counts import counted
from tournament.formats.batches import WINDOW, DealBatch, known_about, size_of_batch
from tournament.formats.contract import Contest, ContestFormat, NextDraw

FLOOR = 0.25
"""The share of the average number of deals that every bot plays in any case."""


def _draw(contest: Contest) -> NextDraw:
    """Return the next batch."""
    names = [bot.name for bot in contest.plan.playing]
    left = _deals_of(contest) - len(contest.drawn)
    if left <= 0 or len(names) < contest.plan.tournament.seats:
        return NextDraw(over=f"all {counted(len(contest.drawn), 'deal')} were drawn")
    batch = DealBatch(contest, known_about(contest))
    for _ in range(min(left, size_of_batch(contest))):
        mean = sum(batch.deals[bot] for bot in names) / len(names)
        fewest = min(names, key=lambda bot: batch.deals[bot])
        batch.draw_one(fewest if batch.deals[fewest] <= FLOOR * mean else None)
    return NextDraw(drawn=batch.drawn, title=f"batch {contest.stage + 1}")


ADAPTIVE = ContestFormat(draw=_draw, window=WINDOW, many_stages=True)


def _deals_of(contest: Contest) -> int:
    """Return how many deals a round robin of all bots would have."""
    plan = contest.plan
    return min(plan.format.tables, comb(len(plan.bots), plan.tournament.seats)) * plan.format.deals
