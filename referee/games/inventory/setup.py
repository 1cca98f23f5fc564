"""The chapter "Setup" of the rulebook; section 3 of the game's specification."""

from __future__ import annotations

from referee.games.inventory.cards import NO_EXTRA, RARITIES, CardId, Deck, Extra
from referee.games.inventory.drawing import draw_cards, new_hand, shuffle_deck
from referee.games.inventory.events import FirstSeat, Roll, Throw
from referee.games.inventory.markets import fill_row, lay_common
from referee.games.inventory.state import DIE, HAND, Adventurer, InventoryTable
from referee.kernel.seats import Seat


def set_up(t: InventoryTable) -> None:
    """Deal decks, markets and first hands. Initial equipping follows."""
    t.adventurers = [Adventurer() for _ in range(t.seat_count)]
    for seat in t.all_seats():
        starter = t.cards.starter_deck.items()
        t.adventurers[seat].deck = t.cards.in_order([card for card, count in starter for _ in range(count)])
        shuffle_deck(t, seat)
    extra = t.cards.extra.get(t.seat_count, NO_EXTRA)
    lay_piles(t, extra)
    t.market.common_deck = market_deck(t, "common", extra.common)
    t.market.premium_deck = market_deck(t, "premium", extra.premium)
    t.chance("common deck").shuffle(t.market.common_deck)
    t.chance("premium deck").shuffle(t.market.premium_deck)
    fill_row(t)
    lay_common(t)
    for seat in t.all_seats():
        draw_cards(t, seat, HAND)
    t.equipping = [seat for seat in t.all_seats() if t.adventurers[seat].hand]


def lay_piles(t: InventoryTable, extra: Extra) -> None:
    """The open piles: Loot Point cards by rarity, and Pesky Quest Items."""
    for rarity, card in zip(RARITIES, t.cards.loot, strict=True):
        t.piles[card] = t.cards[card].count + getattr(extra, rarity)
    t.piles[t.cards.pesky] = t.cards[t.cards.pesky].count + extra.pesky


def market_deck(t: InventoryTable, deck: Deck, more: int) -> list[CardId]:
    """The cards of one copy and some random ones of a second copy; the rest are not in the match."""
    second = t.cards.deck(deck) if more else []
    if more < len(second):
        t.chance("second copy").shuffle(second)
        t.unused += second[more:]
    return t.cards.in_order([*t.cards.deck(deck), *second[:more]])


def begin_first_turn(t: InventoryTable) -> None:
    """Give all seats a new hand; then the dice decide who goes first."""
    for seat in t.all_seats():
        new_hand(t, seat)
    t.first = roll_for_first_seat(t)


def roll_for_first_seat(t: InventoryTable) -> Seat:
    """The seat with the highest roll goes first; seats that tie for it roll again (ruling R32)."""
    throws: list[Throw] = []
    rolling = t.all_seats()
    while len(rolling) > 1:
        throws.append(Throw(tuple([Roll(seat, roll_die(t, seat)) for seat in rolling])))
        highest = max(roll.value for roll in throws[-1].rolls)
        rolling = [roll.seat for roll in throws[-1].rolls if roll.value == highest]
    t.tell(FirstSeat(tuple(throws), rolling[0]))
    return rolling[0]


def roll_die(t: InventoryTable, seat: Seat) -> int:
    """Roll a seat's red die. Each seat has its own stream of chance."""
    return 1 + t.chance(f"die of seat {seat}").below(DIE)
