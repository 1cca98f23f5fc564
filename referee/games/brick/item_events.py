"""What happens to items: they are supplied, stocked, sold, and expire. Slots are 1 to 4.

Numbers are the same as on the wire: seats count from 0.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.games.brick.cards import MarketId
from referee.games.brick.words import Crates, Item
from referee.kernel.seats import Seat
from referee.kernel.table import Event

__all__ = [
    "Bid",
    "DemandShown",
    "Expired",
    "MarketSupplied",
    "Offer",
    "Portion",
    "Returned",
    "SaleBids",
    "SelfSupplied",
    "Sold",
    "Stocked",
    "StockedFree",
    "StoreSupplied",
    "SupplyBids",
    "SurplusBought",
    "SurplusTaken",
    "Transferred",
]


class SelfSupplied(Event, frozen=True):
    """Items came from the general supply into a store."""

    seat: Annotated[Seat, "Whose."]
    slot: Annotated[int, "Which store."]
    item: Annotated[Item, "Their type."]
    count: Annotated[int, "How many; at least 1."]


class MarketSupplied(Event, frozen=True):
    """The crates of the supply pile were added to the market, and its cards discarded."""

    crates: Annotated[Crates, "How many were added."]


class SupplyBids(Event, frozen=True):
    """All have bid for the items of a type."""

    item: Annotated[Item, "The type."]
    bids: Annotated[tuple[Bid, ...], "The bids, in seat order."]


class Bid(Struct, frozen=True):
    """What a seat bids."""

    seat: Annotated[Seat, "Who."]
    price: Annotated[int, "Dollars for each item."]


class Portion(Struct, frozen=True):
    """Items that went into a store, or came from it."""

    slot: Annotated[int, "Which."]
    count: Annotated[int, "How many; at least 1."]


class Stocked(Event, frozen=True):
    """A seat stocked its stores, or chose not to."""

    seat: Annotated[Seat, "Who."]
    item: Annotated[Item, "The type."]
    price: Annotated[int, "The price of an item, before discounts."]
    portions: Annotated[tuple[Portion, ...], "What went where, left to right."]
    cost: Annotated[int, "What was paid."]
    debt: Annotated[int, "The debt tokens that were taken for it."]


class StockedFree(Event, frozen=True):
    """A seat took items of the market free of charge, or chose not to."""

    seat: Annotated[Seat, "Who."]
    slot: Annotated[int, "Into which store."]
    item: Annotated[Item, "The type."]
    count: Annotated[int, "How many."]


class StoreSupplied(Event, frozen=True):
    """A store supplied the market, from the general supply."""

    seat: Annotated[Seat, "Whose."]
    slot: Annotated[int, "Which."]
    item: Annotated[Item, "The type."]
    count: Annotated[int, "How many."]


class DemandShown(Event, frozen=True):
    """The demand cards were turned up."""

    cards: Annotated[tuple[MarketId, ...], "The cards, by id."]
    boxes: Annotated[Crates, "Their boxes."]


class Transferred(Event, frozen=True):
    """A seat moved items from one of its stores to another, or chose not to."""

    seat: Annotated[Seat, "Who."]
    item: Annotated[Item, "The type."]
    source: Annotated[int, "The slot where they were."]
    target: Annotated[int, "The slot where they are."]
    count: Annotated[int, "How many."]


class SaleBids(Event, frozen=True):
    """All have set quantity and price for the sale of a type."""

    item: Annotated[Item, "The type."]
    bids: Annotated[tuple[Offer, ...], "The offers, in seat order."]


class Offer(Struct, frozen=True):
    """What a seat offers."""

    seat: Annotated[Seat, "Who."]
    quantity: Annotated[int, "How many items."]
    price: Annotated[int | None, "Dollars for each item; absent if there are none."]


class Sold(Event, frozen=True):
    """A seat delivered items, or chose not to."""

    seat: Annotated[Seat, "Who."]
    item: Annotated[Item, "The type."]
    price: Annotated[int, "The price of an item, before bonuses."]
    portions: Annotated[tuple[Portion, ...], "What came from where, left to right."]
    to_demand: Annotated[int, "How many went into boxes of the type on demand cards."]
    to_jewelry: Annotated[int, "How many went into jewelry boxes instead."]
    to_own: Annotated[int, "How many went into own boxes."]
    money: Annotated[int, "What the seat was paid."]


class SurplusTaken(Event, frozen=True):
    """Items that a seat offered and could not sell were taken out of its stores."""

    seat: Annotated[Seat, "Whose."]
    item: Annotated[Item, "The type."]
    portions: Annotated[tuple[Portion, ...], "What came from where, left to right."]


class SurplusBought(Event, frozen=True):
    """A seat bought surplus items of another seat, or chose not to."""

    seat: Annotated[Seat, "Who."]
    slot: Annotated[int, "Into which store."]
    seller: Annotated[Seat, "Whose they were; that seat is paid."]
    item: Annotated[Item, "The type."]
    count: Annotated[int, "How many."]
    cost: Annotated[int, "What was paid."]


class Expired(Event, frozen=True):
    """Items fell off the bottom shelf of a store."""

    seat: Annotated[Seat, "Whose."]
    slot: Annotated[int, "Which store."]
    item: Annotated[Item, "The type."]
    count: Annotated[int, "How many; at least 1."]


class Returned(Event, frozen=True):
    """A seat gave expired items to the market, or chose not to."""

    seat: Annotated[Seat, "Who."]
    slot: Annotated[int, "From which store."]
    item: Annotated[Item, "The type."]
    count: Annotated[int, "How many."]
