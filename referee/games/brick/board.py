"""The board: a view laid out as a table for people."""

from __future__ import annotations

from collections.abc import Sequence

from referee.counts import counted
from referee.games.brick import choices
from referee.games.brick.cards import Cards, MarketId, StoreId, card_name
from referee.games.brick.kinds import TYPES
from referee.games.brick.legend import crates_of, store_text
from referee.games.brick.view import AuctionView, DialView, Own, SeatView, StoreView, View
from referee.games.brick.words import MONTHS, PARTS
from referee.kernel.asking import Option
from referee.kernel.board import Board, Card, CardArea, SeatArea, face_down, marks_that_hold
from referee.kernel.texts import text_of

_STORE = len(TYPES) + 1


def board(view: View, cards: Cards) -> Board:
    """The market and the stores for sale in the middle; for each seat its building, its cards and its dial."""
    now = "" if view.item is None else f" of {view.item}"
    facts = [f"{MONTHS[view.month - 1]}: {PARTS[view.part]}{now}", f"turn order: {', '.join(map(str, view.order))}"]
    facts += ["The match ends with this month"] if view.last_round else []
    facts += [] if view.chosen is None else [f"You have chosen: {text_of(view.chosen)}"]
    return Board(
        facts=tuple(facts),
        zones=(*_happening(view, cards), *_stores(view, cards), *_out_of_play(view, cards)),
        seats=tuple([_place(view, cards, number, seat) for number, seat in enumerate(view.seats)]),
    )


def place_of(option: Option) -> str:
    """The place on the board where an option can be chosen; empty if there is none."""
    match option:
        case choices.DraftStore(store):
            return f"packet {store}"
        case choices.StartingStore(store):
            return f"starting {store}"
        case choices.BuyFromHand(store):
            return f"store {store}"
        case choices.BidOn(store):
            return f"row {store}"
        case choices.OpenStore():
            return "bought"
        case choices.CloseStore(slot) | choices.TakePoints(slot) | choices.SupplyMarket(slot):
            return f"slot {slot}"
        case (
            choices.StockSplit(slot, _)
            | choices.TakeFree(slot, _)
            | choices.SaleSplit(slot, _)
            | choices.ForPoints(slot, _)
            | choices.SurplusSplit(slot, _)
        ):
            return f"slot {slot}"
        case choices.DiscardMarket(card) | choices.RedrawOne(card) | choices.PlayCard(card, _) | choices.AddCard(card):
            return f"hand {card}"
        case _:
            return ""


def _happening(view: View, cards: Cards) -> list[CardArea]:
    """The market, the running auction, and the supply and demand cards."""
    crates = [
        _crates(item, count, f"${cards.prices.minimum[item]}-{cards.prices.maximum[item]}")
        for item, count in zip(TYPES, view.market, strict=True)
    ]
    zones = [CardArea("Market", tuple(crates), now=view.item is not None)]
    if view.auction is not None:
        zones.append(_auction(view.auction, cards))
    if view.supply_pile:
        zones.append(CardArea("Supply cards", _market_cards(cards, view.supply_pile)))
    if view.demand:
        zones.append(CardArea("Demand cards", face_down(view.demand), pile=True))
    if view.demand_pile:
        zones.append(CardArea("Demand cards", _market_cards(cards, view.demand_pile)))
        free = [_crates(item, count) for item, count in zip(TYPES, view.boxes, strict=True)]
        zones.append(CardArea("Free boxes", tuple(free)))
    return zones


def _auction(auction: AuctionView, cards: Cards) -> CardArea:
    still = ", ".join(f"seat {seat}" for seat in auction.bidders)
    facts = (f"Seat {auction.leader} bids ${auction.bid}", f"still in: {still}")
    return CardArea("Auction", (_store(cards, auction.store),), facts, now=True)


def _stores(view: View, cards: Cards) -> list[CardArea]:
    """The stores that can be bought or chosen."""
    row = [_store(cards, store, place=f"row {store}") for store in view.row]
    zones = [CardArea("For sale, oldest first", tuple(row))]
    if view.on_deck:
        zones.append(CardArea("Next", (_store(cards, view.on_deck),)))
    if view.starting_stores:
        starting = [_store(cards, store, place=f"starting {store}") for store in view.starting_stores]
        zones.append(CardArea("Starting stores", tuple(starting)))
    return [*zones, CardArea("Store deck", face_down(view.store_deck), pile=True)]


