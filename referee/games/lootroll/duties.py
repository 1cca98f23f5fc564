"""Duties that a seat must settle before the match continues: choices of played cards, and losing loot.

See section 7.6 of the specification.
"""

from __future__ import annotations

from referee.games.lootroll.choices import DONE, Done, Lose, PutInBank, PutOnTop, Take
from referee.games.lootroll.effects_cards import move_stolen
from referee.games.lootroll.events import Banked, MonsterChosen, Recovered
from referee.games.lootroll.piles import cheapest, discard_from_bag, kinds_in
from referee.games.lootroll.state import Banking, LootTable, Losing, Recovering, Scouting, Snatching
from referee.kernel.asking import ask
from referee.kernel.seats import Seat


def must_lose(t: LootTable, seat: Seat, count: int) -> None:
    """Add the duty to lose loot from the bag."""
    if count > 0:
        t.duties.append(Losing(seat, count))


async def settle_one(t: LootTable) -> None:
    """Ask for the first duty, once. `settle_unasked` must be called before."""
    duty = t.duties[0]
    match duty:
        case Snatching():
            await snatch(t, duty)
        case Scouting():
            await scout(t, duty)
        case Banking():
            await bank(t, duty)
        case Recovering():
            await recover(t, duty)
        case debt:
            await lose(t, debt)


def settle_unasked(t: LootTable) -> None:
    """Settle duties that leave no choice: losing all cards in the bag, and banking from an empty bag."""
    while t.duties:
        duty = t.duties[0]
        if isinstance(duty, Losing) and len(t.adventurers[duty.seat].bag) <= duty.count:
            for card in sorted(t.adventurers[duty.seat].bag):
                discard_from_bag(t, duty.seat, card, "lost")
        elif not (isinstance(duty, Banking) and not t.adventurers[duty.seat].bag):
            return
        t.duties.pop(0)


async def snatch(t: LootTable, duty: Snatching) -> None:
    """Let the thief take one card from the bag that was shown to it."""
    cards = kinds_in(t.adventurers[duty.target].bag)
    choice = await ask(duty.seat, [Take(card) for card in cards], cheapest(t, cards))
    t.duties.pop(0)
    move_stolen(t, duty.seat, duty.target, choice.card)


async def scout(t: LootTable, duty: Scouting) -> None:
    """Let the scout put one of the top monsters on top; the others keep their order."""
    deck = t.decks["monster"]
    choice = await ask(duty.seat, [PutOnTop(card) for card in dict.fromkeys(deck[: duty.count])])
    t.duties.pop(0)
    deck.remove(choice.card)
    deck.insert(0, choice.card)
    t.tell(MonsterChosen(duty.seat), {duty.seat: MonsterChosen(duty.seat, choice.card)})


async def bank(t: LootTable, duty: Banking) -> None:
    """Let the seat bank one more card, or stop."""
    listed = [PutInBank(card) for card in kinds_in(t.adventurers[duty.seat].bag)]
    choice: Done | PutInBank = await ask(duty.seat, [DONE, *listed])
    duty.count -= 1
    if isinstance(choice, Done) or duty.count == 0:
        t.duties.pop(0)
    if isinstance(choice, PutInBank):
        move_to_bank(t, duty.seat, choice.card)


def move_to_bank(t: LootTable, seat: Seat, card: str) -> None:
    """Move a card from bag to bank; only the owner sees it."""
    t.adventurers[seat].bag.remove(card)
    t.adventurers[seat].bank.append(card)
    t.tell(Banked(seat), {seat: Banked(seat, card)})


async def recover(t: LootTable, duty: Recovering) -> None:
    """Let the seat take one card from the discard pile."""
    pile = t.discards[duty.rarity]
    cards = kinds_in(pile)
    choice = await ask(duty.seat, [Take(card) for card in cards], cheapest(t, cards))
    t.duties.pop(0)
    pile.remove(choice.card)
    t.adventurers[duty.seat].bag.append(choice.card)
    t.tell(Recovered(duty.seat, choice.card))


async def lose(t: LootTable, duty: Losing) -> None:
    """Let the loser choose one card (ruling 19)."""
    cards = kinds_in(t.adventurers[duty.seat].bag)
    choice = await ask(duty.seat, [Lose(card) for card in cards], cheapest(t, cards))
    discard_from_bag(t, duty.seat, choice.card, "lost")
    duty.count -= 1
    if duty.count == 0:
        t.duties.pop(0)
