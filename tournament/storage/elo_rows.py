"""The Elo ratings of a tournament, and the rows in which they are stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tournament.schedule.slots import Slot
from tournament.statistics.elo import EloStep
from tournament.statistics.ladder import Ladder
from tournament.storage.rows import TournamentRow


def ladder_of(tournament: TournamentRow, slots: Sequence[Slot]) -> Ladder:
    """Return the Elo ratings of a tournament before its first match."""
    rating = tournament.plan.rating
    return Ladder(slots, start=rating.elo_start, k=rating.elo_k, anchors=rating.anchors)


def rating_rows(steps: Iterable[EloStep]) -> Iterator[tuple[int, str, float, float]]:
    """Yield each rating after each step: number of the step's last match, bot, rating, change."""
    for step in steps:
        for bot, rating in step.ratings.items():
            yield step.number, bot, rating, step.changes[bot]
