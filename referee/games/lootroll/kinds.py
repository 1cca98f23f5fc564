"""The vocabulary of the cards: spec, section 5. Each kind is a type; its fields are the parameters."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

WindowName = Literal["turn", "prep", "fight", "roll", "town"]
Target = Literal["self", "other", "any"]
Rarity = Literal["common", "rare", "epic"]
Slot = Literal["head", "body", "legs", "feet", "main", "off"]
Symbol = Literal["head", "body", "legs", "feet", "main", "off", "two"]
Positive = Annotated[int, Meta(ge=1)]


class Kind(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Anything that a card's data names by its kind."""


K = TypeVar("K", bound=Kind)


class Surv(Kind, frozen=True, tag="surv"):
    """Changes the target's survivability until the fight ends."""

    target: Target
    amount: int


class MonsterSurv(Kind, frozen=True, tag="monster_surv"):
    """Changes the monster's survivability until the fight ends."""

    amount: int


class MoreLoot(Kind, frozen=True, tag="more_loot"):
    """More cards are drawn on a win."""

    amount: int


class ShieldLoss(Kind, frozen=True, tag="shield_loss"):
    """Fewer cards are lost on a defeat: played by the player, as a passive by the wearer."""

    amount: Positive


class LeaveFight(Kind, frozen=True, tag="leave_fight"):
    """A fighter counts as fled."""

    target: Target


class EnterFight(Kind, frozen=True, tag="enter_fight"):
    """A seat that fled becomes a fighter."""

    target: Target


class SwapMonster(Kind, frozen=True, tag="swap_monster"):
    """The top monster takes the place of the present one."""


class Roll(Kind, frozen=True, tag="roll"):
    """Changes the target's total in this set of dice."""

    target: Target
    amount: int


class Reroll(Kind, frozen=True, tag="reroll"):
    """Rolls the target's die again."""

    target: Target


class SetDie(Kind, frozen=True, tag="set_die"):
    """Turns the target's die to a value."""

    target: Target
    value: int


class DrawLoot(Kind, frozen=True, tag="draw_loot"):
    """The player draws loot into the bag."""

    rarity: Rarity
    amount: Positive


class DrawAbility(Kind, frozen=True, tag="draw_ability"):
    """The player draws abilities."""

    amount: Positive


class Steal(Kind, frozen=True, tag="steal"):
    """Moves a card from the target's bag to the player's."""

    target: Literal["other"]
    how: Literal["random", "choose"]


class Destroy(Kind, frozen=True, tag="destroy"):
    """Discards a random card of the target's bag."""

    target: Literal["other"]


class Scout(Kind, frozen=True, tag="scout"):
    """The player looks at the top monsters and says which one goes on top."""

    amount: Positive


class Bank(Kind, frozen=True, tag="bank"):
    """The player moves cards from bag to bank."""

    amount: Positive


class Recover(Kind, frozen=True, tag="recover"):
    """The player takes a card of a discard pile."""

    rarity: Rarity


class Discount(Kind, frozen=True, tag="discount"):
    """Abilities cost less: in this town turn when played, always as a passive."""

    amount: Positive


Effect = (
    Surv
    | MonsterSurv
    | MoreLoot
    | ShieldLoss
    | LeaveFight
    | EnterFight
    | SwapMonster
    | Roll
    | Reroll
    | SetDie
    | DrawLoot
    | DrawAbility
    | Steal
    | Destroy
    | Scout
    | Bank
    | Recover
    | Discount
)


class RollPassive(Kind, frozen=True, tag="roll"):
    """Is added to every roll of the wearer."""

    amount: int


class SurvIf(Kind, frozen=True, tag="surv_if"):
    """Adds to the wearer's survivability against a boss, or when fighting alone."""

    when: Literal["boss", "alone"]
    amount: int


Passive = RollPassive | SurvIf | ShieldLoss | Discount


class PerFighter(Kind, frozen=True, tag="per_fighter"):
    """The monster's survivability grows with each fighter."""

    amount: int


class WeakSlot(Kind, frozen=True, tag="weak_slot"):
    """The monster's survivability changes with each fighter who wears something in a slot."""

    slot: Symbol
    amount: int


class IgnoreSlot(Kind, frozen=True, tag="ignore_slot"):
    """Survivability of what is worn in a slot does not count."""

    slot: Slot


class NoAbilities(Kind, frozen=True, tag="no_abilities"):
    """No ability may be played in prep and fight."""


class NoFlight(Kind, frozen=True, tag="no_flight"):
    """Every seat fights."""


class FlightCost(Kind, frozen=True, tag="flight_cost"):
    """Whoever chose flight loses loot."""

    amount: Positive


class ExtraLoss(Kind, frozen=True, tag="extra_loss"):
    """Each defeated fighter loses more loot."""

    amount: Positive


class LoseAbility(Kind, frozen=True, tag="lose_ability"):
    """Each defeated fighter loses random abilities."""

    amount: Positive


class WinAbility(Kind, frozen=True, tag="win_ability"):
    """On a win each fighter draws abilities."""

    amount: Positive


class RollBonus(Kind, frozen=True, tag="roll_bonus"):
    """The strongest or the weakest fighters roll better for this loot."""

    who: Literal["highest_surv", "lowest_surv"]
    amount: int


MonsterEffect = (
    PerFighter
    | WeakSlot
    | IgnoreSlot
    | NoAbilities
    | NoFlight
    | FlightCost
    | ExtraLoss
    | LoseAbility
    | WinAbility
    | RollBonus
)

_FIGHT: tuple[WindowName, ...] = ("prep", "fight")
_BAG_MAY_FILL: tuple[WindowName, ...] = ("turn", "prep", "fight", "town")
EVERY_WINDOW: tuple[WindowName, ...] = ("turn", "prep", "fight", "roll", "town")

# Where a kind makes sense. No card may fill a bag during a roll: who may roll for a card is fixed before.
WINDOWS_OF: dict[type[Kind], tuple[WindowName, ...]] = {
    Surv: _FIGHT,
    MonsterSurv: _FIGHT,
    MoreLoot: _FIGHT,
    ShieldLoss: _FIGHT,
    LeaveFight: ("fight",),
    EnterFight: ("fight",),
    SwapMonster: ("prep",),
    Roll: ("roll",),
    Reroll: ("roll",),
    SetDie: ("roll",),
    DrawLoot: _BAG_MAY_FILL,
    Steal: _BAG_MAY_FILL,
    Recover: _BAG_MAY_FILL,
    Discount: ("town",),
}
