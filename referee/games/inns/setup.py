"""The chapter "Setting up the Game" of the rulebook; section 5.1 of the game's specification."""

from __future__ import annotations

from referee.games.inns.cards import Cards
from referee.games.inns.choices import Hand
from referee.games.inns.events import HandsBuilt
from referee.games.inns.state import InnsTable, Player
from referee.kernel.asking import ask_all
from referee.kernel.seats import Seat


def set_up(t: InnsTable) -> None:
    """Give the Head of the Table token to a random seat; the hands are built later."""
    t.players = [Player() for _ in range(t.seat_count)]
    t.head = Seat(t.chance("head").below(t.seat_count))


async def build_hands(t: InnsTable) -> None:
    """Let all seats choose one character for each initiative, at the same time and in secret."""
    hands = possible_hands(t.cards)
    chosen = await ask_all(dict.fromkeys(t.all_seats(), hands))
    for seat, hand in chosen.items():
        t.players[seat].hand = [*hand.cards]
        for card in hand.cards:
            t.supply[card] -= 1
    t.tell(HandsBuilt(), {seat: HandsBuilt(hand.cards) for seat, hand in chosen.items()})


def possible_hands(cards: Cards) -> list[Hand]:
    """Every possible hand; the choice for initiative 1 changes fastest in this list."""
    return [Hand(hand) for hand in cards.hands()]
