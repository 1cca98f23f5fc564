"""Grades by ratings, for courses: each grade begins at a rating."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.statistics.fit import BotRating


def grade_of(rating: BotRating, grades: Mapping[str, float]) -> str:
    """Return the highest grade that a bot reaches; empty if it reaches none.

    `grades` has the lowest rating for each grade. A bot without a rating is graded by the one that follows from the
    weak prior. Errors of ratings are not taken into account.
    """
    number = rating.prior_rating if rating.rating is None or rating.group > 1 else rating.rating
    reached = {least: grade for grade, least in grades.items() if number is not None and number >= least}
    return reached[max(reached)] if reached else ""
