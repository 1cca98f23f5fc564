"""Where cards lie, and who sees them (section 11 of the game's specification).

A seat's cards are public, but not where they lie.
"""

from __future__ import annotations

from collections import Counter

from referee.games.inventory.cards import CardId, Deck
from referee.games.inventory.state import InventoryTable
from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, nobody, owner


def unknown_hand(t: InventoryTable, seat: Seat) -> list[CardId]:
    """The cards in a hand that the others cannot deduce."""
    own = t.adventurers[seat]
    return sorted((Counter(own.hand) - Counter(own.known)).elements())


def lay_hand(t: InventoryTable, seat: Seat, cards: list[CardId]) -> None:
    """Set the unknown part of a hand to these cards."""
    t.adventurers[seat].hand = [*t.adventurers[seat].known, *cards]


def unused(name: Deck) -> Zone[InventoryTable]:
    """The cards of a second copy that are not in the match."""

    def of_deck(t: InventoryTable, _seat: Seat) -> list[CardId]:
        return [card for card in t.unused if t.cards[card].deck == name]

    def lay(t: InventoryTable, _seat: Seat, cards: list[CardId]) -> None:
        t.unused = [*(card for card in t.unused if t.cards[card].deck != name), *cards]

    return Zone(f"unused {name} cards", of_deck, lay, nobody, in_view=False, pool=name)


ZONES: list[Zone[InventoryTable]] = [
    Zone.in_field("draw deck", "adventurers[seat].deck", nobody, ordered=True, apart=True),
    Zone("hand", unknown_hand, lay_hand, owner, each=True, apart=True),
    Zone("known hand", lambda t, seat: t.adventurers[seat].known, in_view=False, each=True),
    Zone("discard pile", lambda t, seat: t.adventurers[seat].discard, each=True),
    Zone("layout", lambda t, seat: [placed.card for placed in t.adventurers[seat].layout], each=True),
    Zone.in_field("common deck", "market.common_deck", nobody, ordered=True, pool="common"),
    Zone.in_field("premium deck", "market.premium_deck", nobody, ordered=True, pool="premium"),
    unused("common"),
    unused("premium"),
    Zone("Premium row", lambda t, _: [card for card in t.market.row if card is not None]),
    Zone("Common card", lambda t, _: [card for card in [t.market.common] if card is not None]),
    Zone("piles", lambda t, _: [card for card, count in t.piles.items() for _ in range(count)]),
    Zone("Trash", lambda t, _: t.trash),
]
