"""The chapter "Town Phase" of the rulebook; section 8 of the game's specification."""

from __future__ import annotations

from referee.games.lootroll.choices import DONE, Buy, Deposit, Done, Pay, Play
from referee.games.lootroll.duties import move_to_bank
from referee.games.lootroll.events import Bought, TownTurnBegins, VendorLeaves, VendorShows
from referee.games.lootroll.gear import passive_amount
from referee.games.lootroll.kinds import Discount
from referee.games.lootroll.piles import cheapest, discard, discard_from_bag, draw_some, kinds_in
from referee.games.lootroll.plays import begin_window, carry_out, end_window, plays
from referee.games.lootroll.state import LootTable, Town
from referee.kernel.asking import ask
from referee.kernel.seats import Seat


def open_town(t: LootTable) -> None:
    """Let the vendor show abilities; the seat whose turn would be next begins."""
    vendor = draw_some(t, "ability", t.cards.rules.vendor_size)
    t.tell(VendorShows(tuple(vendor)))
    t.town = Town(t.clockwise(t.active) * t.cards.rules.town_turns, vendor)
    begin_town_turn(t, t.town)


def running_town(t: LootTable) -> Town:
    """The town, which must exist."""
    assert t.town is not None, "there is no town"
    return t.town


def begin_town_turn(t: LootTable, town: Town) -> None:
    """Begin the town turn of the first seat of the order."""
    town.bought = town.discount = 0
    town.deposited = False
    t.tell(TownTurnBegins(town.order[0]))
    begin_window(t, "town")


async def act_in_town(t: LootTable) -> bool:
    """Let a seat act once in town.

    Returns False when its turn is over. If hand and bag are empty, the turn ends without a question.
    """
    town = running_town(t)
    seat = town.order[0]
    adventurer = t.adventurers[seat]
    if not adventurer.hand and not adventurer.bag:
        return False
    listed = [DONE, *plays(t, seat, "town"), *purchases(t, seat), *deposits(t, seat)]
    choice: Done | Play | Buy | Deposit = await ask(seat, listed)
    match choice:
        case Done():
            return False
        case Buy(card):
            town.buying, town.owed = card, price(t, seat, card)
            t.tell(Bought(seat, card, town.owed))
        case Deposit(card):
            town.deposited = True
            move_to_bank(t, seat, card)
        case play:
            carry_out(t, seat, play)
    return True


def purchases(t: LootTable, seat: Seat) -> list[Buy]:
    """The abilities that the whole bag can pay for, unless the seat has deposited or bought enough (ruling 33)."""
    town = running_town(t)
    if town.deposited or town.bought >= t.cards.rules.buys_per_town_turn:
        return []
    purse = sum(t.treasure(card) for card in t.adventurers[seat].bag)
    return [Buy(card) for card in kinds_in(town.vendor) if price(t, seat, card) <= purse]


def deposits(t: LootTable, seat: Seat) -> list[Deposit]:
    """The cards that can be deposited: any card in the bag, unless the seat has bought something."""
    if running_town(t).bought:
        return []
    return [Deposit(card) for card in kinds_in(t.adventurers[seat].bag)]


def price(t: LootTable, seat: Seat, card: str) -> int:
    """The price of an ability for the seat now."""
    off = passive_amount(t, seat, Discount) + running_town(t).discount
    return max(1, t.cards.abilities[card].price - off)


async def pay_one(t: LootTable) -> None:
    """Pay with one card. Once the price is reached, the seat gets the ability; it gets no change."""
    town = running_town(t)
    seat = town.order[0]
    cards = kinds_in(t.adventurers[seat].bag)
    choice = await ask(seat, [Pay(card) for card in cards], cheapest(t, cards))
    discard_from_bag(t, seat, choice.card, "paid")
    town.owed -= t.treasure(choice.card)
    if town.owed <= 0:
        hand_over(t, town, seat)


def hand_over(t: LootTable, town: Town, seat: Seat) -> None:
    """Move the ability into the hand, and let the next one take its place."""
    assert town.buying is not None, "nothing was bought"
    town.vendor.remove(town.buying)
    t.adventurers[seat].hand.append(town.buying)
    town.buying, town.owed = None, 0
    town.bought += 1
    replaced = draw_some(t, "ability", 1)
    town.vendor += replaced
    t.tell(VendorShows(tuple(replaced)))


def end_town_turn(t: LootTable) -> bool:
    """End a town turn. Returns whether the town continues; otherwise the vendor leaves."""
    town = running_town(t)
    town.order.pop(0)
    if town.order:
        begin_town_turn(t, town)
        return True
    for card in town.vendor:
        discard(t, card)
    t.tell(VendorLeaves(tuple(town.vendor)))
    end_window(t)
    t.town = None
    return False
