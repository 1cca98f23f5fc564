"""The effects of store cards (section 8 of the game's specification).

Each kind is a type; its fields are the parameters.

Its text describes it on a card.

`phase` says when a kind applies; `modifiers.py` lists the kinds by that moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar, get_args

from msgspec import Meta, Struct

from referee.counts import counted
from referee.kernel.texts import ShownAs

ItemType = Literal["food", "clothing", "electronics", "jewelry", "art"]
TYPES: tuple[ItemType, ...] = get_args(ItemType)

Positive = Annotated[int, Meta(ge=1, le=100)]
Amount = Annotated[int, Meta(ge=-100, le=100)]
Types = Annotated[tuple[ItemType, ...], Meta(min_length=1)]


def _bonus(amount: int) -> str:
    return f"${amount} more" if amount >= 0 else f"${-amount} less"


def _points(points: Mapping[ItemType, int]) -> str:
    return ", ".join(f"{item} {counted(count, 'point')}" for item, count in points.items())


def _prices(prices: Mapping[ItemType, int]) -> str:
    return ", ".join(f"{item} ${price}" for item, price in prices.items())


class Kind(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, kw_only=True):
    """The base of all effects, which a card's data names by their kind; `phase` is when the effect applies."""

    phase: str


K = TypeVar("K", bound=Kind)


class PurchaseDiscount(Kind, frozen=True, tag="purchase_discount"):
    """The buyer pays less for this card for each empty slot of its building."""

    text = "costs ${amount} less for each empty slot"
    phase: Literal["building"]
    per: Literal["empty_slot"]
    amount: Positive


class PointsOnClose(Kind, frozen=True, tag="points_on_close"):
    """Points for each item of the type in this store when it is closed while managing."""

    text = "closed while managing: {points:point} for each {type} in it"
    phase: Literal["building"]
    type: ItemType
    points: Positive


class DrawAndDiscard(Kind, frozen=True, tag="draw_and_discard"):
    """Draw market cards, then discard the same number."""

    text = "before Advertisement: draw {cards:market card}, then discard as many"
    phase: Literal["before_advertisement"]
    cards: Positive


class PeekAndAdd(Kind, frozen=True, tag="peek_and_add"):
    """Look at one of the gathered piles and add cards from the hand to it."""

    text = "after gathering: look at a pile, and add up to {cards:market card} to it"
    phase: Literal["advertisement"]
    cards: Positive


class SelfSupply(Kind, frozen=True, tag="self_supply"):
    """Items from the general supply are added to this store, as many as fit."""

    phase: Literal["before_supply", "before_supply_type"]
    type: ItemType
    amount: Positive

    def text(self) -> str:
        """The text for people."""
        when = "before Supply" if self.phase == "before_supply" else f"before Supply of {self.type}"
        return f"{when}: gets {self.amount} {self.type} from the general supply"


class StockDiscount(Kind, frozen=True, tag="stock_discount"):
    """Each item that is stocked in this store costs less."""

    text = "stocking {types: or } in it costs ${amount} less for each item"
    phase: Literal["supply"]
    types: Types
    amount: Positive


class BulkDiscount(Kind, frozen=True, tag="bulk_discount"):
    """For all stores of its owner: each item costs less when the owner stocks many of a type at one time."""

    text = "stocking {threshold} or more items at one time, anywhere, costs ${amount} less for each"
    phase: Literal["supply"]
    threshold: Positive
    amount: Positive


class PointsIfStocked(Kind, frozen=True, tag="points_if_stocked"):
    """Points if the owner stocks many items in this store at one time."""

    text = "stocking {count} {type} in it at one time: {points:point}"
    phase: Literal["supply"]
    type: ItemType
    count: Positive
    points: Positive


class FreeStock(Kind, frozen=True, tag="free_stock"):
    """The store takes items that are left over on the market, free of charge."""

    text = "takes left-over {types: or } free of charge"
    phase: Literal["after_supply_type"]
    types: Types


class SupplyOrPoints(Kind, frozen=True, tag="supply_or_points"):
    """Items from the general supply go to the market, or the owner gains points."""

    text = "after Supply of {type}: {amount} {type} for the market, or {points:point}"
    phase: Literal["after_supply_type"]
    type: ItemType
    amount: Positive
    points: Positive


class TransferIn(Kind, frozen=True, tag="transfer_in"):
    """Items from the owner's other stores may move here."""

    text = "{phase}: {types: or } of other own stores may move here"
    phase: Annotated[
        Literal["before_sale", "after_sale"], ShownAs({"before_sale": "before Sale", "after_sale": "after Sale"})
    ]
    types: Types


