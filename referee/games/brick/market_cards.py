"""Market cards: the deck, the hands and the discard pile. See "Advertisement Phase" in the rulebook."""

from __future__ import annotations

from referee.games.brick.cards import MarketId
from referee.games.brick.events import MarketDiscarded, MarketDrawn, Reshuffled
from referee.games.brick.kinds import TYPES
from referee.games.brick.state import BrickTable
from referee.kernel.seats import Seat


def draw_cards(t: BrickTable, seat: Seat, count: int) -> None:
    """Draw cards; when the deck is empty and one is needed, the discard pile becomes the deck (ruling R44)."""
    drawn: list[MarketId] = []
    for _ in range(count):
        if not t.market_deck and t.discard:
            tell_drawn(t, seat, drawn)
            drawn = []
            reshuffle(t)
        if not t.market_deck:
            break
        drawn.append(t.market_deck.pop(0))
        t.players[seat].hand.append(drawn[-1])
    tell_drawn(t, seat, drawn)
    t.players[seat].hand.sort()


def reshuffle(t: BrickTable) -> None:
    """Make the discard pile the deck.

    It is sorted before it is shuffled, because the order of the discards must not matter.
    """
    t.market_deck, t.discard = sorted(t.discard), []
    t.chance("market deck").shuffle(t.market_deck)
    t.tell(Reshuffled(len(t.market_deck)))


def tell_drawn(t: BrickTable, seat: Seat, drawn: list[MarketId]) -> None:
    """Announce the cards to the seat, and their number to the others."""
    if drawn:
        t.tell(MarketDrawn(seat, len(drawn)), {seat: MarketDrawn(seat, len(drawn), tuple(drawn))})


def discard_cards(t: BrickTable, seat: Seat, cards: list[MarketId]) -> None:
    """Discard cards from a hand, face up."""
    for card in cards:
        t.players[seat].hand.remove(card)
    t.discard += cards
    t.tell(MarketDiscarded(seat, tuple(sorted(cards))))


def different_cards(t: BrickTable, seat: Seat) -> list[MarketId]:
    """The market cards in a hand by id; identical ones make one option."""
    return sorted(set(t.players[seat].hand))


def crates(t: BrickTable, cards: list[MarketId]) -> tuple[int, ...]:
    """The crates on some cards, for each type in board order."""
    return tuple([sum(t.cards.market[card].crates.get(item, 0) for card in cards) for item in TYPES])
