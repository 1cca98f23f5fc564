"""The chapter "Ending the Game" of the rulebook; section 9 of the game's specification."""

from __future__ import annotations

from referee.games.keepers.events import GameOver
from referee.games.keepers.state import KeepersTable
from referee.kernel.ranking import Result, places


def game_has_ended(t: KeepersTable) -> bool:
    """Check for the end after each round; set and announce the reason."""
    if any(not any(keeper.unprepared) for keeper in t.keepers):
        t.end_reason = "emptied"
    elif t.round >= t.options.max_rounds:
        t.end_reason = "round_limit"
    else:
        return False
    t.tell(GameOver(t.end_reason, tuple(scores(t))))
    return True


def scores(t: KeepersTable) -> list[int]:
    """The scores: for each seat the number of adventurers that have left its tavern."""
    return [keeper.dealt - sum(keeper.unprepared) - sum(keeper.prepared) for keeper in t.keepers]


def result(t: KeepersTable) -> Result:
    """The result. With `tie_break = "hand"`, more cards in hand decide between equal scores."""
    by_hand = t.options.tie_break == "hand"
    keys = [(score, sum(k.hand) if by_hand else 0) for score, k in zip(scores(t), t.keepers, strict=True)]
    return Result(places(keys), scores(t), t.end_reason)
