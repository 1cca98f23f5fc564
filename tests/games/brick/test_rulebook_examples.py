"""The examples of the rulebook, as worked cases; the number of each is that of the case."""

from __future__ import annotations

from referee.games.brick.choices import CloseStore, Done, ForPoints, NoPrice, OpenStore, SaleAmount, SaleQuantity
from referee.games.brick.events import UtilitiesPaid
from referee.games.brick.item_events import MarketSupplied, SupplyBids
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


def test_case_01_modifiers() -> None:
    match = drawn(
        "offering",
        player("designer_boutique clothing 3,0", "clothing_exporter clothing 5,0"),
        player("gift_shop clothing 1,0"),
        bystander(),
        item="clothing",
        boxes={"art": 1, "clothing": 5},
    )
    answer_all(match, {A: 5, B: 1})
    answer_all(match, {A: 6, B: 8})
    answer(match, 1)
    assert (of(match, A).cash, of(match, A).points) == (36, 12)
    assert (of(match, B).cash, of(match, B).building[0].items("clothing")) == (0, 0)


def test_case_02_bulk_discount() -> None:
    match = drawn(
        "bidding",
        player("estate_seller", "jewelry_collector", "large_loading_dock", cash=24),
        player("jewelry_liquidator"),
        bystander(),
        item="jewelry",
        market={"jewelry": 6},
    )
    answer_all(match, {A: 9, B: 7})
    answer(match, 6, 3)
    assert of(match, A).cash == 0
    assert [store.items("jewelry") for store in of(match, A).building] == [3, 3, 0]
    assert table_of(match).market["jewelry"] == 0
    assert (asked(match), table_of(match).item) == ([C], "art"), "B is not asked to stock"


def test_case_03_fulfillment_center() -> None:
    match = drawn(
        "offering",
        player("fulfillment_center", "grocery_store food 6,0"),
        player("food_bank food 2,0"),
        bystander(),
        item="food",
        boxes={"art": 1, "food": 4},
    )
    answer_all(match, {A: 6, B: 1})
    answer_all(match, {A: 4, B: 6})
    assert numbers(match) == [3, 4]
    assert match.default(A) == 1
    answer(match, 3)
    assert of(match, A).cash == 24
    assert of(match, A).building[0].boxes == [0, 3, 2]
    assert (of(match, B).cash, of(match, B).building[0].items("food")) == (6, 1)


def test_case_04_supply_without_competition() -> None:
    match = drawn(
        "bidding",
        player("food_distributor food 3,0", cash=20),
        player("exporter", cash=20),
        bystander(),
        item="food",
        market={"food": 6},
    )
    assert (asked(match), numbers(match)) == ([A], [0, 1])
    answer(match, 1)
    assert (asked(match), numbers(match, B)) == ([B], [0, 1, 2, 3, 4])
    answer(match, 4, seat=B)
    assert [of(match, seat).cash for seat in (A, B)] == [19, 16]
    assert not told(match, SupplyBids)


def test_case_05_one_seat_stocks_without_bidding() -> None:
    match = drawn(
        "bidding",
        player("food_bank"),
        player("exporter clothing 2,0", cash=2),
        bystander(),
        item="clothing",
        market={"clothing": 1},
    )
    assert (asked(match), numbers(match, B)) == ([B], [0, 1])
    answer(match, 1, seat=B)
    assert (of(match, B).cash, of(match, B).debt) == (0, 0)


def test_case_06_supply_with_competition() -> None:
    match = drawn(
        "bidding",
        player("estate_seller jewelry 2,0", cash=20),
        player("jewelry_liquidator jewelry 1,0", cash=20),
        bystander(),
        item="jewelry",
        market={"jewelry": 2},
    )
    assert numbers(match, A) == [*range(7, 21)]
    answer_all(match, {A: 9, B: 7})
    assert (asked(match), numbers(match)) == ([A], [0, 1])
    answer(match, 1)
    assert of(match, A).cash == 15
    assert (asked(match), numbers(match, B)) == ([B], [0, 1])
    answer(match, 1, seat=B)
    assert of(match, B).cash == 13


