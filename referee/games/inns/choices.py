"""What a seat can choose.

In Python a character is 0 to 11 (on the wire an enum from 1). Seats count from 0 and initiatives from 1 in both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from referee.games.inns import effects
from referee.games.inns.cards import INITIATIVES, Cards
from referee.games.inns.words import CHARACTERS, Character
from referee.kernel.asking import MAX_OPTIONS, Option
from referee.kernel.ranges import Among
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat


def _hands(cards: Cards, _seats: int) -> Iterable[tuple[Character, ...]]:
    return cards.hands()


def _named(_cards: Cards, _seats: int) -> Iterable[int]:
    return (0, *INITIATIVES)


def _turned_in(cards: Cards, _seats: int) -> Iterable[int]:
    most = [card.reveal.amount for card in cards.characters if isinstance(card.reveal, effects.Transmute)]
    return range(min(max(most, default=0), MAX_OPTIONS - 1) + 1)


def _gifts(cards: Cards, _seats: int) -> Iterable[int]:
    auctions = [card.reveal.prizes for card in cards.characters if isinstance(card.reveal, effects.Auction)]
    return sorted({prize.amount for prizes in auctions for prize in prizes if isinstance(prize, effects.Gift)})


class Hand(Option, frozen=True):
    """Build a hand."""

    text = "build the hand {cards}"
    cards: Annotated[tuple[Character, ...], "The cards of the hand, one for each initiative, in order.", Among(_hands)]


class Play(Option, frozen=True):
    """Place a card face down."""

    text = "place the {card}"
    card: Annotated[Character, "The card."]


class NoBlock(Option, frozen=True):
    """Do not use the Block Ability."""

    text = "block nobody"


class Block(Option, frozen=True):
    """Block a card, by the Block Ability or as the winner of an auction."""

    text = "block the card of seat {seat}"
    seat: Annotated[Seat, "The seat to which the card belongs."]


class Target(Option, frozen=True):
    """Place the Target Token."""

    text = "target seat {seat}[{initiative:}, naming initiative {initiative}]"
    seat: Annotated[Seat, "The seat whose Table Setting gets the token."]
    initiative: Annotated[int, "The initiative that the token names; 0 if it names none.", Among(_named)] = 0


class Transmute(Option, frozen=True):
    """Move Loot from your own Table Setting to the Treasure Pile."""

    text = "transmute {amount}"
    amount: Annotated[int, "The amount of Loot.", Among(_turned_in)]


class Bid(Option, frozen=True):
    """Bid in an auction."""

    text = "bid {amount}"
    amount: Annotated[int, "The amount of Loot."]


class PassTurn(Option, frozen=True):
    """Stop bidding in this auction."""

    text = "pass"


class Refuse(Option, frozen=True):
    """Refuse to pay an extortion; your card is blocked."""

    text = "refuse to pay"


class Pay(Option, frozen=True):
    """Pay what is extorted."""

    text = "pay"


class TakeGift(Option, frozen=True):
    """Take Loot from the Treasure Pile as the winner of an auction."""

    text = "take {amount} Loot"
    amount: Annotated[int, "The amount of Loot.", Among(_gifts)]


class Unblock(Option, frozen=True):
    """Unblock a card as the winner of an auction."""

    text = "unblock the card of seat {seat}"
    seat: Annotated[Seat, "The seat to which the card belongs."]


Prize = TakeGift | Block | Unblock
PLAY = [Play(card) for card in range(len(CHARACTERS))]
NO_BLOCK = NoBlock()
PASS = PassTurn()
REFUSE = Refuse()
PAY = Pay()

__all__ = list(class_names(__name__))
