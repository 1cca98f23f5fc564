"""The effects of cards (section 5 of the game's specification). Each kind is a type; its fields are the parameters.

Its text describes it on a card.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from referee.kernel.texts import ShownAs

WindowName = Literal["turn", "prep", "fight", "roll", "town"]
Who = Literal["self", "other", "any"]
Target = Annotated[Who, ShownAs({"self": "you", "other": "another seat", "any": "any seat"})]
DieOf = Annotated[Who, ShownAs({"self": "your die", "other": "the die of another seat", "any": "the die of any seat"})]
Rarity = Literal["common", "rare", "epic"]
Slot = Literal["head", "body", "legs", "feet", "main", "off"]
Symbol = Literal["head", "body", "legs", "feet", "main", "off", "two"]
WORN = {
    "head": "on the head",
    "body": "on the body",
    "legs": "on the legs",
    "feet": "on the feet",
    "main": "in the main hand",
    "off": "in the off hand",
    "two": "in both hands",
}
Positive = Annotated[int, Meta(ge=1)]


class Kind(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """The base of all effects, which the card data names by their kind."""


K = TypeVar("K", bound=Kind)


class Surv(Kind, frozen=True, tag="surv"):
    """Changes the target's survivability until the fight ends."""

    text = "survivability {amount:+d} for {target}"
    target: Target
    amount: int


class MonsterSurv(Kind, frozen=True, tag="monster_surv"):
    """Changes the monster's survivability until the fight ends."""

    text = "monster {amount:+d}"
    amount: int


class MoreLoot(Kind, frozen=True, tag="more_loot"):
    """More cards are drawn on a win."""

    text = "a win brings {amount:+d} loot"
    amount: int


class ShieldLoss(Kind, frozen=True, tag="shield_loss"):
    """The player, or with a passive effect the wearer, loses fewer cards on a defeat."""

    text = "a defeat costs you {amount} less loot"
    amount: Positive


class LeaveFight(Kind, frozen=True, tag="leave_fight"):
    """A fighter counts as fled."""

    text = "{target} the fight"
    target: Annotated[Who, ShownAs({"self": "leave", "other": "make another seat leave", "any": "make any seat leave"})]


class EnterFight(Kind, frozen=True, tag="enter_fight"):
    """A seat that fled becomes a fighter."""

    text = "{target} the fight"
    target: Annotated[Who, ShownAs({"self": "enter", "other": "make another seat enter", "any": "make any seat enter"})]


class SwapMonster(Kind, frozen=True, tag="swap_monster"):
    """The top monster of the deck replaces the present one."""

    text = "the top monster takes the place of this one"


class Roll(Kind, frozen=True, tag="roll"):
    """Changes the target's total in this set of dice."""

    text = "roll {amount:+d} for {target}"
    target: Target
    amount: int


class Reroll(Kind, frozen=True, tag="reroll"):
    """Rolls the target's die again."""

    text = "roll {target} again"
    target: DieOf


class SetDie(Kind, frozen=True, tag="set_die"):
    """Turns the target's die to a value."""

    text = "turn {target} to {value}"
    target: DieOf
    value: int


class DrawLoot(Kind, frozen=True, tag="draw_loot"):
    """The player draws loot into the bag."""

    text = "draw {amount} {rarity} loot"
    rarity: Rarity
    amount: Positive


class DrawAbility(Kind, frozen=True, tag="draw_ability"):
    """The player draws abilities."""

    text = "draw {amount:ability|abilities}"
    amount: Positive


class Steal(Kind, frozen=True, tag="steal"):
    """The effect moves a card from the target's bag to the player's."""

    text = "steal {how} from the bag of another seat"
    target: Literal["other"]
    how: Annotated[Literal["random", "choose"], ShownAs({"random": "a random card", "choose": "a card of your choice"})]


class Destroy(Kind, frozen=True, tag="destroy"):
    """Discards a random card of the target's bag."""

    text = "destroy a random card in the bag of another seat"
    target: Literal["other"]


class Scout(Kind, frozen=True, tag="scout"):
    """The player looks at the top monsters and chooses which one goes on top."""

    text = "look at the top {amount:monster} and put one of them on top"
    amount: Positive


class Bank(Kind, frozen=True, tag="bank"):
    """The player moves cards from bag to bank."""

    text = "bank up to {amount:card}"
    amount: Positive


class Recover(Kind, frozen=True, tag="recover"):
    """The player takes a card from a discard pile."""

    text = "take a card from the {rarity} discard pile"
    rarity: Rarity


class Discount(Kind, frozen=True, tag="discount"):
    """Abilities cost less: in this town turn if it is played, or always if it is a passive effect."""

    text = "abilities cost you {amount} less"
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
    """Adds to every roll of the wearer."""

    text = "your rolls {amount:+d}"
    amount: int


class SurvIf(Kind, frozen=True, tag="surv_if"):
    """Adds to the wearer's survivability against a boss, or when fighting alone."""

    text = "{amount:+d} more if {when}"
    when: Literal["boss", "alone"]
    amount: int


Passive = RollPassive | SurvIf | ShieldLoss | Discount


class PerFighter(Kind, frozen=True, tag="per_fighter"):
    """The monster's survivability grows with each fighter."""

    text = "{amount:+d} for each fighter"
    amount: int


class WeakSlot(Kind, frozen=True, tag="weak_slot"):
    """The monster's survivability changes with each fighter that wears something in a slot."""

    text = "{amount:+d} for each fighter with something {slot}"
    slot: Annotated[Symbol, ShownAs(WORN)]
    amount: int


class IgnoreSlot(Kind, frozen=True, tag="ignore_slot"):
    """The survivability of cards in one slot does not count."""

    text = "survivability of gear {slot} does not count"
    slot: Annotated[Slot, ShownAs(WORN)]


class NoAbilities(Kind, frozen=True, tag="no_abilities"):
    """No abilities may be played in prep and fight."""

    text = "no abilities may be played in prep and fight"


class NoFlight(Kind, frozen=True, tag="no_flight"):
    """Every seat fights."""

    text = "nobody can flee"


class FlightCost(Kind, frozen=True, tag="flight_cost"):
    """Each seat that chose flight loses loot."""

    text = "fleeing costs {amount} loot"
    amount: Positive


class ExtraLoss(Kind, frozen=True, tag="extra_loss"):
    """Each defeated fighter loses more loot."""

    text = "a defeat costs {amount} more loot"
    amount: Positive


class LoseAbility(Kind, frozen=True, tag="lose_ability"):
    """Each defeated fighter loses random abilities."""

    text = "a defeat costs each fighter {amount:random ability|random abilities}"
    amount: Positive


class WinAbility(Kind, frozen=True, tag="win_ability"):
    """On a win each fighter draws abilities."""

    text = "a win brings each fighter {amount:ability|abilities}"
    amount: Positive


class RollBonus(Kind, frozen=True, tag="roll_bonus"):
    """The strongest or the weakest fighters get a bonus on their rolls for this loot."""

    text = "rolls {amount:+d} for {who}"
    who: Annotated[
        Literal["highest_surv", "lowest_surv"],
        ShownAs({"highest_surv": "the strongest fighters", "lowest_surv": "the weakest fighters"}),
    ]
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

EVERY_WINDOW: tuple[WindowName, ...] = ("turn", "prep", "fight", "roll", "town")
