"""Where cards lie, and who sees them: spec, section 11. What a seat owns is no secret, only where it lies."""

from __future__ import annotations

from collections import Counter

from referee.games.inventory.cards import CardId, Deck
from referee.games.inventory.state import InventoryTable
from referee.kernel.seats import Seat
from referee.kernel.zones import Zone, nobody, owner


def unknown_hand(t: InventoryTable, seat: Seat) -> list[CardId]:
    """The cards in a hand that the others can not work out."""
    own = t.adventurers[seat]
    return sorted((Counter(own.hand) - Counter(own.known)).elements())


def lay_hand(t: InventoryTable, seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards the unknown part of a hand."""
    t.adventurers[seat].hand = [*t.adventurers[seat].known, *cards]


def lay_deck(t: InventoryTable, seat: Seat, cards: list[CardId]) -> None:
    """Makes these cards the draw deck of a seat."""
    t.adventurers[seat].deck = cards


def market_deck(name: Deck) -> Zone[InventoryTable]:
    """A deck of the markets."""

    def lay(t: InventoryTable, _seat: Seat, cards: list[CardId]) -> None:
        setattr(t.market, f"{name}_deck", cards)

    return Zone(f"{name} deck", lambda t, _: getattr(t.market, f"{name}_deck"), lay, nobody, ordered=True, pool=name)


def unused(name: Deck) -> Zone[InventoryTable]:
    """The cards of a second copy that are not in the match."""

    def of_deck(t: InventoryTable, _seat: Seat) -> list[CardId]:
        return [card for card in t.unused if t.cards[card].deck == name]

    def lay(t: InventoryTable, _seat: Seat, cards: list[CardId]) -> None:
        t.unused = [*(card for card in t.unused if t.cards[card].deck != name), *cards]

    return Zone(f"unused {name} cards", of_deck, lay, nobody, pool=name)


ZONES: list[Zone[InventoryTable]] = [
    Zone("draw deck", lambda t, seat: t.adventurers[seat].deck, lay_deck, nobody, each=True, ordered=True, apart=True),
    Zone("hand", unknown_hand, lay_hand, owner, each=True, apart=True),
    Zone("known hand", lambda t, seat: t.adventurers[seat].known, in_view=False, each=True),
    Zone("discard pile", lambda t, seat: t.adventurers[seat].discard, each=True),
    Zone("layout", lambda t, seat: [placed.card for placed in t.adventurers[seat].layout], each=True),
    market_deck("common"),
    market_deck("premium"),
    unused("common"),
    unused("premium"),
    Zone("Premium row", lambda t, _: [card for card in t.market.row if card is not None]),
    Zone("Common card", lambda t, _: [card for card in [t.market.common] if card is not None]),
    Zone("piles", lambda t, _: [card for card, count in t.piles.items() for _ in range(count)]),
    Zone("Trash", lambda t, _: t.trash),
]
