"""What a seat, or the spectator, sees: the table of the spec's section 10, built from an allow-list.

Numbers are the same as on the wire: seats count from 0, months from 1, and the slot of a store is its place in
`building`, plus 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct

from referee.games.brick import state
from referee.games.brick.cards import CardId, MarketId, StoreId
from referee.games.brick.choices import (
    Done,
    DraftStore,
    KeepHand,
    NoPrice,
    PlayCard,
    RedrawAll,
    RedrawOne,
    SalePrice,
    SaleQuantity,
    SupplyBid,
)
from referee.games.brick.kinds import TYPES
from referee.games.brick.words import Crates, Item, PartOfMonth, SideOfCard
from referee.kernel.lasting import Period
from referee.kernel.seats import Seat

__all__ = [
    "AuctionView",
    "DialView",
    "Own",
    "OwnCard",
    "SeatView",
    "Shelves",
    "Stack",
    "StoreView",
    "View",
]

# The parts of a month in which facts of it are shown; the table keeps them for longer.
SUPPLY = ("supply",)
FROM_SALE = ("sale", "inventory", "utilities", "investment")
FROM_ADVERTISEMENT = ("advertisement", "supply", *FROM_SALE)

Sealed = (
    DraftStore | KeepHand | RedrawAll | RedrawOne | PlayCard | Done | SupplyBid | SaleQuantity | SalePrice | NoPrice
)


class Stack(Struct, frozen=True, cache_hash=True):
    """Some cards that are alike."""

    card: Annotated[CardId, "The card."]
    count: Annotated[int, "How many."]


class Shelves(Struct, frozen=True, cache_hash=True):
    """The shelves of a store for one type of items."""

    item: Annotated[Item, "The type."]
    counts: Annotated[tuple[int, ...], "The numbers of items, top shelf first."]


class StoreView(Struct, frozen=True, cache_hash=True):
    """An open store."""

    store: Annotated[StoreId, "The card."]
    shelves: Annotated[tuple[Shelves, ...], "Its shelves, by type in the order of the board."]
    boxes: Annotated[tuple[int, ...], "Its free own boxes, in the order of the card."]


class OwnCard(Struct, frozen=True, cache_hash=True):
    """A market card that the seat has played this month."""

    card: Annotated[MarketId, "The card."]
    side: Annotated[SideOfCard, "How it counts."]


class DialView(Struct, frozen=True, cache_hash=True):
    """What a seat has set for the type of the moment."""

    seat: Annotated[Seat, "Whose dial."]
    price: Annotated[int | None, "Dollars for each item; absent if no price is set."]
    quantity: Annotated[int | None, "How many items are offered; absent in Supply."]


class AuctionView(Struct, frozen=True, cache_hash=True):
    """The running auction."""

    store: Annotated[StoreId, "What is sold."]
    bid: Annotated[int, "The highest bid."]
    leader: Annotated[Seat, "Who bid that."]
    bidders: Annotated[tuple[Seat, ...], "Who is still in, the next bidder first."]


class Own(Struct, frozen=True, cache_hash=True):
    """What only a seat itself sees."""

    cash: Annotated[int, "Its dollars."]
    hand: Annotated[tuple[MarketId, ...], "Its market cards, by id."]
    stores: Annotated[tuple[StoreId, ...], "Its store cards, by id."]
    packet: Annotated[tuple[StoreId, ...], "The draft packet that it holds, by id."]
    played: Annotated[tuple[OwnCard, ...], "The market cards that it has played, before they are gathered."]
    demand: Annotated[tuple[MarketId, ...], "Its own cards in the demand pile, by id; until Sale."]
    peeked: Annotated[tuple[MarketId, ...], "The demand pile as a store has shown it, by id; until Sale."]


class SeatView(Struct, frozen=True, cache_hash=True):
    """A seat, as everybody sees it."""

    points: Annotated[int, "Its points."]
    debt: Annotated[int, "Its debt tokens."]
    building: Annotated[tuple[StoreView, ...], "Its open stores, from slot 1 on."]
    hand: Annotated[int, "The number of its market cards."]
    stores: Annotated[int, "The number of its store cards."]
    packet: Annotated[int, "The number of cards in the draft packet that it holds."]
    played: Annotated[int, "The number of market cards that it has played, before they are gathered."]
    bought: Annotated[StoreId, "The store that it has bought and may open; empty: none."]
    redrawn: Annotated[bool, "Whether it has used the redraw of this month.", Period("month", FROM_ADVERTISEMENT)]
    borrowed: Annotated[bool, "Whether it has taken debt in this Supply Phase.", Period("month", SUPPLY)]
    sold_types: Annotated[
        tuple[Item, ...],
        "The types that it has sold this month, in the order of the board.",
        Period("month", FROM_SALE),
    ]
    surplus: Annotated[int, "Its surplus of the type of the moment that is set aside."]


class View(Struct, frozen=True):
    """The table as one seat, or the spectator, sees it."""

    month: Annotated[int, "The month, 1 (January) to 10 (October)."]
    part: Annotated[PartOfMonth, "What is being done."]
    item: Annotated[Item | None, "The type that is being stocked or sold."]
    order: Annotated[tuple[Seat, ...], "The turn order, first to last."]
    last_round: Annotated[bool, "Whether the match ends with this month."]
    seats: Annotated[tuple[SeatView, ...], "The seats in order."]
    market: Annotated[Crates, "The crates on the market."]
    supply_pile: Annotated[tuple[MarketId, ...], "The gathered supply cards, by id."]
    demand: Annotated[int, "The number of gathered demand cards that lie face down."]
    demand_pile: Annotated[tuple[MarketId, ...], "The demand cards of the Sale Phase, by id."]
    boxes: Annotated[Crates, "The free boxes on them."]
    dials: Annotated[tuple[DialView, ...], "The dials that are seen, in seat order."]
    auction: Annotated[AuctionView | None, "The running auction."]
    row: Annotated[tuple[StoreId, ...], "The stores for sale, oldest first."]
    on_deck: Annotated[StoreId, "The store that comes next; empty: none."]
    starting_stores: Annotated[tuple[StoreId, ...], "The starting stores that can be chosen."]
    store_deck: Annotated[int, "The number of cards in the store deck."]
    market_deck: Annotated[int, "The number of cards in the market deck."]
    discard: Annotated[tuple[Stack, ...], "The market discard pile, by id."]
    box: Annotated[tuple[StoreId, ...], "The stores out of play that everybody has seen, by id."]
    face_down: Annotated[int, "The number of stores out of play that nobody sees."]
    own: Annotated[Own | None, "What only the seat itself sees; absent for the spectator."]
    chosen: Annotated[Sealed | None, "The seat's own choice of a round that is still open to others."]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]


def view(t: state.BrickTable, seat: Seat | None) -> View:
    """Everything public; and for a seat what is its own."""
    return View(
        t.month,
        t.part,
        t.item,
        tuple(t.order),
        t.last_round,
        tuple([_seat(t.part, player) for player in t.players]),
        tuple([t.market[item] for item in TYPES]),
        tuple(t.supply_pile),
        sum([len(player.demand) for player in t.players]),
        tuple(t.demand_pile),
        tuple([t.boxes[item] for item in TYPES]),
        _dials(t, seat),
        _auction(t.auction),
        tuple(t.row),
        t.on_deck or "",
        tuple(t.starting_stores),
        len(t.store_deck),
        len(t.market_deck),
        _stacks(t.discard),
        tuple(sorted(t.box)),
        len(t.face_down),
        None if seat is None else _own(t.players[seat]),
        None if seat is None else t.sealed.get(seat),
        seat,
    )


def _seat(part: state.Part, player: state.Player) -> SeatView:
    return SeatView(
        player.points,
        player.debt,
        tuple([_store(store) for store in player.building]),
        len(player.hand),
        len(player.stores),
        len(player.packet),
        len(player.played),
        player.bought or "",
        player.redrawn and part in FROM_ADVERTISEMENT,
        player.borrowed and part in SUPPLY,
        tuple(sorted(player.sold_types, key=TYPES.index)) if part in FROM_SALE else (),
        player.surplus,
    )


def _store(store: state.Store) -> StoreView:
    shelves = [Shelves(item, tuple(counts)) for item, counts in store.shelves.items()]
    return StoreView(store.card, tuple(shelves), tuple(store.boxes))


def _own(player: state.Player) -> Own:
    return Own(
        player.cash,
        tuple(player.hand),
        tuple(player.stores),
        tuple(player.packet),
        tuple([OwnCard(played.card, played.side) for played in player.played]),
        tuple(sorted(player.demand)),
        tuple(player.peeked or ()),
    )


def _dials(t: state.BrickTable, seat: Seat | None) -> tuple[DialView, ...]:
    return tuple(
        [
            DialView(other, dial.price, dial.quantity)
            for other, dial in sorted(t.dials.items())
            if t.revealed or other == seat
        ]
    )


def _auction(auction: state.Auction | None) -> AuctionView | None:
    if auction is None:
        return None
    return AuctionView(auction.store, auction.bid, auction.leader, tuple(auction.bidders))


def _stacks(cards: Sequence[CardId]) -> tuple[Stack, ...]:
    return tuple([Stack(card, count) for card, count in sorted(Counter(cards).items())])