def test_case_07_crates_of_supply() -> None:
    match = drawn("supplying", player(), player(), supply_pile="m01 m13 m07")
    assert told(match, MarketSupplied)[0].crates == (5, 3, 3, 2, 2)
    assert [*table_of(match).market.values()] == [5, 3, 3, 2, 2]
    assert table_of(match).discard == ["m01", "m13", "m07"]


def test_case_08_boxes() -> None:
    match = drawn(
        "demanding", player("warehouse", "thrift_store clothing 1,0,0", demand="m01 m06"), player(demand="m02")
    )
    assert [*table_of(match).boxes.values()] == [5, 4, 0, 2, 2]
    assert table_of(match).demand_pile == ["m01", "m02", "m06"]


def test_case_09_sale_without_competition() -> None:
    match = drawn(
        "offering",
        player("exporter food 3,0 clothing 2,0"),
        player("designer_boutique clothing 3,0"),
        bystander(),
        item="food",
        boxes={"art": 1, "food": 2, "clothing": 5},
    )
    assert (asked(match), options(match)) == ([A], [SaleAmount(0), SaleAmount(1), SaleAmount(2)])
    answer(match, 2)
    assert (of(match, A).cash, asked(match), numbers(match)) == (12, [A], [0, 1, 2])
    answer(match, 2)
    answer(match, 3, seat=B)
    assert [(of(match, seat).cash, of(match, seat).points) for seat in (A, B)] == [(28, 10), (42, 10)]


def test_case_10_sale_with_competition() -> None:
    match = drawn(
        "offering",
        player("exporter clothing 4,0"),
        player("designer_boutique clothing 3,0"),
        bystander(),
        item="clothing",
        boxes={"art": 1, "clothing": 5},
    )
    answer_all(match, {A: 4, B: 2})
    answer_all(match, {A: 3, B: 8})
    assert (of(match, A).cash, of(match, A).points) == (12, 11)
    assert (of(match, B).cash, of(match, B).building[0].items("clothing")) == (14, 1)


def test_case_11_managing() -> None:
    bought = player("gift_shop", "jewelry_liquidator jewelry 0,3", "clothing_wholesaler", bought="fulfillment_center")
    match = drawn("managing", bought, player(), active=A, waiting=[A, B], month=2)
    answer(match, CloseStore(2), OpenStore())
    assert of(match).points == 16
    assert building(match) == ["gift_shop", "clothing_wholesaler", "fulfillment_center"]
    assert match.default(A) == 0
    answer(match, Done())
    assert asked(match) == [B]


def test_case_12_utilities() -> None:
    match = drawn("ageing", player("herrons_market", "duty_free", "designer_boutique", cash=9), player())
    assert (told(match, UtilitiesPaid)[0].bill, of(match).cash) == (8, 1)


def test_nothing_offered_has_no_price_and_is_left_out() -> None:
    match = drawn(
        "offering",
        player("exporter clothing 4,0"),
        player("designer_boutique clothing 3,0"),
        bystander(),
        item="clothing",
        boxes={"art": 1, "clothing": 5},
    )
    answer_all(match, {A: SaleQuantity(0), B: SaleQuantity(1)})
    assert (options(match, A), match.default(A)) == ([NoPrice()], 0)
    assert (len(options(match, B)), match.default(B)) == (9, 8)
    answer_all(match, {A: NoPrice(), B: 8})
    assert [of(match, seat).cash for seat in (A, B)] == [0, 14]


def test_a_choice_of_points_comes_before_anything_is_moved() -> None:
    match = drawn(
        "offering", player("food_distributor food 4,0"), player(), bystander(), item="food", boxes={"art": 1, "food": 4}
    )
    answer(match, 4)
    assert options(match) == [ForPoints(1, 0), ForPoints(1, 1), ForPoints(1, 2)]
    assert (of(match).cash, of(match).building[0].items("food")) == (0, 4)
    answer(match, 2)
    assert (of(match).cash, of(match).points) == (12, 14)
