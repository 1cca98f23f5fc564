"""Rulebook: "End of Game"; spec, section 9."""

from __future__ import annotations

from referee.games.lootroll.events import Belongings, GameOver
from referee.games.lootroll.state import LootTable
from referee.kernel.ranking import Result, places
from referee.kernel.seats import Seat


def end_game(t: LootTable) -> None:
    """Shows everything."""
    t.over = True
    shown = [Belongings([*seat.hand], [*seat.bag], [*seat.bank]) for seat in t.adventurers]
    t.tell(GameOver(scores(t), shown, {pile: [*deck] for pile, deck in t.decks.items()}))


def scores(t: LootTable) -> list[int]:
    """For each seat the treasure of bag and bank, and what its gear brings."""
    return [stored(t, seat) + worth_of_gear(t, seat) for seat in t.all_seats()]


def stored(t: LootTable, seat: Seat) -> int:
    """The treasure of bag and bank."""
    adventurer = t.adventurers[seat]
    return sum(t.treasure(card) for card in (*adventurer.bag, *adventurer.bank))


def worth_of_gear(t: LootTable, seat: Seat) -> int:
    """Each equipped card is exchanged for the cheapest stored card of its symbol, if that brings more (ruling 36)."""
    adventurer = t.adventurers[seat]
    total = 0
    for card in adventurer.gear():
        symbol = t.loot(card).slot
        rivals = [t.treasure(other) for other in (*adventurer.bag, *adventurer.bank) if t.loot(other).slot == symbol]
        if rivals:
            total += max(0, t.treasure(card) - min(rivals))
    return total


def result(t: LootTable) -> Result:
    """The highest score wins; equal scores share the place."""
    return Result(places(scores(t)), scores(t), "three_dungeons")
