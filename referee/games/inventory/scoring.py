"""The chapter "Ending the game" of the rulebook; section 10 of the game's specification."""

from __future__ import annotations

from referee.games.inventory.events import GameOver
from referee.games.inventory.state import Adventurer, InventoryTable, owned
from referee.kernel.ranking import Result, places


def score(t: InventoryTable, adventurer: Adventurer) -> int:
    """The Loot Points of all cards of a seat."""
    return sum(t.cards[card].points for card in owned(adventurer))


def result(t: InventoryTable) -> Result:
    """The result, or what it would be if the game ended now.

    Ties: fewer Pesky Quest Items, then more goods of the starting deck, then a shared place (R24).
    """
    scores = [score(t, adventurer) for adventurer in t.adventurers]
    keys = [
        (points, -cards.count(t.cards.pesky), sum(card in t.cards.first_goods for card in cards))
        for points, cards in zip(scores, map(owned, t.adventurers), strict=True)
    ]
    return Result(places(keys), scores, t.end or "")


def tell_end(t: InventoryTable) -> None:
    """Announce the result."""
    final = result(t)
    t.tell(GameOver(tuple(final.scores), tuple(final.places)))
