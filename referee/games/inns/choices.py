"""What a seat can choose.

In Python a character is 0 to 11 (on the wire an enum from 1). Seats count from 0 and initiatives from 1 in both.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.inns.words import CHARACTERS, Character
from referee.kernel.asking import Option
from referee.kernel.seats import Seat

__all__ = [
    "Bid",
    "Block",
    "Hand",
    "NoBlock",
    "PassTurn",
    "Pay",
    "Play",
    "Refuse",
    "TakeGift",
    "Target",
    "Transmute",
    "Unblock",
]


class Hand(Option, frozen=True):
    """Build a hand."""

    cards: Annotated[tuple[Character, ...], "Its cards, one for each initiative in order."]


class Play(Option, frozen=True):
    """Place a card face down."""

    card: Annotated[Character, "The card."]


class NoBlock(Option, frozen=True):
    """Do not use the Block Ability."""


class Block(Option, frozen=True):
    """Block a card, by the Block Ability or as the winner of an auction."""

    seat: Annotated[Seat, "Whose card."]


class Target(Option, frozen=True):
    """Place the Target Token."""

    seat: Annotated[Seat, "On whose Table Setting."]
    initiative: Annotated[int, "The initiative that the token names; 0 if it names none."] = 0


class Transmute(Option, frozen=True):
    """Move Loot from the own Table Setting to the Treasure Pile."""

    amount: Annotated[int, "How much."]


class Bid(Option, frozen=True):
    """Bid in an auction."""

    amount: Annotated[int, "How much Loot."]


class PassTurn(Option, frozen=True):
    """Bid no more in this auction."""


class Refuse(Option, frozen=True):
    """Refuse to pay what is extorted; the own card is blocked."""


class Pay(Option, frozen=True):
    """Pay what is extorted."""


class TakeGift(Option, frozen=True):
    """Take Loot from the Treasure Pile as the winner of an auction."""

    amount: Annotated[int, "How much."]


class Unblock(Option, frozen=True):
    """Unblock a card as the winner of an auction."""

    seat: Annotated[Seat, "Whose card."]


Prize = TakeGift | Block | Unblock
PLAY = [Play(card) for card in range(len(CHARACTERS))]
NO_BLOCK = NoBlock()
PASS = PassTurn()
REFUSE = Refuse()
PAY = Pay()
