"""Choose matches that are worth a look, when there are too many to draw them all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from referee.kernel.record import SeatEnd
from tournament.storage.summary import MatchSummary


def chosen_matches(
    played: Iterable[MatchSummary], order: Sequence[str], shown: Collection[str], most: int
) -> dict[str, list[str]]:
    """Return up to `most` matches with the reasons: the last, the closest and the last forfeited match of each bot.

    Args:
        played: all matches in schedule order.
        order: the bots, best first. The matches of the best bots are chosen first.
        shown: the matches whose cards may be shown.
        most: how many matches are chosen.
    """
    shown = {*shown}
    last: dict[str, str] = {}
    closest: dict[str, tuple[float, str]] = {}
    forfeited: dict[str, str] = {}
    for match in played:
        if match.match not in shown:
            continue
        for bot, distance in _distances(match).items():
            last[bot] = match.match
            closest[bot] = min(closest.get(bot, (distance, match.match)), (distance, match.match), key=_distance)
        for seat in match.seats:
            if seat.end is not SeatEnd.PLAYED:
                forfeited[seat.bot] = match.match
    chosen: dict[str, list[str]] = {}
    for bot in order:
        mine = [
            (last.get(bot), f"the last of {bot}"),
            (closest.get(bot, (0.0, None))[1], f"the closest of {bot}"),
            (forfeited.get(bot), f"the last that {bot} forfeited"),
        ]
        for name, why in mine:
            if name is not None and (name in chosen or len(chosen) < most):
                chosen.setdefault(name, []).append(why)
    return chosen


def _distances(match: MatchSummary) -> Mapping[str, float]:
    """Return how far each bot's score was from the best score of the others."""
    distances = {}
    for seat in match.seats:
        best = max(other.score for other in match.seats if other is not seat)
        distances[seat.bot] = abs(seat.score - best)
    return distances


def _distance(found: tuple[float, str]) -> float:
    return found[0]
