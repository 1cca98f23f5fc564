"""What a seat can choose.

Numbers are the same as on the wire: seats count from 0.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.lootroll.words import CardId, Mode
from referee.kernel.asking import Option
from referee.kernel.seats import Seat

__all__ = [
    "Buy",
    "Deposit",
    "DiscardLoot",
    "Done",
    "Drop",
    "Equip",
    "EquipFound",
    "Explore",
    "FightMonster",
    "Flee",
    "Keep",
    "Leave",
    "Lose",
    "PassTurn",
    "Pay",
    "PlayAbility",
    "PlayGear",
    "PlayLoot",
    "PutInBank",
    "PutOnTop",
    "Stand",
    "Take",
    "UseFound",
]


class _OfCard(Option, frozen=True):
    card: Annotated[CardId, "The card."]


class _OfCardOnTarget(_OfCard, frozen=True):
    target: Annotated[Seat | None, "The seat that it is played on; absent if its effect takes none."] = None


class PassTurn(Option, frozen=True):
    """Play nothing more for now."""


class Done(Option, frozen=True):
    """Discard, bank or do no more of what is being done."""


class PlayAbility(_OfCardOnTarget, frozen=True):
    """Play an ability of the hand."""


class PlayLoot(_OfCardOnTarget, frozen=True):
    """Play loot of the bag."""


class PlayGear(_OfCardOnTarget, frozen=True):
    """Play gear that is equipped."""


class Equip(_OfCard, frozen=True):
    """Equip gear of the bag."""


Play = PlayAbility | PlayLoot | PlayGear | Equip


class Explore(Option, frozen=True):
    """Main action: draw a common card."""


class FightMonster(Option, frozen=True):
    """Main action: fight the top monster."""

    mode: Annotated[Mode, "In which mode."]


class DiscardLoot(Option, frozen=True):
    """Main action: discard one or more cards of the bag."""


class Keep(Option, frozen=True):
    """Put what was found into the bag."""


class Leave(Option, frozen=True):
    """Discard what was found, because the bag is full."""


class EquipFound(Option, frozen=True):
    """Equip what was found."""


class UseFound(Option, frozen=True):
    """Play what was found."""

    target: Annotated[Seat | None, "The seat that it is played on; absent if its effect takes none."] = None


class Drop(_OfCard, frozen=True):
    """Discard a card of the bag."""


class Stand(Option, frozen=True):
    """The fight card: enter the fight."""


class Flee(Option, frozen=True):
    """The flight card: keep out of the fight."""


class Lose(_OfCard, frozen=True):
    """Lose a card of the bag."""


class Take(_OfCard, frozen=True):
    """Take a card out of the target's bag or a discard pile."""


class PutOnTop(_OfCard, frozen=True):
    """Let a monster go on top of its deck."""


class PutInBank(_OfCard, frozen=True):
    """Move a card from bag to bank, by a played card."""


class Buy(_OfCard, frozen=True):
    """Buy an ability of the vendor."""


class Deposit(_OfCard, frozen=True):
    """Put a card of the bag into the bank, as what one does in this town turn."""


class Pay(_OfCard, frozen=True):
    """Pay with a card of the bag."""


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
