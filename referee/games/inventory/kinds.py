"""The effects of cards (section 4 of the game's specification). Each kind is a type; its fields are the parameters.

Its text describes it on a card.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from referee.counts import counted
from referee.kernel.texts import ShownAs

Stat = Literal["power", "defense", "gold"]
Counted = Literal["companion", "clothing", "food", "alcohol", "treasure", "junk"]
Goods = Literal["food", "alcohol", "treasure", "junk"]
Positive = Annotated[int, Meta(ge=1, le=100)]
NotNegative = Annotated[int, Meta(ge=0, le=100)]


def dice_text(count: int) -> str:
    """The text for a number of gold dice."""
    return "a gold die" if count == 1 else counted(count, "gold die", "gold dice")


def cards_text(count: int) -> str:
    """The text for a number of cards."""
    return "a card" if count == 1 else counted(count, "card")


class Kind(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """The base of all effects, which the card data names by their kind."""


K = TypeVar("K", bound=Kind)
KindOf = type[K]


class Nest(Kind, frozen=True, tag="nest"):
    """The card takes a place but leaves that place's printed Carry usable; it may also lie inside other storage."""

    text = "leaves the Carry of its place usable and fits inside other storage"


class NoOccupy(Kind, frozen=True, tag="no_occupy"):
    """The card lies in its slot as an extra: it takes no place and leaves the printed Carry usable."""

    text = "takes no place"


class TwoHands(Kind, frozen=True, tag="two_hands"):
    """The card takes two hand places of the same character."""

    text = "takes both hands"


class DiePocket(Kind, frozen=True, tag="die_pocket"):
    """The card holds gold dice that need no Carry and cannot be stolen."""

    text = "keeps {dice} safe without Carry"
    dice: Annotated[Positive, ShownAs(dice_text)]


class Multiply(Kind, frozen=True, tag="multiply"):
    """Multiplies the stats of everything else that is equipped."""

    text = "multiplies power, defense and gold of everything else equipped by {factor}"
    factor: Positive


class StatPer(Kind, frozen=True, tag="stat_per"):
    """Adds to a stat of the card for each thing counted."""

    text = "{stat} +{amount} for each {what}"
    stat: Stat
    what: Counted
    amount: Positive


class StatIf(Kind, frozen=True, tag="stat_if"):
    """Adds to a stat of the card if goods of a kind are stored."""

    text = "{stat} +{amount} with {has} stored"
    stat: Stat
    has: Goods
    amount: Positive


class Draw(Kind, frozen=True, tag="draw"):
    """When the card is placed, its owner may draw cards."""

    text = "lets its owner draw {amount}"
    amount: Annotated[Positive, ShownAs(cards_text)]


class Slots(Kind, frozen=True, tag="slots"):
    """A companion with its own places for equipment."""

    text = "has places for equipment"


class Fee(Kind, frozen=True, tag="fee"):
    """A companion's fee, and the reduced fee when alcohol is stored or the owner attacked."""

    text = "fee {amount}, {unless_has} {reduced}"
    amount: Positive
    unless_has: Annotated[
        Literal["alcohol", "attacked"], ShownAs({"alcohol": "with alcohol stored", "attacked": "after an attack"})
    ]
    reduced: NotNegative


class FeeByLoad(Kind, frozen=True, tag="fee_by_load"):
    """A companion's fee depends on the weight that it carries; it is rounded up, and at least the minimum."""

    text = "fee 1 for each {per_weight} that it carries, rounded up, at least {minimum}"
    per_weight: Positive
    minimum: NotNegative


class TrashCost(Kind, frozen=True, tag="trash_cost"):
    """Trashing the card pays nothing and costs gold."""

    text = "costs {amount} gold to trash"
    amount: Positive


Effect = (
    Nest | NoOccupy | TwoHands | DiePocket | Multiply | StatPer | StatIf | Draw | Slots | Fee | FeeByLoad | TrashCost
)

# The types of card on which a kind is allowed.
CARRIERS: dict[type[Kind], tuple[str, ...]] = {
    Nest: ("equipment",),
    NoOccupy: ("equipment",),
    TwoHands: ("equipment",),
    DiePocket: ("equipment",),
    Multiply: ("equipment",),
    StatPer: ("equipment", "companion"),
    StatIf: ("equipment", "companion"),
    Draw: ("equipment", "goods", "companion"),
    Slots: ("companion",),
    Fee: ("companion",),
    FeeByLoad: ("companion",),
    TrashCost: ("equipment", "goods", "loot", "quest"),
}
