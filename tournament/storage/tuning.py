"""Computes how the values of a tuned bot developed, from the stored matches alone: `course_of`."""

from __future__ import annotations

from collections import defaultdict

from tournament.plan.identity import told_value
from tournament.plan.plan import Plan
from tournament.plan.tune import Tune
from tournament.plan.tuning import DOWN, UP, course_of_scores, side_of, value_text
from tournament.statistics.spsa import BatchScore, TuneCourse
from tournament.storage.archive import Archive
from tournament.storage.faults import whole

_SIDES = """
SELECT upper.bot, upper.place, lower.bot, lower.place, rated
FROM matches
JOIN seats AS upper ON upper.match = matches.match
JOIN seats AS lower ON lower.match = matches.match AND lower.seat != upper.seat
"""
"""Two seats of a match, in each order.

Later decisions of the organiser about a match do not count, because the values of the following batches depend on the
original result.
"""


def course_of(archive: Archive) -> TuneCourse | None:
    """Return the course as far as its batches are complete; None if the tournament tunes no bot."""
    tournament = archive.tournament
    plan, tune = tournament.plan, tournament.plan.tune
    if tune is None:
        return None
    with whole("the version of a bot that is tuned"):
        batch_of = {bot.name: int(bot.version) for bot in archive.bots() if side_of(tune, bot.name)}
    stored: defaultdict[int, int] = defaultdict(int)
    points: defaultdict[int, float] = defaultdict(float)
    matches: defaultdict[int, int] = defaultdict(int)
    with whole("a match of a batch"):
        for upper, place, lower, other_place, rated in archive.db.execute(_SIDES):
            if (side_of(tune, upper), side_of(tune, lower)) == (UP, DOWN):
                batch = batch_of[upper]
                stored[batch] += 1
                points[batch] += rated * (0.5 if place == other_place else float(place < other_place))
                matches[batch] += rated
    scores: list[BatchScore] = []
    while stored[len(scores) + 1] == matches_of_a_batch(plan, duplicate=tournament.duplicate):
        scores.append(BatchScore(points[len(scores) + 1], matches[len(scores) + 1]))
    return course_of_scores(plan, tune, scores)


def matches_of_a_batch(plan: Plan, *, duplicate: bool) -> int:
    """Return how many matches a batch has."""
    return plan.format.deals * (plan.tournament.seats if duplicate else 1)


def batch_with_other_values(archive: Archive, tune: Tune, course: TuneCourse) -> int:
    """Return the first batch that was played with other values than those of the course; 0 if there is none.

    It exists if a match of an earlier batch was played again.
    """
    env = {(bot.version, side_of(tune, bot.name)): bot.env for bot in archive.tournament.plan.bots}
    for batch in (*course.batches, *([course.following] if course.following else [])):
        for side, values in ((UP, batch.up), (DOWN, batch.down)):
            known = env.get((str(batch.number), side))
            told = {one.name: told_value(value_text(values[one.name], whole=one.whole)) for one in tune.parameters}
            if known is not None and any(known.get(name) != value for name, value in told.items()):
                return batch.number
    return 0
