"""Rulebook: "Ending the Game"; spec, section 9."""

from __future__ import annotations

from referee.games.keepers.events import GameOver
from referee.games.keepers.state import KeepersTable
from referee.kernel.ranking import Result, places


def game_has_ended(t: KeepersTable) -> bool:
    """The end check after each round; sets the reason and tells it."""
    if any(not any(keeper.unprepared) for keeper in t.keepers):
        t.end_reason = "emptied"
    elif t.round >= t.options.max_rounds:
        t.end_reason = "round_limit"
    else:
        return False
    t.tell(GameOver(t.end_reason, scores(t)))
    return True


def scores(t: KeepersTable) -> list[int]:
    """For each seat the adventurers that have left its tavern."""
    return [keeper.dealt - sum(keeper.unprepared) - sum(keeper.prepared) for keeper in t.keepers]


def result(t: KeepersTable) -> Result:
    """Higher scores first; with `tie_break = "hand"` more cards in hand decide between equal scores."""
    by_hand = t.options.tie_break == "hand"
    keys = [(score, sum(k.hand) if by_hand else 0) for score, k in zip(scores(t), t.keepers, strict=True)]
    return Result(places(keys), scores(t), t.end_reason)
