"""The vocabulary of the store cards: spec, section 8. Each kind is a type; its fields are the parameters.

`phase` says when a kind works; `modifiers.py` lists the kinds by that moment.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar, get_args

from msgspec import Meta, Struct

ItemType = Literal["food", "clothing", "electronics", "jewelry", "art"]
TYPES: tuple[ItemType, ...] = get_args(ItemType)

Positive = Annotated[int, Meta(ge=1, le=100)]
Amount = Annotated[int, Meta(ge=-100, le=100)]
Types = Annotated[tuple[ItemType, ...], Meta(min_length=1)]


class Kind(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, kw_only=True):
    """Anything that a card's data names by its kind; `phase` is when it works."""

    phase: str


K = TypeVar("K", bound=Kind)


class PurchaseDiscount(Kind, frozen=True, tag="purchase_discount"):
    """The buyer pays less for this card for each empty slot of its building."""

    phase: Literal["building"]
    per: Literal["empty_slot"]
    amount: Positive


class PointsOnClose(Kind, frozen=True, tag="points_on_close"):
    """Points for each item of the type that is in here when the store is closed while managing."""

    phase: Literal["building"]
    type: ItemType
    points: Positive


class DrawAndDiscard(Kind, frozen=True, tag="draw_and_discard"):
    """Draw market cards, then discard as many."""

    phase: Literal["before_advertisement"]
    cards: Positive


class PeekAndAdd(Kind, frozen=True, tag="peek_and_add"):
    """Look at one of the gathered piles and add cards of the hand to it."""

    phase: Literal["advertisement"]
    cards: Positive


class SelfSupply(Kind, frozen=True, tag="self_supply"):
    """Items come from the general supply into this store, as many as fit."""

    phase: Literal["before_supply", "before_supply_type"]
    type: ItemType
    amount: Positive


class StockDiscount(Kind, frozen=True, tag="stock_discount"):
    """Stocking in here costs less for each item."""

    phase: Literal["supply"]
    types: Types
    amount: Positive


class BulkDiscount(Kind, frozen=True, tag="bulk_discount"):
    """External: who stocks so many items of a type at one time pays less for each of them, in any own store."""

    phase: Literal["supply"]
    threshold: Positive
    amount: Positive


class PointsIfStocked(Kind, frozen=True, tag="points_if_stocked"):
    """Points if one stocking puts so many items in here."""

    phase: Literal["supply"]
    type: ItemType
    count: Positive
    points: Positive


class FreeStock(Kind, frozen=True, tag="free_stock"):
    """Takes items that are left over on the market free of charge."""

    phase: Literal["after_supply_type"]
    types: Types


class SupplyOrPoints(Kind, frozen=True, tag="supply_or_points"):
    """Items from the general supply go to the market, or the owner gains points."""

    phase: Literal["after_supply_type"]
    type: ItemType
    amount: Positive
    points: Positive


class TransferIn(Kind, frozen=True, tag="transfer_in"):
    """Items of other own stores may move here."""

    phase: Literal["before_sale", "after_sale"]
    types: Types


class SellBonus(Kind, frozen=True, tag="sell_bonus"):
    """Items sold from here are worth more, or less, but never less than nothing."""

    phase: Literal["sale"]
    types: Types
    amount: Amount


class SellBonusFirst(Kind, frozen=True, tag="sell_bonus_first"):
    """The same, while no other seat has sold an item of the type in this Sale Phase."""

    phase: Literal["sale"]
    types: Types
    amount: Amount


class PointsPerSold(Kind, frozen=True, tag="points_per_sold"):
    """Points for every so many items that a delivery takes from here, beside the money."""

    phase: Literal["sale"]
    every: Positive
    points: Positive
    bottom_only: bool


class PointsInstead(Kind, frozen=True, tag="points_instead"):
    """Items sold from here bring points and no money."""

    phase: Literal["sale"]
    points: Annotated[dict[ItemType, Positive], Meta(min_length=1)]


class PointsChoice(Kind, frozen=True, tag="points_choice"):
    """Some of the items that a delivery takes from here bring points instead of money, as the owner wishes."""

    phase: Literal["sale"]
    per: Positive
    points: Positive


class SellInto(Kind, frozen=True, tag="sell_into"):
    """Items of the type sold from here may also use jewelry boxes on the demand cards."""

    phase: Literal["sale"]
    type: Literal["food", "clothing", "electronics", "art"]
    boxes: Literal["jewelry"]


class SaleNeedsMarket(Kind, frozen=True, tag="sale_needs_market"):
    """Items in here can not be sold while the market has none of the type."""

    phase: Literal["sale"]
    type: ItemType


class CloseIfSold(Kind, frozen=True, tag="close_if_sold"):
    """Closes after the sale of the type, if an item was delivered from here."""

    phase: Literal["after_sale_type"]
    type: ItemType


class BuySurplus(Kind, frozen=True, tag="buy_surplus"):
    """Buys what others had to discard as surplus."""

    phase: Literal["after_sale_type"]
    prices: Annotated[dict[ItemType, Positive], Meta(min_length=1)]


class PointsIfTypesSold(Kind, frozen=True, tag="points_if_types_sold"):
    """External: points if the seat sold so many types in this Sale Phase, from any stores."""

    phase: Literal["after_sale"]
    types: Annotated[int, Meta(ge=1, le=5)]
    points: Positive


class ReturnExpired(Kind, frozen=True, tag="return_expired"):
    """Items that fall off the bottom shelf may go to the market, for points."""

    phase: Literal["inventory"]
    types: Types
    points: Positive


class HoldOrClose(Kind, frozen=True, tag="hold_or_close"):
    """Points for every so many items in here after Utilities; without any, the store closes."""

    phase: Literal["after_utilities"]
    type: ItemType
    per: Positive
    points: Positive


class SplitPurchase(Kind, frozen=True, tag="split_purchase"):
    """The owner buys points in several small purchases."""

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
