"""Sale; the number of each case is that of the worked case."""

from __future__ import annotations

import pytest

from referee.games.brick.choices import (
    SaleAmount,
    SaleSplit,
    SaleToDemand,
    SaleToJewelry,
    SurplusSplit,
    TakeSurplus,
    Transfer,
)
from referee.games.brick.events import StoreClosed
from referee.games.brick.item_events import Portion, SaleBids, Sold, SurplusBought, SurplusTaken, Transferred
from tests.games.brick.tables import (
    A,
    B,
    C,
    answer,
    answer_all,
    asked,
    building,
    bystander,
    drawn,
    numbers,
    of,
    options,
    player,
    table_of,
    told,
)


def test_case_35_no_box_one_fulfillment_center() -> None:
    match = drawn(
        "offering",
        player("fulfillment_center_luxury", "jewelry_liquidator jewelry 3,0"),
        player("jewelry_exporter jewelry 2,0"),
        bystander(),
        item="jewelry",
        boxes={"art": 1},
    )
    assert (asked(match), options(match)) == ([A], [SaleAmount(0), SaleAmount(1), SaleAmount(2)])
    answer(match, 2)
    assert (of(match).cash, of(match).building[0].boxes) == (30, [0, 2])
    assert asked(match) == [C], "B is not asked"


@pytest.mark.parametrize(("sold", "money"), [(3, 16), (0, 22)])
def test_case_36_knockoffs(sold: int, money: int) -> None:
    match = drawn(
        "offering",
        player("designer_knockoffs clothing 2,0"),
        player("exporter clothing 3,0"),
        bystander(),
        order=[1, 0, 2],
        item="clothing",
        boxes={"clothing": 5, "art": 1},
    )
    answer(match, sold, seat=B)
    answer(match, 2)
    assert of(match).cash == money


def test_a_transfer_moves_items_to_the_top_shelf_from_the_lowest_one() -> None:
    match = drawn(
        "transferring",
        player("gift_shop clothing 1,1 jewelry 1,0", "warehouse clothing 0,1,0 jewelry 1,1,0", "exporter clothing 0,2"),
        bystander(),
        demand_pile="m01",
        boxes={"art": 1},
    )
    assert options(match) == [Transfer("clothing", 1, 2, 0), Transfer("clothing", 1, 2, 1)], "room for one"
    answer(match, 0)
    answer(match, 1)
    assert [store.shelves["clothing"] for store in of(match).building] == [[1, 1], [1, 1, 0], [0, 1]]
    assert told(match, Transferred) == [Transferred(A, "clothing", 1, 2, 0), Transferred(A, "clothing", 3, 2, 1)]
    assert asked(match) == [B], "no room for jewelry"


def test_a_transfer_after_sale_drops_a_shelf_at_once() -> None:
    match = drawn("after_sale", player("thrift_store", "exporter clothing 1,0"), player())
    assert options(match) == [Transfer("clothing", 2, 1, 0), Transfer("clothing", 2, 1, 1)]
    answer(match, 1)
    assert of(match).building[0].shelves["clothing"] == [0, 1, 0]


def test_items_leave_from_the_lowest_shelf() -> None:
    match = drawn(
        "offering", player("exporter clothing 2,2"), bystander(), item="clothing", boxes={"clothing": 3, "art": 1}
    )
    answer(match, 3)
    assert of(match).building[0].shelves["clothing"] == [1, 0]


def test_offers_are_secret_until_all_prices_are_set() -> None:
    match = drawn(
        "offering",
        player("exporter clothing 4,0"),
        player("designer_boutique clothing 3,0"),
        bystander(),
        item="clothing",
        boxes={"clothing": 5, "art": 1},
    )
    answer_all(match, {A: 4, B: 2})
    assert not told(match, SaleBids)
    assert [dial.quantity for dial in match.view(A).dials] == [4]
    assert [dial.quantity for dial in match.view(B).dials] == [2]
    assert match.view(None).dials == match.view(C).dials == ()
    answer_all(match, {A: 3, B: 3})
    (bids,) = told(match, SaleBids)
    assert [(bid.seat, bid.quantity, bid.price) for bid in bids.bids] == [(A, 4, 3), (B, 2, 3)]
    assert [sold.seat for sold in told(match, Sold)] == [B, A], "equal prices: reverse turn order"


