"""The chapter "End of Game" of the rulebook; section 9 of the game's specification."""

from __future__ import annotations

from referee.games.lootroll.events import Belongings, DeckCards, GameOver
from referee.games.lootroll.state import LootTable
from referee.kernel.ranking import Result, places
from referee.kernel.seats import Seat

END = "three_dungeons"


def end_game(t: LootTable) -> None:
    """End the game and show everything."""
    t.over = True
    shown = tuple([Belongings(tuple(seat.hand), tuple(seat.bag), tuple(seat.bank)) for seat in t.adventurers])
    decks = tuple([DeckCards(pile, tuple(deck)) for pile, deck in t.decks.items()])
    t.tell(GameOver(tuple(scores(t)), shown, decks, END))


def scores(t: LootTable) -> list[int]:
    """The scores: for each seat the treasure of bag and bank, plus the worth of its gear."""
    return [stored(t, seat) + worth_of_gear(t, seat) for seat in t.all_seats()]


def stored(t: LootTable, seat: Seat) -> int:
    """The treasure of bag and bank."""
    adventurer = t.adventurers[seat]
    return sum(t.treasure(card) for card in (*adventurer.bag, *adventurer.bank))


def worth_of_gear(t: LootTable, seat: Seat) -> int:
    """The worth of gear: each card is exchanged for the cheapest stored one of its slot, if that pays (ruling 36)."""
    adventurer = t.adventurers[seat]
    total = 0
    for card in adventurer.gear():
        symbol = t.loot(card).slot
        rivals = [t.treasure(other) for other in (*adventurer.bag, *adventurer.bank) if t.loot(other).slot == symbol]
        if rivals:
            total += max(0, t.treasure(card) - min(rivals))
    return total


def result(t: LootTable) -> Result:
    """The result. The highest score wins; equal scores share a place."""
    return Result(places(scores(t)), scores(t), END)
