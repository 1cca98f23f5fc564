"""What lies on the table of Brick & Mortar, for people who look."""

from __future__ import annotations

from typing import Any

from msgspec import structs

import referee
from referee.games.brick import choices
from referee.games.brick.board import board, place_of
from referee.games.brick.view import AuctionView, DialView, OwnCard, Shelves, Stack, StoreView, View
from referee.kernel.board import Board, CardArea
from referee.kernel.seats import Seat

GAME = referee.all_games()["brick"]
START: View = referee.start("brick", seats=2, seed=4).view(Seat(1))
STORE, MARKET = next(iter(GAME.cards.stores)), next(iter(GAME.cards.market))


def drawn(**changes: Any) -> Board:
    return board(structs.replace(START, **changes), GAME.cards)


def seats(**changes: Any) -> tuple[Any, ...]:
    return (structs.replace(START.seats[0], **changes), structs.replace(START.seats[1], **changes))


def zone(of: Board, name: str, seat: int | None = None) -> CardArea:
    zones = of.zones if seat is None else of.seats[seat].zones
    return next(zone for zone in zones if zone.name == name)


def test_every_card_of_the_set_can_be_drawn() -> None:
    stores, market = sorted(GAME.cards.by_store), sorted(GAME.cards.market)
    there = drawn(box=tuple(stores), face_down=0, discard=tuple(Stack(card, 2) for card in market))
    of_stores = zone(there, "Stores out of play").cards
    assert [card.name for card in of_stores] == [store.replace("_", " ") for store in stores]
    assert all(card.text.startswith(f"cost {card.figure}; utilities ") for card in of_stores)
    of_market = zone(there, "Market discard pile").cards
    assert [(card.name, card.count) for card in of_market] == [(card, 2) for card in market]
    assert {card.kind for card in of_market} <= {1, 2, 3, 4, 5}


def test_the_market_shows_every_type_with_its_prices() -> None:
    market = zone(drawn(market=(2, 0, 1, 0, 0), item="food"), "Market")
    assert [(card.name, card.count) for card in market.cards[:3]] == [("food", 2), ("clothing", 0), ("electronics", 1)]
    assert market.cards[0].figure == "$1-6"
    assert market.now


def test_a_store_tells_its_shelves_and_boxes_and_is_meant_by_its_owner_alone() -> None:
    store = StoreView(STORE, (Shelves("food", (2, 1)),), (3,))
    there = drawn(seats=seats(building=(store,), bought=STORE))
    for seat, places in ((0, ("", "")), (1, ("slot 1", "bought"))):
        (built,), (bought,) = (zone(there, name, seat).cards for name in ("Building", "Bought"))
        assert built.marks == ("food 2 / 1", "free boxes 3")
        assert (built.place, bought.place) == places


def test_own_cards_are_face_up_and_those_of_others_face_down() -> None:
    assert START.own is not None
    own = structs.replace(
        START.own,
        stores=(STORE,),
        packet=(STORE,),
        hand=(MARKET,),
        played=(OwnCard(MARKET, "demand"),),
        demand=(MARKET,),
        peeked=(MARKET, MARKET),
    )
    there = drawn(own=own, seats=seats(hand=2, stores=3, packet=4, played=1))
    assert [(one.name, [card.count for card in one.cards]) for one in there.seats[0].zones[1:]] == [
        ("Market cards", [2]),
        ("Store cards", [3]),
        ("Draft packet", [4]),
        ("Played", [1]),
    ]
    assert not any(card.name for one in there.seats[0].zones for card in one.cards)
    assert all(card.name for one in there.seats[1].zones for card in one.cards)
    assert zone(there, "Played", 1).cards[0].marks == ("demand",)
    assert len(zone(there, "The demand pile as seen", 1).cards) == 2
    assert f"cash ${own.cash}" in there.seats[1].facts


def test_an_auction_and_the_piles_of_the_moment_are_shown() -> None:
    auction = AuctionView(STORE, 7, Seat(0), (Seat(1), Seat(0)))
    there = drawn(auction=auction, supply_pile=(MARKET,), demand=3, demand_pile=(MARKET,), boxes=(1, 0, 0, 0, 2))
    assert zone(there, "Auction").facts == ("Seat 0 bids $7", "still in: seat 1, seat 0")
    assert {"leads"} <= {*there.seats[0].marks}
    assert {"bids"} <= {*there.seats[1].marks}
    assert len(zone(there, "Supply cards").cards) == 1
    assert [card.count for one in there.zones if one.name == "Demand cards" for card in one.cards] == [3, 1]
    assert [card.count for card in zone(there, "Free boxes").cards] == [1, 0, 0, 0, 2]


def test_what_a_seat_has_set_and_done_is_told_at_the_seat() -> None:
    dials = (DialView(Seat(0), 3, 2), DialView(Seat(1), None, None))
    changed = seats(sold_types=("food", "art"), surplus=4, redrawn=True, borrowed=True)
    there = drawn(dials=dials, seats=changed, order=(Seat(0), Seat(1)))
    assert "dial: 2 at $3" in there.seats[0].facts
    assert "dial: no price" in there.seats[1].facts
    assert {"sold food, art", "surplus 4"} <= {*there.seats[0].facts}
    assert there.seats[0].marks == ("first", "has redrawn", "has taken debt")


def test_the_head_of_the_table() -> None:
    facts = drawn(month=2, part="sale", item="art", last_round=True, chosen=choices.SalePrice(4)).facts
    assert facts[0] == "February: Sale of art"
    assert facts[-2:] == ("The match ends with this month", "You have chosen: ask $4 for each item")


def test_stores_for_sale() -> None:
    there = drawn(row=(STORE,), on_deck=STORE, starting_stores=())
    assert [card.place for card in zone(there, "For sale, oldest first").cards] == [f"row {STORE}"]
    names = [one.name for one in there.zones]
    assert "Next" in names
    assert "Starting stores" not in names
    assert "Next" not in [one.name for one in drawn(on_deck="").zones]


def test_places() -> None:
    places = {
        choices.DraftStore("a"): "packet a",
        choices.StartingStore("a"): "starting a",
        choices.BuyFromHand("a"): "store a",
        choices.BidOn("a"): "row a",
        choices.OpenStore(): "bought",
        choices.CloseStore(2): "slot 2",
        choices.StockSplit(1, 4): "slot 1",
        choices.PlayCard("m", "supply"): "hand m",
        choices.SupplyBid(3): "",
    }
    assert {option: place_of(option) for option in places} == places
