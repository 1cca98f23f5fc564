"""What a seat can choose. Names are those of the spec, section 11.

Numbers are the same as on the wire: seats count from 0 and Premium places from 1.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.inventory.cards import CardId
from referee.games.inventory.words import Place
from referee.kernel.asking import Option
from referee.kernel.seats import Seat

__all__ = [
    "Attack",
    "BuyCommon",
    "BuyLoot",
    "BuyPremium",
    "Done",
    "Draw",
    "DropCard",
    "DropDie",
    "GiveUp",
    "PassTurn",
    "Put",
    "Skip",
    "StoreDie",
    "Trash",
]


class PassTurn(Option, frozen=True):
    """Trash nothing; or attack nobody."""


class Trash(Option, frozen=True):
    """Trash a card that is equipped or stored."""

    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "Where it lies."]


class DropDie(Option, frozen=True):
    """Drop the smallest gold die, for which there is no Carry any more."""


class DropCard(Option, frozen=True):
    """Drop a stored card, for which there is no Carry any more."""

    card: Annotated[CardId, "The card."]


class Done(Option, frozen=True):
    """Buy nothing more; or place nothing more."""


class BuyPremium(Option, frozen=True):
    """Buy a card of the Premium row."""

    place: Annotated[int, "Its place, 1 (the newest) to 4."]


class BuyCommon(Option, frozen=True):
    """Buy the Common card."""


class BuyLoot(Option, frozen=True):
    """Buy a Loot Point card."""

    card: Annotated[CardId, "The card."]


class StoreDie(Option, frozen=True):
    """Store one more gold die, as full as possible."""


class Put(Option, frozen=True):
    """Place a card of the hand."""

    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "Where it goes."]


class Skip(Option, frozen=True):
    """Do not draw."""


class Draw(Option, frozen=True):
    """Draw a card."""


class Attack(Option, frozen=True):
    """Attack a seat."""

    seat: Annotated[Seat, "Whom."]


class GiveUp(Option, frozen=True):
    """Lose stored goods."""

    card: Annotated[CardId, "Which."]


PASS = PassTurn()
DONE = Done()
STORE_DIE = StoreDie()
SKIP = Skip()
DRAW = Draw()
