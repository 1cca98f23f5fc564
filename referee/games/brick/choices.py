"""The options of a seat.

As on the wire, slots count from 1 and seats from 0.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.brick.cards import MarketId, StoreId
from referee.games.brick.month_end_choices import BuyPoints, InvestNothing, ReturnItems, SellPoints
from referee.games.brick.ranges import DEBT_TOKENS, ITEMS_OF_SEAT, ITEMS_OF_STORE, PRICE, SLOT, STORE_BID
from referee.games.brick.words import Item, SideOfCard
from referee.kernel.asking import Option
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat


class DraftStore(Option, frozen=True):
    """`draft_store`: keep a store card of the packet."""

    text = "keep {store}"
    store: Annotated[StoreId, "The store card, by id."]


class StartingStore(Option, frozen=True):
    """`starting_store`: begin with a starting store."""

    text = "begin with {store}"
    store: Annotated[StoreId, "The store card, by id."]


class PassBuying(Option, frozen=True):
    """`buy_store`: buy no store this month."""

    text = "buy no store"


class BuyFromHand(Option, frozen=True):
    """`buy_store`: buy a store from the hand."""

    text = "buy {store} from your hand"
    store: Annotated[StoreId, "The store card, by id."]


class BidOn(Option, frozen=True):
    """`buy_store`: start an auction for a store in the row."""

    text = "start an auction for {store}"
    store: Annotated[StoreId, "The store card, by id."]


class OpenBid(Option, frozen=True):
    """`open_bid`: the first bid of an auction."""

    text = "bid ${amount}"
    amount: Annotated[int, "The bid.", STORE_BID]


class DropOut(Option, frozen=True):
    """`raise_bid`: stop bidding for this store."""

    text = "drop out of the auction"


class RaiseBid(Option, frozen=True):
    """`raise_bid`: a higher bid."""

    text = "bid ${amount}"
    amount: Annotated[int, "The bid.", STORE_BID]


class PayStore(Option, frozen=True):
    """`pay_store`: pay, and take a number of debt tokens for it."""

    text = "pay, and take {debt:debt token}"
    debt: Annotated[int, "The number of debt tokens.", DEBT_TOKENS]


class Done(Option, frozen=True):
    """`manage`: stop opening and closing stores. `play_card`: play no third card."""

    text = "done"


class CloseStore(Option, frozen=True):
    """`manage`: close one of the seat's stores."""

    text = "close the store in slot {slot}"
    slot: Annotated[int, "The slot of the store.", SLOT]


class OpenStore(Option, frozen=True):
    """`manage`: open the store that was just bought, in the leftmost free slot."""

    text = "open the new store"


class DiscardMarket(Option, frozen=True):
    """`discard_market`: discard a market card, face up."""

    text = "discard {card}"
    card: Annotated[MarketId, "The store card, by id."]


class KeepHand(Option, frozen=True):
    """`redraw`: discard nothing."""

    text = "keep your market cards"


class RedrawAll(Option, frozen=True):
    """`redraw`: discard all market cards and draw the same number."""

    text = "discard all market cards and draw as many"


class RedrawOne(Option, frozen=True):
    """`redraw`: discard one market card and draw another one."""

    text = "discard {card} and draw a card"
    card: Annotated[MarketId, "The store card, by id."]


class PlayCard(Option, frozen=True):
    """`play_card`: play a market card."""

    text = "play {card} as {side}"
    card: Annotated[MarketId, "The store card, by id."]
    side: Annotated[SideOfCard, "Whether the card counts as supply or as demand."]


class AgencyPass(Option, frozen=True):
    """`agency_side`: add nothing."""

    text = "look at no pile"


class AgencySide(Option, frozen=True):
    """`agency_side`: look at a pile, and then add a card to it or none."""

    text = "look at the {side} pile, and add a card to it or none"
    side: Annotated[SideOfCard, "The pile."]


class AddNone(Option, frozen=True):
    """`agency_card`: add no card."""

    text = "add no card"


class AddCard(Option, frozen=True):
    """`agency_card`: add a card from the hand to the pile."""

    text = "add {card}"
    card: Annotated[MarketId, "The store card, by id."]


class SupplyBid(Option, frozen=True):
    """`supply_bid`: the price to offer for each item."""

    text = "bid ${price} for each item"
    price: Annotated[int, "Dollars for each item.", PRICE]


