"""What a seat can choose; names are those of the spec, section 9. As on the wire, slots count from 1, seats from 0."""

from __future__ import annotations

from typing import Annotated

from referee.games.brick.cards import MarketId, StoreId
from referee.games.brick.words import Item, SideOfCard
from referee.kernel.asking import Option
from referee.kernel.seats import Seat

__all__ = [
    "AddCard",
    "AddNone",
    "AgencyPass",
    "AgencySide",
    "BidOn",
    "BuyFromHand",
    "BuyPoints",
    "CloseStore",
    "DiscardMarket",
    "Done",
    "DraftStore",
    "DropOut",
    "ForPoints",
    "InvestNothing",
    "KeepHand",
    "NoPrice",
    "OpenBid",
    "OpenStore",
    "PassBuying",
    "PayStore",
    "PlayCard",
    "RaiseBid",
    "RedrawAll",
    "RedrawOne",
    "ReturnItems",
    "SaleAmount",
    "SalePrice",
    "SaleQuantity",
    "SaleSplit",
    "SaleToDemand",
    "SaleToJewelry",
    "SellPoints",
    "StartingStore",
    "StockAmount",
    "StockSplit",
    "SupplyBid",
    "SupplyMarket",
    "SurplusSplit",
    "TakeFree",
    "TakePoints",
    "TakeSurplus",
    "Transfer",
]


class DraftStore(Option, frozen=True):
    """`draft_store`: keep a store card of the packet."""

    store: Annotated[StoreId, "The card."]


class StartingStore(Option, frozen=True):
    """`starting_store`: begin with a starting store."""

    store: Annotated[StoreId, "The card."]


class PassBuying(Option, frozen=True):
    """`buy_store`: buy no store this month."""


class BuyFromHand(Option, frozen=True):
    """`buy_store`: buy a store of the hand."""

    store: Annotated[StoreId, "The card."]


class BidOn(Option, frozen=True):
    """`buy_store`: start an auction for a store of the row."""

    store: Annotated[StoreId, "The card."]


class OpenBid(Option, frozen=True):
    """`open_bid`: the first bid of an auction."""

    amount: Annotated[int, "The bid."]


class DropOut(Option, frozen=True):
    """`raise_bid`: bid no more for this store."""


class RaiseBid(Option, frozen=True):
    """`raise_bid`: a higher bid."""

    amount: Annotated[int, "The bid."]


class PayStore(Option, frozen=True):
    """`pay_store`: take so many debt tokens, and pay."""

    debt: Annotated[int, "The number of debt tokens."]


class Done(Option, frozen=True):
    """`manage`: open and close nothing more. `play_card`: play no third card."""


class CloseStore(Option, frozen=True):
    """`manage`: close an own store."""

    slot: Annotated[int, "Its slot."]


class OpenStore(Option, frozen=True):
    """`manage`: open the store that was just bought, in the leftmost free slot."""


class DiscardMarket(Option, frozen=True):
    """`discard_market`: discard a market card, face up."""

    card: Annotated[MarketId, "The card."]


class KeepHand(Option, frozen=True):
    """`redraw`: discard nothing."""


class RedrawAll(Option, frozen=True):
    """`redraw`: discard all market cards and draw as many."""


class RedrawOne(Option, frozen=True):
    """`redraw`: discard one market card and draw another one."""

    card: Annotated[MarketId, "The card."]


class PlayCard(Option, frozen=True):
    """`play_card`: play a market card."""

    card: Annotated[MarketId, "The card."]
    side: Annotated[SideOfCard, "How it counts."]


class AgencyPass(Option, frozen=True):
    """`agency_side`: add nothing."""


class AgencySide(Option, frozen=True):
    """`agency_side`: look at a pile, to add a card or none."""

    side: Annotated[SideOfCard, "Which pile."]


class AddNone(Option, frozen=True):
    """`agency_card`: add no card."""


class AddCard(Option, frozen=True):
    """`agency_card`: add a card of the hand to the pile."""

    card: Annotated[MarketId, "The card."]


class SupplyBid(Option, frozen=True):
    """`supply_bid`: the price to offer for each item."""

    price: Annotated[int, "Dollars for each item."]


class StockAmount(Option, frozen=True):
    """`stock_amount`: how many items to stock, in all own stores together."""

    count: Annotated[int, "How many."]


class StockSplit(Option, frozen=True):
    """`stock_split`: how many of them go into a store."""

    slot: Annotated[int, "Which."]
    count: Annotated[int, "How many."]


class TakeFree(Option, frozen=True):
    """`free_stock`: take items of the market free of charge."""

    slot: Annotated[int, "The store that takes them."]
    count: Annotated[int, "How many."]


class TakePoints(Option, frozen=True):
    """`supply_or_points`: gain the points of a store."""

    slot: Annotated[int, "Which."]


class SupplyMarket(Option, frozen=True):
    """`supply_or_points`: let a store supply the market."""

    slot: Annotated[int, "Which."]


class Transfer(Option, frozen=True):
    """`transfer`: move items from one own store to another."""

    item: Annotated[Item, "Their type."]
    source: Annotated[int, "The slot of the store where they are."]
    target: Annotated[int, "The slot of the store where they go."]
    count: Annotated[int, "How many."]


class SaleAmount(Option, frozen=True):
    """`sale_amount`: how many items to sell at the maximum price."""

    count: Annotated[int, "How many."]


class SaleQuantity(Option, frozen=True):
    """`sale_quantity`: how many items to offer."""

    count: Annotated[int, "How many."]


class SalePrice(Option, frozen=True):
    """`sale_price`: the price to ask for each item."""

    price: Annotated[int, "Dollars for each item."]


class NoPrice(Option, frozen=True):
    """`sale_price`: the only choice of who offers nothing."""


class SaleSplit(Option, frozen=True):
    """`sale_split`: how many of the sold items come from a store."""

    slot: Annotated[int, "Which."]
    count: Annotated[int, "How many."]


class SaleToDemand(Option, frozen=True):
    """`sale_to_demand`: how many items go into boxes of their type on the demand cards."""

    count: Annotated[int, "How many."]


class SaleToJewelry(Option, frozen=True):
    """`sale_to_jewelry`: how many of the other items go into jewelry boxes on the demand cards."""

    count: Annotated[int, "How many."]


class ForPoints(Option, frozen=True):
    """`points_choice`: how many of the items sold from a store bring points instead of money."""

    slot: Annotated[int, "Which."]
    count: Annotated[int, "How many."]


class SurplusSplit(Option, frozen=True):
    """`surplus_split`: how many of the surplus items come from a store."""

    slot: Annotated[int, "Which."]
    count: Annotated[int, "How many."]


class TakeSurplus(Option, frozen=True):
    """`buy_surplus`: buy surplus items of another seat."""

    slot: Annotated[int, "The own store that takes them."]
    seat: Annotated[Seat, "Whose."]
    count: Annotated[int, "How many."]


class ReturnItems(Option, frozen=True):
    """`return_expired`: give expired items to the market, for points."""

    slot: Annotated[int, "The store that they fell from."]
    item: Annotated[Item, "Their type."]
    count: Annotated[int, "How many."]


class InvestNothing(Option, frozen=True):
    """`invest` and `invest_again`: neither buy nor sell points."""


class BuyPoints(Option, frozen=True):
    """`invest` and `invest_again`: buy points."""

    points: Annotated[int, "How many."]


class SellPoints(Option, frozen=True):
    """`invest`: sell points."""

    points: Annotated[int, "How many."]
