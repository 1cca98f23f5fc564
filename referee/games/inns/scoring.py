"""The chapter "Ending the Game" of the rulebook; section 8 of the game's specification."""

from __future__ import annotations

from referee.games.inns.events import GameOver
from referee.games.inns.state import InnsTable
from referee.kernel.ranking import Result, places


def hoard_goal(t: InnsTable) -> int:
    """The Hoard that ends the match."""
    wanted = t.options.hoard_goal
    return wanted if isinstance(wanted, int) else t.cards.hoard_goals[t.seat_count]


def match_has_ended(t: InnsTable) -> bool:
    """Check after each Turn whether the match ends; if so, set and announce the reason.

    If several seats share the lead, the match continues.
    """
    highest = max(hoards(t))
    if highest >= hoard_goal(t) and hoards(t).count(highest) == 1:
        t.end_reason = "goal"
    elif t.turn >= t.options.turn_limit:
        t.end_reason = "limit"
    else:
        return False
    t.tell(GameOver(t.end_reason, tuple(places(hoards(t))), tuple(hoards(t))))
    return True


def hoards(t: InnsTable) -> list[int]:
    """The Hoard of each seat."""
    return [player.hoard for player in t.players]


def result(t: InnsTable) -> Result:
    """The largest Hoard first; equal Hoards share a place."""
    return Result(places(hoards(t)), hoards(t), t.end_reason)