def test_a_delivery_is_split_over_stores_and_boxes() -> None:
    match = drawn(
        "offering",
        player("bakery food 3", "gourmet_grocer food 3", "fulfillment_center", "fulfillment_center_hybrid"),
        bystander(),
        item="food",
        boxes={"food": 4, "art": 1},
    )
    answer(match, 5)
    assert options(match) == [SaleSplit(1, 2), SaleSplit(1, 3)]
    answer(match, SaleSplit(1, 2))
    assert (options(match), match.default(A)) == ([SaleToDemand(count) for count in range(5)], 4)
    answer(match, SaleToDemand(1))
    assert [open_store.boxes for open_store in of(match).building] == [[], [], [0, 3, 2], [1, 2]]
    (sold,) = told(match, Sold)
    assert (sold.to_demand, sold.to_own, sold.money) == (1, 4, 2 * 4 + 3 * 10)
    assert sold.portions == (Portion(1, 2), Portion(2, 3))


def test_art_may_use_jewelry_boxes() -> None:
    match = drawn(
        "offering",
        player("art_purveyor art 3,0,0", "art_gallery art 2,0,0", "fulfillment_center_luxury"),
        player(),
        item="art",
        boxes={"art": 1, "jewelry": 2},
    )
    assert numbers(match) == [0, 1, 2, 3, 4, 5]
    answer(match, 3)
    assert options(match) == [SaleSplit(1, 1), SaleSplit(1, 2), SaleSplit(1, 3)]
    answer(match, SaleSplit(1, 3))
    assert options(match) == [SaleToDemand(0), SaleToDemand(1)]
    answer(match, SaleToDemand(1))
    assert options(match) == [SaleToJewelry(0), SaleToJewelry(1), SaleToJewelry(2)]
    answer(match, SaleToJewelry(1))
    (sold,) = told(match, Sold)
    assert (sold.to_demand, sold.to_jewelry, sold.to_own, sold.money) == (1, 1, 1, 60)


def test_items_that_can_only_use_their_own_boxes_bound_the_split() -> None:
    match = drawn(
        "offering",
        player("art_gallery art 3,0,0", "art_purveyor art 2,0,0"),
        player(),
        item="art",
        boxes={"art": 1, "jewelry": 2},
    )
    answer(match, 2)
    assert options(match) == [SaleSplit(1, 0), SaleSplit(1, 1)]
    answer(match, SaleSplit(1, 0))
    assert options(match) == [SaleToDemand(0), SaleToDemand(1)]


def test_surplus_is_split_and_bought() -> None:
    match = drawn(
        "offering",
        player("resale_shop art 1,0,0", cash=12),
        player("jewelry_exporter jewelry 3,0"),
        player("jewelry_importer jewelry 0,2", "jewelry_boutique jewelry 0,2", points=9),
        item="jewelry",
        boxes={"jewelry": 2, "art": 1},
    )
    answer_all(match, {B: 2, C: 2})
    answer_all(match, {B: 5, C: 6})
    assert (asked(match), options(match, C)) == ([C], [SurplusSplit(1, count) for count in range(3)])
    answer(match, SurplusSplit(1, 1), seat=C)
    assert told(match, SurplusTaken) == [SurplusTaken(C, "jewelry", (Portion(1, 1), Portion(2, 1)))]
    assert [seat.surplus for seat in match.view(None).seats] == [0, 0, 2]
    assert options(match) == [TakeSurplus(1, C, 0), TakeSurplus(1, C, 1)], "cash for one"
    answer(match, TakeSurplus(1, C, 1))
    assert told(match, SurplusBought) == [SurplusBought(A, 1, C, "jewelry", 1, 7)]
    assert [of(match, seat).cash for seat in (A, B, C)] == [5, 10, 7]
    assert [player.surplus for player in table_of(match).players] == [0, 0, 0]


def test_a_buyer_without_cash_is_asked_all_the_same() -> None:
    match = drawn(
        "offering",
        player("resale_shop art 1,0,0"),
        player("jewelry_exporter jewelry 3,0"),
        player("jewelry_importer jewelry 0,2", points=9),
        item="jewelry",
        boxes={"jewelry": 2, "art": 1},
    )
    answer_all(match, {B: 2, C: 1})
    answer_all(match, {B: 5, C: 6})
    assert options(match) == [TakeSurplus(1, C, 0)]


@pytest.mark.parametrize(
    ("why", "boxes", "closed"), [("it sold one", 3, True), ("all was surplus", 2, False)], ids=["sold", "surplus"]
)
def test_case_r42_a_peddler_closes_if_it_sold(why: str, boxes: int, closed: bool) -> None:
    match = drawn(
        "offering",
        player("jewelry_peddler jewelry 2,0", "gift_shop"),
        player("jewelry_exporter jewelry 2,0"),
        bystander(),
        item="jewelry",
        boxes={"jewelry": boxes, "art": 1},
    )
    answer_all(match, {A: 2, B: 2})
    answer_all(match, {A: 9, B: 5})
    assert (building(match) == ["gift_shop"]) is closed, why
    assert (told(match, StoreClosed) == [StoreClosed(A, 1, "jewelry_peddler")]) is closed
