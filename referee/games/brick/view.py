"""What a seat or the spectator sees: each view is built only from what its viewer may see.

Numbers are the same as on the wire: seats count from 0, months from 1, and the slot of a store is its place in
`building`, plus 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct

from referee.games.brick import state
from referee.games.brick.cards import MARKET_CARDS, CardId, MarketId, StoreId
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
from referee.games.brick.loading import SLOTS
from referee.games.brick.words import MONTH, Crates, Item, PartOfMonth, SideOfCard
from referee.kernel.knowing import CountOf, Private, SameAs
from referee.kernel.lasting import Period
from referee.kernel.ranges import InOrder
from referee.kernel.schema import class_names
from referee.kernel.seats import Seat
from referee.kernel.texts import Lines

# The parts of a month in which the view shows facts about the month; the state keeps these facts for longer.
SUPPLY = ("supply",)
FROM_SALE = ("sale", "inventory", "utilities", "investment")
FROM_ADVERTISEMENT = ("advertisement", "supply", *FROM_SALE)

Sealed = (
    DraftStore | KeepHand | RedrawAll | RedrawOne | PlayCard | Done | SupplyBid | SaleQuantity | SalePrice | NoPrice
)


class Stack(Struct, frozen=True, cache_hash=True):
    """Several copies of one card."""

    text = "{count} {card}"
    card: Annotated[CardId, "The card.", MARKET_CARDS]
    count: Annotated[int, "The number of copies."]


class Shelves(Struct, frozen=True, cache_hash=True):
    """The shelves of a store for one type of items."""

    text = "{item} {counts:[]}"
    item: Annotated[Item, "The type."]
    counts: Annotated[tuple[int, ...], "The numbers of items, top shelf first."]


class StoreView(Struct, frozen=True, cache_hash=True):
    """An open store."""

    text = "{store}[: {shelves}[, free boxes {boxes:[]}]|: free boxes {boxes:[]}]."
    store: Annotated[StoreId, "The card."]
    shelves: Annotated[tuple[Shelves, ...], "The store's shelves, by type in the order of the board."]
    boxes: Annotated[tuple[int, ...], "The free boxes of the store itself, in the order on the card."]


class OwnCard(Struct, frozen=True, cache_hash=True):
    """A market card that the seat has played this month."""

    text = "{card} as {side}"
    card: Annotated[MarketId, "The card."]
    side: Annotated[SideOfCard, "Whether the card counts as supply or as demand."]


class DialView(Struct, frozen=True, cache_hash=True):
    """What a seat has set on its dial for the current type."""

    text = "Seat {seat} bids [{quantity} at ][${price}|no price]."
    seat: Annotated[Seat, "The seat with this dial."]
    price: Annotated[int | None, "Dollars for each item; absent if no price is set."]
    quantity: Annotated[int | None, "The number of items offered; absent in Supply."]


class AuctionView(Struct, frozen=True, cache_hash=True):
    """The running auction."""

    text = "{store}: seat {leader} bids ${bid}; still in: {bidders}."
    store: Annotated[StoreId, "The store that is sold."]
    bid: Annotated[int, "The highest bid."]
    leader: Annotated[Seat, "The seat that made the highest bid."]
    bidders: Annotated[tuple[Seat, ...], "The seats that have not dropped out, the next bidder first."]


class Own(Struct, frozen=True, cache_hash=True):
    """The part of a view that only the seat itself sees."""

    text = (
        "You have ${cash}; market cards [{hand}|nothing]; store cards [{stores}|nothing]."
        "[\nYour draft packet: {packet}.][\nYou have played: {played}.][\nYour cards in the demand pile: {demand}.]"
        "[\nThe demand pile as you saw it: {peeked}.]"
    )
    cash: Annotated[int, "Its dollars.", SameAs("players.cash")]
    hand: Annotated[tuple[MarketId, ...], "The seat's market cards, by id."]
    stores: Annotated[tuple[StoreId, ...], "The seat's store cards, by id."]
    packet: Annotated[tuple[StoreId, ...], "The draft packet that the seat holds, by id."]
    played: Annotated[tuple[OwnCard, ...], "The market cards that the seat has played, before they are gathered."]
    demand: Annotated[tuple[MarketId, ...], "The seat's own cards in the demand pile, by id; until Sale."]
    peeked: Annotated[
        tuple[MarketId, ...], "The demand pile as an effect of a store has shown it to the seat, by id; until Sale."
    ]


class SeatView(Struct, frozen=True, cache_hash=True):
    """A seat as everyone sees it."""

    text = (
        "{points:point}, debt {debt}; market cards {hand}, store cards {stores}[{packet:}, draft packet {packet}]"
        "[{played:}, played {played}][, bought {bought}]{redrawn:, has redrawn}"
        "{borrowed:, has taken debt in this Supply Phase}[, has sold {sold_types}][{surplus:}, surplus {surplus}]."
        "[\n{building}]"
    )
    points: Annotated[int, "Its points.", SameAs("players.points")]
    debt: Annotated[int, "Its debt tokens.", SameAs("players.debt")]
    building: Annotated[
        tuple[StoreView, ...],
        "The seat's open stores, from slot 1 on.",
        CountOf("building"),
        Lines("  Slot", 1),
        InOrder(SLOTS),
    ]
    hand: Annotated[int, "The number of the seat's market cards.", CountOf("market hand")]
    stores: Annotated[int, "The number of the seat's store cards.", CountOf("store hand")]
    packet: Annotated[int, "The number of cards in the draft packet that the seat holds.", CountOf("draft packet")]
    played: Annotated[
        int, "The number of market cards that the seat has played, before they are gathered.", CountOf("played cards")
    ]
    bought: Annotated[
        StoreId, "The store that the seat has bought and may open; empty if none.", CountOf("bought store")
    ]
    redrawn: Annotated[bool, "Whether the seat has used its redraw this month.", Period("month", FROM_ADVERTISEMENT)]
    borrowed: Annotated[bool, "Whether the seat has taken debt in this Supply Phase.", Period("month", SUPPLY)]
    sold_types: Annotated[
        tuple[Item, ...],
        "The types that the seat has sold this month, in the order of the board.",
        Period("month", FROM_SALE),
    ]
    surplus: Annotated[int, "The seat's surplus of the current type, which is set aside.", SameAs("players.surplus")]


class View(Struct, frozen=True):
    """The table as a seat or the spectator sees it."""

    text = (
        "{month}: {part}[ of {item}]. Turn order: {order}.{last_round:\nThe match ends with this month.}"
        "\nMarket: [{market}|nothing]."
        "\nFor sale, oldest first: [{row}|nothing]; next: {on_deck}."
        "[\nStarting stores: {starting_stores}.][\nAuction of {auction}]"
        "[\nSupply cards: {supply_pile}.][{demand:}\nDemand cards, face down: {demand}.]"
        "[\nDemand cards: {demand_pile}; free boxes: [{boxes}|nothing].]"
        "[\n{dials:\n}]"
        "\nMarket deck: {market_deck}; discarded: [{discard}|nothing]."
        "\nStore deck: {store_deck}; out of play: [{box}|nothing], and {face_down} face down."
        "\n{seats}[\n{own}][\nYou have chosen: {chosen}.]"
    )
    month: Annotated[int, "The month, 1 (January) to 10 (October).", SameAs("month"), MONTH]
    part: Annotated[PartOfMonth, "The current part of the month.", SameAs("part")]
    item: Annotated[Item | None, "The type that is being stocked or sold.", SameAs("item")]
    order: Annotated[tuple[Seat, ...], "The turn order, first to last.", SameAs("order")]
    last_round: Annotated[bool, "Whether the match ends with this month.", SameAs("last_round")]
    seats: Annotated[tuple[SeatView, ...], "The seats in order.", Lines("Seat", you="seat")]
    market: Annotated[Crates, "The crates on the market."]
    supply_pile: Annotated[tuple[MarketId, ...], "The gathered supply cards, by id.", CountOf("supply pile")]
    demand: Annotated[int, "The number of gathered demand cards that lie face down.", CountOf("demand cards")]
    demand_pile: Annotated[
        tuple[MarketId, ...], "The demand cards of the Sale Phase, by id.", CountOf("demand pile in Sale")
    ]
    boxes: Annotated[Crates, "The free boxes on the demand cards."]
    dials: Annotated[tuple[DialView, ...], "The visible dials, in seat order.", Private()]
    auction: Annotated[AuctionView | None, "The running auction."]
    row: Annotated[tuple[StoreId, ...], "The stores for sale, oldest first.", CountOf("row")]
    on_deck: Annotated[StoreId, "The store that comes next; empty if none.", CountOf("on-deck card")]
    starting_stores: Annotated[
        tuple[StoreId, ...], "The starting stores that can be chosen.", CountOf("starting stores")
    ]
    store_deck: Annotated[int, "The number of cards in the store deck.", CountOf("store deck")]
    market_deck: Annotated[int, "The number of cards in the market deck.", CountOf("market deck")]
    discard: Annotated[tuple[Stack, ...], "The market discard pile, by id.", CountOf("market discard pile", at="count")]
    box: Annotated[tuple[StoreId, ...], "The stores out of play that everyone has seen, by id.", CountOf("box")]
    face_down: Annotated[int, "The number of stores out of play that nobody sees.", CountOf("draft leftovers")]
    own: Annotated[Own | None, "What only the seat itself sees; absent for the spectator.", Private()]
    chosen: Annotated[
        Sealed | None, "The seat's own choice in a round in which others still have to answer.", Private()
    ]
    seat: Annotated[Seat | None, "The seat that this view is for; absent for the spectator."]


def view(t: state.BrickTable, seat: Seat | None) -> View:
    """The public facts, and for a seat its own secrets."""
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


__all__ = list(class_names(__name__))
