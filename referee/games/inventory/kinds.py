"""The vocabulary of the cards: spec, section 4. Each kind is a type; its fields are the parameters."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

Stat = Literal["power", "defense", "gold"]
Counted = Literal["companion", "clothing", "food", "alcohol", "treasure", "junk"]
Goods = Literal["food", "alcohol", "treasure", "junk"]
Positive = Annotated[int, Meta(ge=1, le=100)]
NotNegative = Annotated[int, Meta(ge=0, le=100)]


class Kind(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Anything that a card's data names by its kind."""


K = TypeVar("K", bound=Kind)
KindOf = type[K]


class Nest(Kind, frozen=True, tag="nest"):
    """Takes a place but leaves that place's printed Carry usable; may also lie inside other storage."""


class NoOccupy(Kind, frozen=True, tag="no_occupy"):
    """Lies in its slot as an extra: it takes no place and leaves the printed Carry usable."""


class TwoHands(Kind, frozen=True, tag="two_hands"):
    """Takes two hand places of the same character."""


class DiePocket(Kind, frozen=True, tag="die_pocket"):
    """Holds gold dice without any Carry, safe from thieves."""

    dice: Positive


class Multiply(Kind, frozen=True, tag="multiply"):
    """Multiplies the stats of everything else that is equipped."""

    factor: Positive


class StatPer(Kind, frozen=True, tag="stat_per"):
    """Adds to a stat of the card for each thing counted."""

    stat: Stat
    what: Counted
    amount: Positive


class StatIf(Kind, frozen=True, tag="stat_if"):
    """Adds to a stat of the card if such goods are stored."""

    stat: Stat
    has: Goods
    amount: Positive


class Draw(Kind, frozen=True, tag="draw"):
    """When the card is placed, its owner may draw cards."""

    amount: Positive


class Slots(Kind, frozen=True, tag="slots"):
    """A companion with places for equipment of its own."""


class Fee(Kind, frozen=True, tag="fee"):
    """A companion's fee, and what it is when alcohol is stored or the owner attacked."""

    amount: Positive
    unless_has: Literal["alcohol", "attacked"]
    reduced: NotNegative


class FeeByLoad(Kind, frozen=True, tag="fee_by_load"):
    """A companion's fee by what he carries, rounded up, and at least the minimum."""

    per_weight: Positive
    minimum: NotNegative


class TrashCost(Kind, frozen=True, tag="trash_cost"):
    """To trash the card pays nothing and costs gold."""

    amount: Positive


Effect = (
    Nest | NoOccupy | TwoHands | DiePocket | Multiply | StatPer | StatIf | Draw | Slots | Fee | FeeByLoad | TrashCost
)

# The types of card on which a kind means something.
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