class SellBonus(Kind, frozen=True, tag="sell_bonus"):
    """Items sold from here bring more or less money than the price, but never less than 0."""

    text = "{types: or } sold from it: {amount} for each item"
    phase: Literal["sale"]
    types: Types
    amount: Annotated[Amount, ShownAs(_bonus)]


class SellBonusFirst(Kind, frozen=True, tag="sell_bonus_first"):
    """Items sold from here are worth more or less, while no other seat has sold the type in this Sale Phase."""

    text = "{types: or } sold from it first: {amount} for each item"
    phase: Literal["sale"]
    types: Types
    amount: Annotated[Amount, ShownAs(_bonus)]


class PointsPerSold(Kind, frozen=True, tag="points_per_sold"):
    """In addition to the money, a delivery brings points for every `every` items that it takes from here."""

    text = "{points:point} for every {every:item} sold{bottom_only: from its bottom shelf} at one time"
    phase: Literal["sale"]
    every: Positive
    points: Positive
    bottom_only: bool


class PointsInstead(Kind, frozen=True, tag="points_instead"):
    """Items sold from here bring points and no money."""

    text = "items sold from it bring points instead of money: {points}"
    phase: Literal["sale"]
    points: Annotated[dict[ItemType, Positive], Meta(min_length=1), ShownAs(_points)]


class PointsChoice(Kind, frozen=True, tag="points_choice"):
    """The owner may take points instead of money for some of the items that a delivery takes from here."""

    text = "one in {per} items sold at one time may bring {points:point} instead of money"
    phase: Literal["sale"]
    per: Positive
    points: Positive


class SellInto(Kind, frozen=True, tag="sell_into"):
    """Items of the type sold from here may also use jewelry boxes on the demand cards."""

    text = "{type} sold from it may use {boxes} boxes"
    phase: Literal["sale"]
    type: Literal["food", "clothing", "electronics", "art"]
    boxes: Literal["jewelry"]


class SaleNeedsMarket(Kind, frozen=True, tag="sale_needs_market"):
    """Items in this store cannot be sold while the market has none of the type."""

    text = "{type} in it cannot be sold while the market has none"
    phase: Literal["sale"]
    type: ItemType


class CloseIfSold(Kind, frozen=True, tag="close_if_sold"):
    """The store closes after the sale of the type, if an item was delivered from it."""

    text = "closes after a sale of {type} from it"
    phase: Literal["after_sale_type"]
    type: ItemType


class BuySurplus(Kind, frozen=True, tag="buy_surplus"):
    """The owner may buy the surplus that others could not sell."""

    text = "buys surplus of others: {prices}"
    phase: Literal["after_sale_type"]
    prices: Annotated[dict[ItemType, Positive], Meta(min_length=1), ShownAs(_prices)]


class PointsIfTypesSold(Kind, frozen=True, tag="points_if_types_sold"):
    """For all stores of its owner: points if the owner sold a number of types in this Sale Phase."""

    text = "after Sale: {points:point} if {types} types were sold from any stores"
    phase: Literal["after_sale"]
    types: Annotated[int, Meta(ge=1, le=5)]
    points: Positive


class ReturnExpired(Kind, frozen=True, tag="return_expired"):
    """Items that fall off the bottom shelf may go to the market, for points."""

    text = "expired {types: or } may go to the market: {points:point} for each item"
    phase: Literal["inventory"]
    types: Types
    points: Positive


class HoldOrClose(Kind, frozen=True, tag="hold_or_close"):
    """After Utilities, the store brings points for every `per` items in it; if it is empty, it closes."""

    text = "after Utilities: {points:point} for every {per} {type} in it; closes without any"
    phase: Literal["after_utilities"]
    type: ItemType
    per: Positive
    points: Positive


class SplitPurchase(Kind, frozen=True, tag="split_purchase"):
    """The owner buys points in several small purchases."""

    text = "points may be bought {purchases:time}, up to {each} points each time"
    phase: Literal["investment"]
    purchases: Annotated[int, Meta(ge=2, le=10)]
    each: Positive


Effect = (
    PurchaseDiscount
    | PointsOnClose
    | DrawAndDiscard
    | PeekAndAdd
    | SelfSupply
    | StockDiscount
    | BulkDiscount
    | PointsIfStocked
    | FreeStock
    | SupplyOrPoints
    | TransferIn
    | SellBonus
    | SellBonusFirst
    | PointsPerSold
    | PointsInstead
    | PointsChoice
    | SellInto
    | SaleNeedsMarket
    | CloseIfSold
    | BuySurplus
    | PointsIfTypesSold
    | ReturnExpired
    | HoldOrClose
    | SplitPurchase
)
