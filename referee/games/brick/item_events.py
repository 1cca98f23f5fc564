"""The events about items: they are supplied, stocked and sold, and they expire. Slots are 1 to 4.

Numbers are the same as on the wire: seats count from 0.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.games.brick.cards import MarketId
from referee.games.brick.words import Crates, Item
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.table import Event


class SelfSupplied(Event, frozen=True):
    """Items came from the general supply into a store."""

    text = "{count} {item} come to slot {slot} of seat {seat}"
    seat: Annotated[Seat, "Whose."]
    slot: Annotated[int, "The slot of the store."]
    item: Annotated[Item, "The type of the items."]
    count: Annotated[int, "The number of items, at least 1."]


class MarketSupplied(Event, frozen=True):
    """The crates of the supply pile were added to the market, and its cards discarded."""

    text = "added to the market: [{crates}|nothing]"
    crates: Annotated[Crates, "The number of items added, by type."]


class SupplyBids(Event, frozen=True):
    """All seats that compete for the items of a type have bid."""

    text = "bids for {item}: {bids}"
    item: Annotated[Item, "The type of the items."]
    bids: Annotated[tuple[Bid, ...], "The bids, in seat order."]


class Bid(Struct, frozen=True):
    """The bid of a seat."""

    text = "seat {seat} ${price}"
    seat: Annotated[Seat, "The seat."]
    price: Annotated[int, "Dollars for each item."]


class Portion(Struct, frozen=True):
    """Items that were put into a store, or taken from it."""

    text = "{count:item} (slot {slot})"
    slot: Annotated[int, "The slot of the store."]
    count: Annotated[int, "The number of items, at least 1."]


class Stocked(Event, frozen=True):
    """A seat stocked its stores, or chose not to."""

    text = (
        "seat {seat} stocks [{portions}|nothing] of {item} at ${price}, "
        "and pays ${cost}[{debt:} with {debt:debt token}]"
    )
    seat: Annotated[Seat, "The seat."]
    item: Annotated[Item, "The type of the items."]
    price: Annotated[int, "The price of an item, before discounts."]
    portions: Annotated[tuple[Portion, ...], "The items that went into each store, left to right."]
    cost: Annotated[int, "The dollars paid."]
    debt: Annotated[int, "The number of debt tokens taken to pay."]


class StockedFree(Event, frozen=True):
    """A seat took items from the market free of charge, or chose not to."""

    text = "seat {seat} takes {count} {item} free of charge into slot {slot}"
    seat: Annotated[Seat, "The seat."]
    slot: Annotated[int, "The slot of the store that takes the items."]
    item: Annotated[Item, "The type of the items."]
    count: Annotated[int, "The number of items."]


class StoreSupplied(Event, frozen=True):
    """A store supplied the market, from the general supply."""

    text = "slot {slot} of seat {seat} supplies the market with {count} {item}"
    seat: Annotated[Seat, "Whose."]
    slot: Annotated[int, "The slot of the store."]
    item: Annotated[Item, "The type of the items."]
    count: Annotated[int, "The number of items."]


class DemandShown(Event, frozen=True):
    """The demand cards were turned up."""

    text = "the demand cards are [{cards}|nothing]: [{boxes}|nothing]"
    cards: Annotated[tuple[MarketId, ...], "The cards, by id."]
    boxes: Annotated[Crates, "Their boxes."]


class Transferred(Event, frozen=True):
    """A seat moved items from one of its stores to another, or chose not to."""

    text = "seat {seat} moves {count} {item} from slot {source} to slot {target}"
    seat: Annotated[Seat, "The seat."]
    item: Annotated[Item, "The type of the items."]
    source: Annotated[int, "The slot from which the items came."]
    target: Annotated[int, "The slot where the items are now."]
    count: Annotated[int, "The number of items."]


class SaleBids(Event, frozen=True):
    """All seats that compete in the sale of a type have set their quantities and prices."""

    text = "offers of {item}: {bids}"
    item: Annotated[Item, "The type of the items."]
    bids: Annotated[tuple[Offer, ...], "The offers, in seat order."]


class Offer(Struct, frozen=True):
    """The offer of a seat."""

    text = "seat {seat} {quantity}[ at ${price}]"
    seat: Annotated[Seat, "The seat."]
    quantity: Annotated[int, "The number of items."]
    price: Annotated[int | None, "Dollars for each item; absent if there are none."]


class Sold(Event, frozen=True):
    """A seat delivered items, or chose not to."""

    text = (
        "seat {seat} sells [{portions}|nothing] of {item} at ${price} ({to_demand} on demand cards, "
        "{to_jewelry} in jewelry boxes, {to_own} in own boxes), and gets ${money}"
    )
    seat: Annotated[Seat, "The seat."]
    item: Annotated[Item, "The type of the items."]
    price: Annotated[int, "The price of an item, before bonuses."]
    portions: Annotated[tuple[Portion, ...], "The items that came from each store, left to right."]
    to_demand: Annotated[int, "The number of items in boxes of the same type on demand cards."]
    to_jewelry: Annotated[int, "The number of items in jewelry boxes instead."]
    to_own: Annotated[int, "The number of items in the seat's own boxes."]
    money: Annotated[int, "The dollars that the seat received."]


class SurplusTaken(Event, frozen=True):
    """Items that a seat offered and could not sell were taken out of its stores."""

    text = "seat {seat} has a surplus of {item}: [{portions}|nothing]"
    seat: Annotated[Seat, "Whose."]
    item: Annotated[Item, "The type of the items."]
    portions: Annotated[tuple[Portion, ...], "The items that came from each store, left to right."]


class SurplusBought(Event, frozen=True):
    """A seat bought surplus items of another seat, or chose not to."""

    text = "seat {seat} buys {count} {item} of seat {seller} for ${cost} into slot {slot}"
    seat: Annotated[Seat, "The seat."]
    slot: Annotated[int, "The slot of the store that takes the items."]
    seller: Annotated[Seat, "The seat that offered the items and is paid for them."]
    item: Annotated[Item, "The type of the items."]
    count: Annotated[int, "The number of items."]
    cost: Annotated[int, "The dollars paid."]


class Expired(Event, frozen=True):
    """Items fell off the bottom shelf of a store."""

    text = "{count} {item} of seat {seat} expire in slot {slot}"
    seat: Annotated[Seat, "Whose."]
    slot: Annotated[int, "The slot of the store."]
    item: Annotated[Item, "The type of the items."]
    count: Annotated[int, "The number of items, at least 1."]


class Returned(Event, frozen=True):
    """A seat gave expired items to the market, or chose not to."""

    text = "seat {seat} gives {count} {item} from slot {slot} to the market"
    seat: Annotated[Seat, "The seat."]
    slot: Annotated[int, "The slot of the store from which the items fell."]
    item: Annotated[Item, "The type of the items."]
    count: Annotated[int, "The number of items."]


__all__ = list(class_names(__name__))
