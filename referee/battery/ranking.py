"""Whether places follow scores."""

from __future__ import annotations

from itertools import permutations

from referee.battery.facts import Facts
from referee.kernel.ranking import Result


def ranked_wrongly(result: Result, facts: Facts) -> str | None:
    """Finds a seat that has a higher score but a worse place than another one, unless the game allows that."""
    if not facts.places_follow_scores:
        return None
    for (seat, (score, place)), (other, (less, better)) in permutations(
        enumerate(zip(result.scores, result.places, strict=True)), 2
    ):
        if score > less and place > better:
            return (
                f"seat {seat} has the higher score and the worse place: score {score} and place {place}, but seat "
                f"{other} has score {less} and place {better}. If the game ranks differently, set "
                "places_follow_scores=False in its facts"
            )
    return None
