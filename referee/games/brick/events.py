"""The events about seats and cards. Cash is secret, but can be derived from the events. Slots are 1 to 4.

Numbers are the same as on the wire: seats are counted from 0 and months from 1.
"""

from __future__ import annotations

from typing import Annotated

from referee.counts import counted
from referee.games.brick.cards import MarketId, StoreId
from referee.games.brick.words import MONTH, EndReason, PartOfMonth, SideOfCard
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.words import Signed


class PartBegins(Event, frozen=True):
    """A phase of a month begins."""

    text = "{month}: {part} begins"
    month: Annotated[int, "The month, 1 (January) to 10 (October).", MONTH]
    part: Annotated[PartOfMonth, "The phase."]


class OrderChanged(Event, frozen=True):
    """The turn order changed; also sent at the start of the match."""

    text = "the turn order is now {order}"
    order: Annotated[tuple[Seat, ...], "All seats, first to last."]


class PointsChanged(Event, frozen=True):
    """A seat gained or lost points. If this changes the turn order, another event reports that."""

    seat: Annotated[Seat, "The seat."]
    change: Annotated[Signed, "The number of points; negative if they were sold."]
    points: Annotated[int, "The number of points that the seat now has."]

    def text(self) -> str:
        """The text for people."""
        gains = "gains" if self.change > 0 else "loses"
        return f"seat {self.seat} {gains} {counted(abs(self.change), 'point')}: it has {self.points}"


class LastRound(Event, frozen=True):
    """A seat has reached the investment token (the points that end the match): the match ends with this month."""

    text = "the investment token is reached: the match ends with this month"


class RowChanged(Event, frozen=True):
    """The stores for sale changed; also sent at the start of the match."""

    text = "now for sale: [{row}|nothing]; next: {on_deck}"
    row: Annotated[tuple[StoreId, ...], "The stores for sale, oldest first."]
    on_deck: Annotated[StoreId, "The store that comes next; empty if there is none."]


class MarketDrawn(Event, frozen=True):
    """A seat drew market cards."""

    text = "seat {seat} draws [{cards}|{count:market card}]"
    seat: Annotated[Seat, "The seat."]
    count: Annotated[int, "The number of cards."]
    cards: Annotated[tuple[MarketId, ...], "The cards in the order drawn; only this seat sees them."] = ()


class MarketDiscarded(Event, frozen=True):
    """A seat discarded market cards, face up."""

    text = "seat {seat} discards [{cards}|nothing]"
    seat: Annotated[Seat, "The seat."]
    cards: Annotated[tuple[MarketId, ...], "The cards, by id."]


class Reshuffled(Event, frozen=True):
    """The discard pile became the market deck."""

    text = "the discard pile becomes a market deck of {count:card}"
    count: Annotated[int, "The number of cards in the deck."]


class PacketTaken(Event, frozen=True):
    """A seat picked up a draft packet, which was dealt to it or passed on by its neighbour."""

    text = "seat {seat} takes up a draft packet: [{stores}|{count:card}]"
    seat: Annotated[Seat, "The seat."]
    count: Annotated[int, "The number of cards in the packet."]
    stores: Annotated[tuple[StoreId, ...], "The cards, by id; only this seat sees them."] = ()


class Drafted(Event, frozen=True):
    """A seat kept a card of its packet."""

    text = "seat {seat} keeps [{store}|a store card]"
    seat: Annotated[Seat, "The seat."]
    store: Annotated[StoreId, "The store card, by id; only this seat sees it."] = ""


class Started(Event, frozen=True):
    """A seat begins with a starting store, full of items."""

    text = "seat {seat} begins with {store}"
    seat: Annotated[Seat, "The seat."]
    store: Annotated[StoreId, "The store, by id."]


class PassedBuying(Event, frozen=True):
    """A seat buys no store this month."""

    text = "seat {seat} buys no store"
    seat: Annotated[Seat, "The seat."]


class AuctionOpened(Event, frozen=True):
    """A seat started an auction for a store in the row."""

    text = "seat {seat} starts an auction for {store} with ${amount}"
    seat: Annotated[Seat, "The seat."]
    store: Annotated[StoreId, "The store that is auctioned."]
    amount: Annotated[int, "The bid of the seat."]


class BidRaised(Event, frozen=True):
    """A seat bid more."""

    text = "seat {seat} bids ${amount}"
    seat: Annotated[Seat, "The seat."]
    amount: Annotated[int, "The bid of the seat."]


