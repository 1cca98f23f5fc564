"""What a seat can choose."""

from __future__ import annotations

from referee.games.inns.cards import Character
from referee.kernel.asking import Option
from referee.kernel.seats import Seat


class Hand(Option, frozen=True, tag=True):
    """Build a hand of these cards, one for each initiative."""

    cards: tuple[Character, ...]


class Play(Option, frozen=True, tag=True):
    """Place this card face down."""

    card: Character


class NoBlock(Option, frozen=True, tag=True):
    """Do not use the Block Ability."""


class Block(Option, frozen=True, tag=True):
    """Block the card of this seat, by the Block Ability or as the winner of an auction."""

    seat: Seat


class Target(Option, frozen=True, tag=True):
    """Place the Target Token there; `initiative` is 0 unless the token names one."""

    seat: Seat
    initiative: int = 0


class Transmute(Option, frozen=True, tag=True):
    """Turn in that much Loot."""

    amount: int


class Bid(Option, frozen=True, tag=True):
    """Bid that much Loot."""

    amount: int


class Pass(Option, frozen=True, tag=True):
    """Bid no more in this auction."""


class Refuse(Option, frozen=True, tag=True):
    """Do not pay what is extorted."""


class Pay(Option, frozen=True, tag=True):
    """Pay what is extorted."""


class TakeGift(Option, frozen=True, tag=True):
    """Take that much Loot as the winner of an auction."""

    amount: int


class Unblock(Option, frozen=True, tag=True):
    """Unblock the card of this seat as the winner of an auction."""

    seat: Seat


Prize = TakeGift | Block | Unblock
NO_BLOCK = NoBlock()
PASS = Pass()
REFUSE = Refuse()
PAY = Pay()
