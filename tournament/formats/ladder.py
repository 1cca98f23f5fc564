"""The ladder: a ranking that does not end by itself, while bots and versions enter and leave.

The next table is always the one that reveals most about the order of the playing bots. A new bot plays
`PLACING` deals first, and nobody gets less than the share `FLOOR` of the average number of deals since it entered.
"""

from __future__ import annotations

from collections import Counter

from referee.counts import counted
from tournament.formats.batches import WINDOW, DealBatch, known_about, size_of_batch
from tournament.formats.contract import Contest, ContestFormat, NextDraw
from tournament.formats.ladder_showing import ladder_tables

FLOOR = 0.5
"""The share of the average number of deals that every bot gets."""

PLACING = 10
"""How many deals a new bot plays before it has to wait for its turn."""

MOST_OF_A_BATCH = 2
"""How many deals of a batch a bot plays at most, as its results decide whom it meets next, and others play, too."""


def _draw(contest: Contest) -> NextDraw:
    """Return the next batch."""
    names = [bot.name for bot in contest.plan.playing]
    seats = contest.plan.tournament.seats
    if len(names) < seats:
        return NextDraw(over=f"fewer than {seats} bots are left")
    deals = size_of_batch(contest)
    if isinstance(most := contest.plan.format.matches, int):
        rotations = seats if contest.duplicate else 1
        deals = min(deals, (most - _matches_of(contest, rotations)) // rotations)
    if deals <= 0:
        return NextDraw(over=f"all {counted(len(contest.drawn), 'deal')} were drawn")
    owed = _owed(contest)
    batch = DealBatch(contest, known_about(contest, names), MOST_OF_A_BATCH)
    for _ in range(deals):
        first = max(batch.free, key=lambda bot: owed[bot] - batch.deals[bot])
        batch.draw_one(first if batch.deals[first] < owed[first] else None)
    return NextDraw(drawn=batch.drawn, title=f"batch {contest.stage + 1}")


LADDER = ContestFormat(draw=_draw, window=WINDOW, show=ladder_tables, many_stages=True)


def _matches_of(contest: Contest, rotations: int) -> int:
    """Return how many matches were played or may still be played: a bot that was withdrawn has left some out."""
    known = contest.stage - WINDOW
    return sum(
        len(contest.results.get(drawn.block, ())) if drawn.stage <= known else rotations for drawn in contest.drawn
    )


def _owed(contest: Contest) -> dict[str, float]:
    """Return how many deals each bot gets at least."""
    shares = {bot.name: 0.0 for bot in contest.plan.bots}
    for edition, deals in Counter(drawn.edition for drawn in contest.drawn).items():
        playing = contest.plans[edition].playing
        for bot in playing:
            shares[bot.name] += deals * contest.plan.tournament.seats / len(playing)
    return {bot: max(PLACING, FLOOR * share) for bot, share in shares.items()}
