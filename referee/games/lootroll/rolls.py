"""The chapter "Roll Phase" of the rulebook; section 7.5 of the game's specification."""

from __future__ import annotations

from referee.games.lootroll.effects_roll import rolled_die, running_spoils
from referee.games.lootroll.events import DiceRolled, Die, LootLeft, LootWon
from referee.games.lootroll.gear import passive_amount
from referee.games.lootroll.kinds import RollPassive
from referee.games.lootroll.piles import discard
from referee.games.lootroll.state import LootTable
from referee.games.lootroll.windows import open_window
from referee.games.lootroll.words import CardId
from referee.kernel.seats import Seat


def next_card(t: LootTable) -> bool:
    """Give out loot until dice must be rolled for a card. Returns False when no loot is left."""
    spoils = running_spoils(t)
    while spoils.loot:
        rollers = [seat for seat in spoils.fighters if t.has_room(seat)]
        if len(rollers) > 1:
            roll_dice(t, rollers)
            return True
        if rollers:
            take(t, rollers[0])
        else:
            leave(t, spoils.loot.pop(0))
    t.spoils = None
    return False


def roll_dice(t: LootTable, rollers: list[Seat]) -> None:
    """Roll a new set of dice, with the modifiers that always apply; then all seats may play cards."""
    spoils = running_spoils(t)
    in_turn = [seat for seat in t.clockwise(t.active) if seat in rollers]
    spoils.dice = {seat: rolled_die(t) for seat in in_turn}
    spoils.modifiers = {seat: passive_amount(t, seat, RollPassive) + spoils.bonus.get(seat, 0) for seat in in_turn}
    dice = tuple([Die(seat, spoils.dice[seat], spoils.modifiers[seat]) for seat in in_turn])
    t.tell(DiceRolled(spoils.loot[0], dice))
    open_window(t, "roll")


def name_winner(t: LootTable) -> bool:
    """Give the card to the highest total.

    Returns False if several seats share the highest total and roll again (ruling 25).
    """
    spoils = running_spoils(t)
    totals = {seat: die + spoils.modifiers[seat] for seat, die in spoils.dice.items()}
    best = [seat for seat, total in totals.items() if total == max(totals.values())]
    if len(best) > 1:
        roll_dice(t, best)
        return False
    spoils.dice = {}
    spoils.modifiers = {}
    take(t, best[0])
    return True


def take(t: LootTable, seat: Seat) -> None:
    """Put the card into the bag."""
    card = running_spoils(t).loot.pop(0)
    t.adventurers[seat].bag.append(card)
    t.tell(LootWon(seat, card))


def leave(t: LootTable, card: CardId) -> None:
    """Discard the card, as all bags are full."""
    discard(t, card)
    t.tell(LootLeft(card))
