"""What a seat can choose."""

from __future__ import annotations

from referee.games.lootroll.cards import CardId, Mode
from referee.kernel.asking import Option
from referee.kernel.seats import Seat


class PassTurn(Option, frozen=True, tag=True):
    """Play nothing more for now."""


class Done(Option, frozen=True, tag=True):
    """Discard, bank or do nothing more."""


class PlayAbility(Option, frozen=True, tag=True):
    """Play an ability of the hand."""

    card: CardId
    target: Seat | None = None


class PlayLoot(Option, frozen=True, tag=True):
    """Play loot of the bag."""

    card: CardId
    target: Seat | None = None


class PlayGear(Option, frozen=True, tag=True):
    """Play gear that is equipped."""

    card: CardId
    target: Seat | None = None


class Equip(Option, frozen=True, tag=True):
    """Equip gear of the bag."""

    card: CardId


Play = PlayAbility | PlayLoot | PlayGear | Equip


class Explore(Option, frozen=True, tag=True):
    """Main action: draw a common card."""


class FightMonster(Option, frozen=True, tag=True):
    """Main action: fight the top monster in this mode."""

    mode: Mode


class DiscardLoot(Option, frozen=True, tag=True):
    """Main action: discard loot."""


class Keep(Option, frozen=True, tag=True):
    """Put what was found into the bag."""


class Leave(Option, frozen=True, tag=True):
    """Discard what was found, because the bag is full."""


class EquipFound(Option, frozen=True, tag=True):
    """Equip what was found."""


class UseFound(Option, frozen=True, tag=True):
    """Play what was found."""

    target: Seat | None = None


class Drop(Option, frozen=True, tag=True):
    """Discard this card of the bag."""

    card: CardId


class Stand(Option, frozen=True, tag=True):
    """The fight card: enter the fight."""


class Flee(Option, frozen=True, tag=True):
    """The flight card: keep out of the fight."""


class Lose(Option, frozen=True, tag=True):
    """Lose this card of the bag."""

    card: CardId


class Take(Option, frozen=True, tag=True):
    """Take this card: of the target's bag, or of a discard pile."""

    card: CardId


class PutOnTop(Option, frozen=True, tag=True):
    """Let this monster go on top."""

    card: CardId


class PutInBank(Option, frozen=True, tag=True):
    """Move this card from bag to bank."""

    card: CardId


class Buy(Option, frozen=True, tag=True):
    """Buy this ability of the vendor."""

    card: CardId


class Deposit(Option, frozen=True, tag=True):
    """Put this card of the bag into the bank, as what one does in this town turn."""

    card: CardId


class Pay(Option, frozen=True, tag=True):
    """Pay with this card of the bag."""

    card: CardId


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
