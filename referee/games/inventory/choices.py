"""The options of a seat.

Numbers are the same as on the wire: seats count from 0 and Premium places from 1.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.inventory.cards import CardId
from referee.games.inventory.state import ROW
from referee.games.inventory.words import Place
from referee.kernel.asking import Option
from referee.kernel.ranges import Among
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat

PLACES = Among(lambda _cards, _seats: range(1, ROW + 1))


class PassTurn(Option, frozen=True):
    """Trash nothing, or attack nobody."""

    text = "pass"


class Trash(Option, frozen=True):
    """Trash a card that is equipped or stored."""

    text = "trash {card} ({where})"
    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "The place where the card lies."]


class DropDie(Option, frozen=True):
    """Drop the smallest gold die, because there is too little Carry."""

    text = "drop the smallest gold die"


class DropCard(Option, frozen=True):
    """Drop a stored card, because there is too little Carry."""

    text = "drop {card}"
    card: Annotated[CardId, "The card."]


class Done(Option, frozen=True):
    """Stop buying, or stop placing cards."""

    text = "done"


class BuyPremium(Option, frozen=True):
    """Buy a card of the Premium row."""

    text = "buy the Premium card at place {place}"
    place: Annotated[int, "The place of the card, 1 (the newest) to 4.", PLACES]


class BuyCommon(Option, frozen=True):
    """Buy the Common card."""

    text = "buy the Common card"


class BuyLoot(Option, frozen=True):
    """Buy a Loot Point card."""

    text = "buy {card}"
    card: Annotated[CardId, "The card."]


class StoreDie(Option, frozen=True):
    """Store one more gold die, with as much gold as possible."""

    text = "store a gold die"


class Put(Option, frozen=True):
    """Place a card from the hand."""

    text = "put {card} {where}"
    card: Annotated[CardId, "The card."]
    where: Annotated[Place, "The place where the card goes."]


class Skip(Option, frozen=True):
    """Do not draw."""

    text = "do not draw"


class Draw(Option, frozen=True):
    """Draw a card."""

    text = "draw a card"


class Attack(Option, frozen=True):
    """Attack a seat."""

    text = "attack seat {seat}"
    seat: Annotated[Seat, "Whom."]


class GiveUp(Option, frozen=True):
    """Lose stored goods."""

    text = "give up {card}"
    card: Annotated[CardId, "The card."]


PASS = PassTurn()
DONE = Done()
STORE_DIE = StoreDie()
SKIP = Skip()
DRAW = Draw()

__all__ = list(class_names(__name__))
