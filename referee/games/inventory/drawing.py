"""Draw decks, discard piles and hands (the drawing rule in section 9 of the game's specification)."""

from __future__ import annotations

from referee.games.inventory.cards import CardId
from referee.games.inventory.events import Drew, HandDiscarded, Reshuffled
from referee.games.inventory.state import HAND, Adventurer, InventoryTable
from referee.kernel.seats import Seat


def shuffle_deck(t: InventoryTable, seat: Seat) -> None:
    """Shuffle a deck. Each seat's deck has its own stream of chance."""
    t.chance(f"deck of seat {seat}").shuffle(t.adventurers[seat].deck)


def can_draw(adventurer: Adventurer) -> bool:
    """Whether the draw deck or the discard pile has a card."""
    return bool(adventurer.deck or adventurer.discard)


def draw_cards(t: InventoryTable, seat: Seat, count: int) -> None:
    """Draw one card at a time; an empty deck is reshuffled only when a card is needed."""
    adventurer = t.adventurers[seat]
    drawn: list[CardId] = []
    for _ in range(count):
        if not adventurer.deck and adventurer.discard:
            tell_drawn(t, seat, drawn)
            drawn = []
            reshuffle(t, seat)
        if not adventurer.deck:
            break
        drawn.append(adventurer.deck.pop(0))
        adventurer.hand.append(drawn[-1])
    tell_drawn(t, seat, drawn)


def reshuffle(t: InventoryTable, seat: Seat) -> None:
    """Shuffle the discard pile into the draw deck. Anyone who has counted the seat's cards now knows its hand."""
    adventurer = t.adventurers[seat]
    adventurer.deck, adventurer.discard = t.cards.in_order(adventurer.discard), []
    adventurer.known = list(adventurer.hand)
    shuffle_deck(t, seat)
    t.tell(Reshuffled(seat, len(adventurer.deck)))


def tell_drawn(t: InventoryTable, seat: Seat, drawn: list[CardId]) -> None:
    """Announce the cards to their owner, and their number to the others."""
    if drawn:
        t.tell(Drew(seat, len(drawn)), {seat: Drew(seat, len(drawn), tuple(drawn))})


def take_from_hand(adventurer: Adventurer, card: CardId) -> None:
    """Take a card out of the hand."""
    adventurer.hand.remove(card)
    if card in adventurer.known:
        adventurer.known.remove(card)


def new_hand(t: InventoryTable, seat: Seat) -> None:
    """Discard the rest of the hand, visible to all, and draw a new hand."""
    adventurer = t.adventurers[seat]
    if adventurer.hand:
        t.tell(HandDiscarded(seat, tuple(t.cards.in_order(adventurer.hand))))
        adventurer.discard += adventurer.hand
        adventurer.hand, adventurer.known = [], []
    draw_cards(t, seat, HAND)
