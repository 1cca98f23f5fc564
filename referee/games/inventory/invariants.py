"""Invariants that hold after every step (section 11 of the game's specification)."""

from __future__ import annotations

from collections import Counter

from referee.games.inventory import layout as totals
from referee.games.inventory.cards import NO_EXTRA, RARITIES, CardId, Cards
from referee.games.inventory.state import DIE, HAND, InventoryTable
from referee.games.inventory.zones import ZONES
from referee.kernel.zones import all_cards


def invariants(t: InventoryTable) -> None:
    """Assert the invariants, which hold at every question."""
    assert all_cards(ZONES, t) == cards_of_match(t.cards, t.seat_count), "not the cards of a match"
    for seat, own in enumerate(t.adventurers):
        selling = t.part == "market" and seat == t.active
        if not selling:  # there a layout that became too heavy by trashing a card is corrected
            assert totals.weight(t.cards, own.layout, own.carried) <= totals.carry(t.cards, own.layout), "too heavy"
        assert own.carried >= 0 <= own.purse, "negative gold"
        assert not own.purse or (seat == t.active and t.part in {"market", "equip"}), "a purse out of turn"
        assert not Counter(own.known) - Counter(own.hand), "a card is known that is not in the hand"
        assert seat == t.active or t.active is None or len(own.hand) == HAND or not own.deck, "too few cards in hand"
        for placed in own.layout:
            card = t.cards[placed.card]
            assert (card.type == "companion") == (placed.where == "follow"), "only companions follow"
            assert card.type == "equipment" or placed.where in {"stored", "follow"}, "only equipment is equipped"
    assert 0 <= t.market.rebate <= DIE
    assert t.market.common is not None or not t.market.rebate, "a rebate on nothing"


def cards_of_match(cards: Cards, seats: int) -> Counter[CardId]:
    """The number of copies of each card in a match, including the unused half of a second copy."""
    extra = cards.extra.get(seats, NO_EXTRA)
    counts = Counter({card: number * seats for card, number in cards.starter_deck.items()})
    for card in cards.by_id.values():
        if card.deck in {"common", "premium"}:
            counts[card.id] = card.count * (2 if getattr(extra, card.deck) else 1)
    for rarity, loot in zip(RARITIES, cards.loot, strict=True):
        counts[loot] = cards[loot].count + getattr(extra, rarity)
    counts[cards.pesky] = cards[cards.pesky].count + extra.pesky
    return counts