class BidDropped(Event, frozen=True):
    """A seat dropped out of an auction."""

    text = "seat {seat} drops out"
    seat: Annotated[Seat, "The seat."]


class StoreBought(Event, frozen=True):
    """A seat bought and paid for a store."""

    text = "seat {seat} buys {store} from {from_hand:its hand|the row} for ${price}[{debt:} with {debt:debt token}]"
    seat: Annotated[Seat, "The seat."]
    store: Annotated[StoreId, "The store, by id."]
    from_hand: Annotated[bool, "Whether the store came from the seat's hand and not from the row."]
    price: Annotated[int, "The dollars paid, after discounts."]
    debt: Annotated[int, "The number of debt tokens taken to pay."]


class StoreOpened(Event, frozen=True):
    """A seat opened the store that it had bought."""

    text = "seat {seat} opens {store} in slot {slot}"
    seat: Annotated[Seat, "The seat."]
    slot: Annotated[int, "The slot of the store."]
    store: Annotated[StoreId, "The store, by id."]


class StoreClosed(Event, frozen=True):
    """A store was closed, and its items are lost; stores to its right move one slot to the left."""

    text = "{store} of seat {seat}, slot {slot}, is closed"
    seat: Annotated[Seat, "Whose."]
    slot: Annotated[int, "The slot where the store was."]
    store: Annotated[StoreId, "The store, by id."]


class NotOpened(Event, frozen=True):
    """A store that was bought, but not opened, went to the box."""

    text = "seat {seat} does not open {store}"
    seat: Annotated[Seat, "Whose."]
    store: Annotated[StoreId, "The store, by id."]


class CardPlayed(Event, frozen=True):
    """A seat played a market card, hidden for now."""

    text = "seat {seat} plays [{card} as {side}|a market card]"
    seat: Annotated[Seat, "The seat."]
    card: Annotated[MarketId, "The card; only this seat sees it."] = ""
    side: Annotated[SideOfCard | None, "Whether the card counts as supply or demand; only this seat sees it."] = None


class Gathered(Event, frozen=True):
    """The played cards were gathered, without showing who played what."""

    text = "gathered: supply cards [{supply}|none], and {demand:demand card}"
    supply: Annotated[tuple[MarketId, ...], "The supply pile, by id."]
    demand: Annotated[int, "The number of cards of the demand pile."]


class PileChosen(Event, frozen=True):
    """A seat chose a pile to look at, or none."""

    text = "seat {seat} looks at [the {side} pile|no pile][: {demand}]"
    seat: Annotated[Seat, "The seat."]
    side: Annotated[SideOfCard | None, "The pile; absent if none was chosen."]
    demand: Annotated[tuple[MarketId, ...], "The demand pile by id, if it was chosen; only this seat sees it."] = ()


class PileGrew(Event, frozen=True):
    """A seat that had chosen a pile added a card to it, or none."""

    text = "seat {seat} adds [{card}|{added:a card|no card}]"
    seat: Annotated[Seat, "The seat."]
    added: Annotated[bool, "Whether the seat added a card."]
    card: Annotated[MarketId, "The card; if it was added to the demand pile, only this seat sees it."] = ""


class UtilitiesPaid(Event, frozen=True):
    """A seat paid its utilities."""

    text = "seat {seat} pays ${bill} for utilities[{debt:} with {debt:debt token}]"
    seat: Annotated[Seat, "The seat."]
    bill: Annotated[int, "The dollars paid."]
    debt: Annotated[int, "The number of debt tokens taken to pay."]


class Invested(Event, frozen=True):
    """A seat bought points, sold some, or neither."""

    seat: Annotated[Seat, "The seat."]
    points: Annotated[Signed, "The number of points bought; negative if they were sold."]
    money: Annotated[int, "The dollars paid or received for these points."]

    def text(self) -> str:
        """The text for people."""
        if self.points == 0:
            return f"seat {self.seat} neither buys nor sells points"
        buys = "buys" if self.points > 0 else "sells"
        return f"seat {self.seat} {buys} {counted(abs(self.points), 'point')} for ${self.money}"


class GameOver(Event, frozen=True):
    """The match is over."""

    text = "the game is over ({reason}); scores {scores:[]}, places {places:[]}"
    scores: Annotated[tuple[Signed, ...], "The scores, in seat order."]
    places: Annotated[tuple[int, ...], "The places, in seat order."]
    reason: Annotated[EndReason, "The reason."]


__all__ = list(class_names(__name__))
