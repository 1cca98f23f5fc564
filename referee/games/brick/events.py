"""What happens to seats and cards. Cash is secret, but who adds up what events tell knows it. Slots are 1 to 4.

Numbers are the same as on the wire: seats count from 0 and months from 1.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.brick.cards import MarketId, StoreId
from referee.games.brick.words import EndReason, PartOfMonth, SideOfCard
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.words import Signed

__all__ = [
    "AuctionOpened",
    "BidDropped",
    "BidRaised",
    "CardPlayed",
    "Drafted",
    "GameOver",
    "Gathered",
    "Invested",
    "LastRound",
    "MarketDiscarded",
    "MarketDrawn",
    "NotOpened",
    "OrderChanged",
    "PacketTaken",
    "PartBegins",
    "PassedBuying",
    "PileChosen",
    "PileGrew",
    "PointsChanged",
    "Reshuffled",
    "RowChanged",
    "Started",
    "StoreBought",
    "StoreClosed",
    "StoreOpened",
    "UtilitiesPaid",
]


class PartBegins(Event, frozen=True):
    """A phase of a month begins."""

    month: Annotated[int, "The month, 1 (January) to 10 (October)."]
    part: Annotated[PartOfMonth, "Which phase."]


class OrderChanged(Event, frozen=True):
    """The turn order is another one; also told at the start."""

    order: Annotated[tuple[Seat, ...], "All seats, first to last."]


class PointsChanged(Event, frozen=True):
    """A seat gained or lost points; the turn order follows if it changes."""

    seat: Annotated[Seat, "Who."]
    change: Annotated[Signed, "How many; less than 0 if they were sold."]
    points: Annotated[int, "How many it has now."]


class LastRound(Event, frozen=True):
    """A seat has reached the investment token: the match ends with this month."""


class RowChanged(Event, frozen=True):
    """The public stores are other ones; also told at the start."""

    row: Annotated[tuple[StoreId, ...], "The stores for sale, oldest first."]
    on_deck: Annotated[StoreId, "The store that comes next; empty if there is none."]


class MarketDrawn(Event, frozen=True):
    """A seat drew market cards."""

    seat: Annotated[Seat, "Who."]
    count: Annotated[int, "How many."]
    cards: Annotated[tuple[MarketId, ...], "Which, in the order in which they were drawn; only the seat is told."] = ()


class MarketDiscarded(Event, frozen=True):
    """A seat discarded market cards, face up."""

    seat: Annotated[Seat, "Who."]
    cards: Annotated[tuple[MarketId, ...], "Which, by id."]


class Reshuffled(Event, frozen=True):
    """The discard pile became the market deck."""

    count: Annotated[int, "The number of cards in the deck."]


class PacketTaken(Event, frozen=True):
    """A seat took up a draft packet: it was dealt, or came from the neighbour."""

    seat: Annotated[Seat, "Who."]
    count: Annotated[int, "The number of its cards."]
    stores: Annotated[tuple[StoreId, ...], "The cards, by id; only the seat is told."] = ()


class Drafted(Event, frozen=True):
    """A seat kept a card of its packet."""

    seat: Annotated[Seat, "Who."]
    store: Annotated[StoreId, "Which; only the seat is told."] = ""


class Started(Event, frozen=True):
    """A seat begins with a starting store, full of items."""

    seat: Annotated[Seat, "Who."]
    store: Annotated[StoreId, "The store."]


class PassedBuying(Event, frozen=True):
    """A seat buys no store this month."""

    seat: Annotated[Seat, "Who."]


class AuctionOpened(Event, frozen=True):
    """A seat started an auction for a store of the row."""

    seat: Annotated[Seat, "Who."]
    store: Annotated[StoreId, "For what."]
    amount: Annotated[int, "Its bid."]


class BidRaised(Event, frozen=True):
    """A seat bid more."""

    seat: Annotated[Seat, "Who."]
    amount: Annotated[int, "Its bid."]


class BidDropped(Event, frozen=True):
    """A seat dropped out of an auction."""

    seat: Annotated[Seat, "Who."]


class StoreBought(Event, frozen=True):
    """A seat bought and paid for a store."""

    seat: Annotated[Seat, "Who."]
    store: Annotated[StoreId, "The store."]
    from_hand: Annotated[bool, "Whether it came from the hand of the seat and not from the row."]
    price: Annotated[int, "What was paid, discounts deducted."]
    debt: Annotated[int, "The debt tokens that were taken for it."]


class StoreOpened(Event, frozen=True):
    """A seat opened the store that it had bought."""

    seat: Annotated[Seat, "Who."]
    slot: Annotated[int, "Where."]
    store: Annotated[StoreId, "The store."]


class StoreClosed(Event, frozen=True):
    """A store was closed, and its items are lost; stores to its right move one slot to the left."""

    seat: Annotated[Seat, "Whose."]
    slot: Annotated[int, "Where it was."]
    store: Annotated[StoreId, "The store."]


class NotOpened(Event, frozen=True):
    """A store that was bought, but not opened, went to the box."""

    seat: Annotated[Seat, "Whose."]
    store: Annotated[StoreId, "The store."]


class CardPlayed(Event, frozen=True):
    """A seat played a market card, hidden for now."""

    seat: Annotated[Seat, "Who."]
    card: Annotated[MarketId, "The card; only the seat is told."] = ""
    side: Annotated[SideOfCard | None, "How it counts; only the seat is told."] = None


class Gathered(Event, frozen=True):
    """The played cards were gathered; who played what is not told."""

    supply: Annotated[tuple[MarketId, ...], "The supply pile, by id."]
    demand: Annotated[int, "The number of cards of the demand pile."]


class PileChosen(Event, frozen=True):
    """A seat chose a pile to look at, or none."""

    seat: Annotated[Seat, "Who."]
    side: Annotated[SideOfCard | None, "Which pile; absent: none."]
    demand: Annotated[tuple[MarketId, ...], "The demand pile by id, if that was chosen; only the seat is told."] = ()


class PileGrew(Event, frozen=True):
    """A seat that had chosen a pile added a card to it, or none."""

    seat: Annotated[Seat, "Who."]
    added: Annotated[bool, "Whether it added one."]
    card: Annotated[MarketId, "The card; only the seat is told of one in the demand pile."] = ""


class UtilitiesPaid(Event, frozen=True):
    """A seat paid its utilities."""

    seat: Annotated[Seat, "Who."]
    bill: Annotated[int, "What was paid."]
    debt: Annotated[int, "The debt tokens that were taken for it."]


class Invested(Event, frozen=True):
    """A seat bought points, sold some, or neither."""

    seat: Annotated[Seat, "Who."]
    points: Annotated[Signed, "How many were bought; less than 0: sold."]
    money: Annotated[int, "What was paid for them, or brought in."]


class GameOver(Event, frozen=True):
    """The match is over."""

    scores: Annotated[tuple[Signed, ...], "The scores, in seat order."]
    places: Annotated[tuple[int, ...], "The places, in seat order."]
    reason: Annotated[EndReason, "Why."]