class StockAmount(Option, frozen=True):
    """`stock_amount`: how many items to stock in all stores of the seat together."""

    text = "stock {count:item}"
    count: Annotated[int, "The number of items.", ITEMS_OF_SEAT]


class StockSplit(Option, frozen=True):
    """`stock_split`: how many of the stocked items go into a store."""

    text = "put {count:item} into slot {slot}"
    slot: Annotated[int, "The slot of the store.", SLOT]
    count: Annotated[int, "The number of items.", ITEMS_OF_STORE]


class TakeFree(Option, frozen=True):
    """`free_stock`: take items from the market free of charge."""

    text = "take {count:item} free of charge into slot {slot}"
    slot: Annotated[int, "The slot of the store that takes the items.", SLOT]
    count: Annotated[int, "The number of items.", ITEMS_OF_STORE]


class TakePoints(Option, frozen=True):
    """`supply_or_points`: gain the points of a store."""

    text = "gain the points of slot {slot}"
    slot: Annotated[int, "The slot of the store.", SLOT]


class SupplyMarket(Option, frozen=True):
    """`supply_or_points`: let a store supply the market."""

    text = "supply the market from slot {slot}"
    slot: Annotated[int, "The slot of the store.", SLOT]


class Transfer(Option, frozen=True):
    """`transfer`: move items from one of the seat's stores to another."""

    text = "move {count} {item} from slot {source} to slot {target}"
    item: Annotated[Item, "The type of the items."]
    source: Annotated[int, "The slot of the store that the items leave.", SLOT]
    target: Annotated[int, "The slot of the store that takes the items.", SLOT]
    count: Annotated[int, "The number of items.", ITEMS_OF_STORE]


class SaleAmount(Option, frozen=True):
    """`sale_amount`: how many items to sell at the maximum price."""

    text = "sell {count:item}"
    count: Annotated[int, "The number of items.", ITEMS_OF_SEAT]


class SaleQuantity(Option, frozen=True):
    """`sale_quantity`: how many items to offer."""

    text = "offer {count:item}"
    count: Annotated[int, "The number of items.", ITEMS_OF_SEAT]


class SalePrice(Option, frozen=True):
    """`sale_price`: the price to ask for each item."""

    text = "ask ${price} for each item"
    price: Annotated[int, "Dollars for each item.", PRICE]


class NoPrice(Option, frozen=True):
    """`sale_price`: the only option of a seat that offers nothing."""

    text = "no price: you offer nothing"


class SaleSplit(Option, frozen=True):
    """`sale_split`: how many of the sold items come from a store."""

    text = "sell {count:item} from slot {slot}"
    slot: Annotated[int, "The slot of the store.", SLOT]
    count: Annotated[int, "The number of items.", ITEMS_OF_STORE]


class SaleToDemand(Option, frozen=True):
    """`sale_to_demand`: how many items go into boxes of their type on the demand cards."""

    text = "put {count:item} on the demand cards"
    count: Annotated[int, "The number of items.", ITEMS_OF_SEAT]


class SaleToJewelry(Option, frozen=True):
    """`sale_to_jewelry`: how many of the other items go into jewelry boxes on the demand cards."""

    text = "put {count:item} into jewelry boxes"
    count: Annotated[int, "The number of items.", ITEMS_OF_SEAT]


class ForPoints(Option, frozen=True):
    """`points_choice`: how many of the items sold from a store bring points instead of money."""

    text = "take points for {count:item} of slot {slot}"
    slot: Annotated[int, "The slot of the store.", SLOT]
    count: Annotated[int, "The number of items.", ITEMS_OF_STORE]


class SurplusSplit(Option, frozen=True):
    """`surplus_split`: how many of the surplus items come from a store."""

    text = "lose {count:item} of slot {slot} as surplus"
    slot: Annotated[int, "The slot of the store.", SLOT]
    count: Annotated[int, "The number of items.", ITEMS_OF_STORE]


class TakeSurplus(Option, frozen=True):
    """`buy_surplus`: buy surplus items of another seat."""

    text = "buy {count:item} of seat {seat} for slot {slot}"
    slot: Annotated[int, "The slot of the seat's store that takes the items.", SLOT]
    seat: Annotated[Seat, "Whose."]
    count: Annotated[int, "The number of items.", ITEMS_OF_STORE]


__all__ = list(class_names(__name__))
__all__ += ["BuyPoints", "InvestNothing", "ReturnItems", "SellPoints"]
