"""The chapters "Setup" and "Starting" of the rulebook; section 6 of the game's specification."""

from __future__ import annotations

from referee.games.lootroll.piles import draw_ability
from referee.games.lootroll.state import Adventurer, LootTable
from referee.games.lootroll.turn import begin_dungeon
from referee.games.lootroll.words import PILES
from referee.kernel.seats import Seat


def set_up(t: LootTable) -> None:
    """Shuffle the decks, deal the first abilities, and enter the first dungeon."""
    t.adventurers = [Adventurer() for _ in range(t.seat_count)]
    for pile in PILES:
        t.decks[pile] = t.cards.pile(pile)
        t.chance(f"{pile} deck").shuffle(t.decks[pile])
    t.active = first_seat(t)
    for _ in range(t.cards.rules.start_abilities):
        for seat in t.clockwise(t.active):
            draw_ability(t, seat)
    begin_dungeon(t)


def first_seat(t: LootTable) -> Seat:
    """The seat that takes the first turn (ruling 3)."""
    wanted = t.options.first_seat
    return Seat(wanted) if isinstance(wanted, int) else Seat(t.chance("first seat").below(t.seat_count))
