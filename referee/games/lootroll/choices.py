"""What a seat can choose.

Numbers are the same as on the wire: seats count from 0.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.lootroll.words import CardId, Mode
from referee.kernel.asking import Option
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat


class _OfCard(Option, frozen=True):
    card: Annotated[CardId, "The card, by id."]


class _OfCardOnTarget(_OfCard, frozen=True):
    target: Annotated[Seat | None, "The seat on which the card is played; absent if its effect takes no target."] = None


class PassTurn(Option, frozen=True):
    """Play nothing more for now."""

    text = "pass"


class Done(Option, frozen=True):
    """Stop discarding, banking or acting in town."""

    text = "done"


class PlayAbility(_OfCardOnTarget, frozen=True):
    """Play an ability from the hand."""

    text = "play the ability {card}[ on seat {target}]"


class PlayLoot(_OfCardOnTarget, frozen=True):
    """Play loot from the bag."""

    text = "play the loot {card}[ on seat {target}]"


class PlayGear(_OfCardOnTarget, frozen=True):
    """Play gear that is equipped."""

    text = "play the gear {card}[ on seat {target}]"


class Equip(_OfCard, frozen=True):
    """Equip gear from the bag."""

    text = "equip {card}"


Play = PlayAbility | PlayLoot | PlayGear | Equip


class Explore(Option, frozen=True):
    """Main action: draw a common card."""

    text = "explore: draw a common card"


class FightMonster(Option, frozen=True):
    """Main action: fight the top monster."""

    text = "fight the top monster as {mode}"
    mode: Annotated[Mode, "The mode of the fight."]


class DiscardLoot(Option, frozen=True):
    """Main action: discard one or more cards from the bag."""

    text = "discard loot"


class Keep(Option, frozen=True):
    """Put the found card into the bag."""

    text = "put it into the bag"


class Leave(Option, frozen=True):
    """Discard the found card, because the bag is full."""

    text = "leave it: the bag is full"


class EquipFound(Option, frozen=True):
    """Equip the found card."""

    text = "equip it"


class UseFound(Option, frozen=True):
    """Play the found card."""

    text = "play it[ on seat {target}]"
    target: Annotated[Seat | None, "The seat on which the card is played; absent if its effect takes no target."] = None


class Drop(_OfCard, frozen=True):
    """Discard a card from the bag."""

    text = "discard {card}"


class Stand(Option, frozen=True):
    """The fight card: enter the fight."""

    text = "fight"


class Flee(Option, frozen=True):
    """The flight card: stay out of the fight."""

    text = "flee"


class Lose(_OfCard, frozen=True):
    """Lose a card from the bag."""

    text = "lose {card}"


class Take(_OfCard, frozen=True):
    """Take a card out of the target's bag or a discard pile."""

    text = "take {card}"


class PutOnTop(_OfCard, frozen=True):
    """Put a monster on top of its deck."""

    text = "put on top {card}"


class PutInBank(_OfCard, frozen=True):
    """Move a card from bag to bank, as the effect of a played card."""

    text = "move to the bank {card}"


class Buy(_OfCard, frozen=True):
    """Buy an ability from the vendor."""

    text = "buy {card}"


class Deposit(_OfCard, frozen=True):
    """Put a card from the bag into the bank, as the action of this town turn."""

    text = "deposit {card}"


class Pay(_OfCard, frozen=True):
    """Pay with a card from the bag."""

    text = "pay with {card}"


PASS = PassTurn()
DONE = Done()
EXPLORE = Explore()
FIGHT_NORMAL = FightMonster("normal")
FIGHT_BOSS = FightMonster("boss")
DISCARD_LOOT = DiscardLoot()
KEEP = Keep()
LEAVE = Leave()
EQUIP_FOUND = EquipFound()
STAND = Stand()
FLEE = Flee()

__all__ = list(class_names(__name__))