def _out_of_play(view: View, cards: Cards) -> list[CardArea]:
    discard = [_market_card(cards, stack.card, stack.count) for stack in view.discard]
    box = [_store(cards, store) for store in view.box]
    return [
        CardArea("Market deck", face_down(view.market_deck), pile=True),
        CardArea("Market discard pile", tuple(discard), pile=True),
        CardArea("Stores out of play", (*face_down(view.face_down), *box), pile=True),
    ]


def _place(view: View, cards: Cards, number: int, seat: SeatView) -> SeatArea:
    own = view.own if number == view.seat else None
    facts = [f"{counted(seat.points, 'point')}, debt {seat.debt}", *([] if own is None else [f"cash ${own.cash}"])]
    facts += [_dial(dial) for dial in view.dials if dial.seat == number]
    facts += [f"sold {', '.join(seat.sold_types)}"] if seat.sold_types else []
    facts += [f"surplus {seat.surplus}"] if seat.surplus else []
    bought = (_store(cards, seat.bought, place="bought" if own else ""),) if seat.bought else ()
    return SeatArea(
        facts=tuple(facts),
        zones=(
            CardArea("Building", _building(cards, seat.building, own=own is not None)),
            *([CardArea("Bought", bought)] if bought else []),
            *(_hidden(seat) if own is None else _own(own, cards)),
        ),
        marks=_marks(view, number, seat),
    )


def _marks(view: View, number: int, seat: SeatView) -> tuple[str, ...]:
    auction = view.auction
    return marks_that_hold(
        {
            "first": view.order[:1] == (number,),
            "leads": auction is not None and auction.leader == number,
            "bids": auction is not None and auction.bidders[:1] == (number,),
            "has redrawn": seat.redrawn,
            "has taken debt": seat.borrowed,
        }
    )


def _dial(dial: DialView) -> str:
    offer = "" if dial.quantity is None else f"{dial.quantity} at "
    return f"dial: {offer}{'no price' if dial.price is None else f'${dial.price}'}"


def _building(cards: Cards, stores: Sequence[StoreView], *, own: bool) -> tuple[Card, ...]:
    return tuple(
        [
            _store(cards, store.store, _stock(store), f"slot {slot}" if own else "")
            for slot, store in enumerate(stores, 1)
        ]
    )


def _stock(store: StoreView) -> tuple[str, ...]:
    shelves = [f"{shelf.item} {' / '.join(map(str, shelf.counts))}" for shelf in store.shelves]
    return (*shelves, *([f"free boxes {', '.join(map(str, store.boxes))}"] if store.boxes else []))


def _hidden(seat: SeatView) -> list[CardArea]:
    """The cards of a seat as other seats see them."""
    counts = {"Market cards": seat.hand, "Store cards": seat.stores, "Draft packet": seat.packet, "Played": seat.played}
    return [CardArea(name, face_down(count)) for name, count in counts.items() if count]


def _own(own: Own, cards: Cards) -> list[CardArea]:
    """The cards of a seat as it sees them itself."""
    played = [_market_card(cards, card.card, marks=(card.side,)) for card in own.played]
    zones = {
        "Market cards": _market_cards(cards, own.hand, "hand"),
        "Store cards": tuple([_store(cards, store, place=f"store {store}") for store in own.stores]),
        "Draft packet": tuple([_store(cards, store, place=f"packet {store}") for store in own.packet]),
        "Played": tuple(played),
        "In the demand pile": _market_cards(cards, own.demand),
        "The demand pile as seen": _market_cards(cards, own.peeked),
    }
    return [CardArea(name, held) for name, held in zones.items() if held]


def _crates(item: str, count: int, figure: str = "") -> Card:
    return Card(item, figure, kind=1 + TYPES.index(item), count=count)


def _market_cards(cards: Cards, held: Sequence[MarketId], place: str = "") -> tuple[Card, ...]:
    return tuple([_market_card(cards, card, place=f"{place} {card}" if place else "") for card in held])


def _market_card(cards: Cards, card: MarketId, count: int = 1, marks: tuple[str, ...] = (), place: str = "") -> Card:
    """A market card; its colour is that of its first crate."""
    kind = 1 + min(TYPES.index(item) for item in cards.market[card].crates)
    return Card(card, text=crates_of(cards, card), kind=kind, count=count, marks=marks, place=place)


def _store(cards: Cards, store: StoreId, marks: tuple[str, ...] = (), place: str = "") -> Card:
    row = cards.by_store[store]
    return Card(card_name(store), f"${row.cost}", store_text(row), kind=_STORE, marks=marks, place=place)
