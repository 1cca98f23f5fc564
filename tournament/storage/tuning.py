"""The course of a tuned bot, from the stored matches alone: `course_of`."""

from __future__ import annotations

from collections import defaultdict

from tournament.plan.plan import Plan
from tournament.plan.tuning import DOWN, UP, course_of_scores, side_of
from tournament.statistics.spsa import BatchScore, TuneCourse
from tournament.storage.archive import Archive


def course_of(archive: Archive) -> TuneCourse | None:
    """Return the course as far as its batches are complete; None if the tournament tunes no bot."""
    tournament = archive.tournament
    plan, tune = tournament.plan, tournament.plan.tune
    if tune is None:
        return None
    number_of = {bot.name: int(bot.version) for bot in archive.bots() if side_of(tune, bot.name)}
    stored: defaultdict[int, int] = defaultdict(int)
    points: defaultdict[int, float] = defaultdict(float)
    matches: defaultdict[int, int] = defaultdict(int)
    for match in archive.matches():
        seats = {side_of(tune, seat.bot): number for number, seat in enumerate(match.seats)}
        batch = number_of[match.seats[seats[UP]].bot]
        stored[batch] += 1
        if match.rated:
            points[batch] += match.result.points(seats[UP], seats[DOWN])
            matches[batch] += 1
    scores: list[BatchScore] = []
    while stored[len(scores) + 1] == matches_of_a_batch(plan, duplicate=tournament.duplicate):
        scores.append(BatchScore(points[len(scores) + 1], matches[len(scores) + 1]))
    return course_of_scores(plan, tune, scores)


def matches_of_a_batch(plan: Plan, *, duplicate: bool) -> int:
    """Return how many matches a batch has."""
    return plan.format.deals * (plan.tournament.seats if duplicate else 1)
