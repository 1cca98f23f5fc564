"""The chapters "Equip phase" and "Initial equipping" of the rulebook; sections 3 and 7 of the game's specification."""

from __future__ import annotations

from referee.games.inventory.choices import DONE, DRAW, SKIP, STORE_DIE, Done, Draw, Put, Skip, StoreDie
from referee.games.inventory.drawing import can_draw, draw_cards, take_from_hand
from referee.games.inventory.events import DieStored, DoneEquipping, GoldLost, PutCard
from referee.games.inventory.slots import Room
from referee.games.inventory.state import DIE, Adventurer, InventoryTable, Placed
from referee.kernel.asking import ask, ask_all
from referee.kernel.seats import Seat

Equipping = Done | StoreDie | Put


async def equip_together(t: InventoryTable) -> None:
    """One round of the initial equipping: all seats choose, then all choices are carried out."""
    listed = {seat: equippings(t, t.adventurers[seat]) for seat in t.equipping}
    chosen = await ask_all(listed)
    for seat, choice in chosen.items():
        carry_out(t, seat, choice)
        if isinstance(choice, Done) or not t.adventurers[seat].hand:
            t.equipping.remove(seat)


async def equip_one(t: InventoryTable) -> bool:
    """One decision of the active seat. Returns False when the seat is done or has nothing left to place."""
    adventurer = t.turn
    listed = equippings(t, adventurer)
    if not adventurer.hand and STORE_DIE not in listed:
        return False
    choice = await ask(t.seat, listed, 1 if STORE_DIE in listed else 0)
    carry_out(t, t.seat, choice)
    return not isinstance(choice, Done)


def equippings(t: InventoryTable, adventurer: Adventurer) -> list[Equipping]:
    """The options: done, a die if there is room, and every different card in the hand with every place for it."""
    room = Room(t.cards, adventurer.layout, adventurer.carried)
    die = [STORE_DIE] if adventurer.purse and room.has_room_for_die() else []
    hand = t.cards.in_order(list(set(adventurer.hand)))
    return [DONE, *die, *(Put(card, where) for card in hand for where in room.places(t.cards[card]))]


def carry_out(t: InventoryTable, seat: Seat, choice: Equipping) -> None:
    """Place a card or a die, visible to all."""
    adventurer = t.adventurers[seat]
    match choice:
        case Done():
            t.tell(DoneEquipping(seat))
        case StoreDie():
            gold = min(DIE, adventurer.purse)
            adventurer.purse -= gold
            adventurer.carried += gold
            t.tell(DieStored(seat, gold))
        case _:
            card, where = choice.card, choice.where
            take_from_hand(adventurer, card)
            adventurer.layout.append(Placed(card, where))
            t.tell(PutCard(seat, card, where))
            if where != "stored" or t.cards[card].type == "goods":
                t.draws = t.cards[card].draws


async def draw_one(t: InventoryTable) -> None:
    """Let the owner of a placed card draw, if there is anything to draw."""
    t.draws -= 1
    if not can_draw(t.turn):
        return
    choice: Skip | Draw = await ask(t.seat, [SKIP, DRAW])
    if isinstance(choice, Draw):
        draw_cards(t, t.seat, 1)


def lose_gold(t: InventoryTable) -> None:
    """Remove the gold that was not stored."""
    if t.turn.purse:
        t.tell(GoldLost(t.seat, t.turn.purse))
        t.turn.purse = 0
