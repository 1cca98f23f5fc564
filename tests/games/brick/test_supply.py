"""Supply; the number of each case is that of the worked case."""

from __future__ import annotations

import pytest

from referee.games.brick.choices import StockSplit, SupplyMarket, TakeFree, TakePoints
from referee.games.brick.events import PointsChanged
from referee.games.brick.item_events import SelfSupplied, Stocked, StockedFree
from tests.games.brick.tables import (
    A,
    B,
    C,
    answer,
    answer_all,
    asked,
    bystander,
    drawn,
    numbers,
    of,
    options,
    player,
    table_of,
    told,
)


def test_case_25_tie() -> None:
    match = drawn(
        "bidding",
        player("jewelry_liquidator", cash=20),
        player("jewelry_liquidator", cash=20),
        bystander(),
        item="jewelry",
        market={"jewelry": 2},
    )
    answer_all(match, {A: 8, B: 8})
    assert (asked(match), numbers(match, B)) == ([B], [0, 1, 2])
    answer(match, 1, seat=B)
    assert (asked(match), numbers(match)) == ([A], [0, 1])


def test_case_26_equal_is_no_competition() -> None:
    match = drawn(
        "bidding",
        player("jewelry_liquidator", cash=20),
        player("jewelry_liquidator", cash=20),
        item="jewelry",
        market={"jewelry": 6},
    )
    answer(match, 2)
    assert (asked(match), of(match).cash) == ([B], 6)


def test_case_27_debt_for_one_item() -> None:
    match = drawn("bidding", player("mall_gallery", cash=8), player(), item="jewelry", market={"jewelry": 3, "art": 2})
    assert numbers(match) == [0, 1, 2]
    answer(match, 2)
    assert (of(match).cash, of(match).debt) == (0, 3)
    assert (table_of(match).item, numbers(match)) == ("art", [0])


def test_case_28_the_dollar_left_over() -> None:
    match = drawn("bidding", player("mall_gallery", cash=6), bystander(), item="jewelry", market={"jewelry": 1})
    answer(match, 1)
    assert (of(match).cash, of(match).debt) == (1, 1)


def test_case_29_a_discount_makes_more_payable() -> None:
    match = drawn(
        "bidding",
        player("clothing_wholesaler", "large_loading_dock", cash=20),
        player("thrift_store"),
        item="clothing",
        market={"clothing": 6},
    )
    answer_all(match, {A: 8, B: 2})
    assert numbers(match) == [0, 1, 2, 3, 5, 6]
    answer(match, 5)
    assert told(match, Stocked)[0].cost == 20


def test_case_30_nothing_costs_less_than_nothing() -> None:
    match = drawn(
        "bidding",
        player("factory_thirds", "small_loading_dock", "large_loading_dock", "clothing_wholesaler", cash=3),
        bystander(),
        item="clothing",
        market={"clothing": 9},
    )
    answer(match, 6, StockSplit(1, 3))
    assert (of(match).cash, told(match, Stocked)[0].cost) == (3, 0)


def test_case_31_self_supply() -> None:
    match = drawn("supplying", player("large_canning_factory food 2,1", "private_catering food 3,0"), bystander())
    assert [open_store.shelves["food"] for open_store in of(match).building] == [[4, 1], [4, 0]]
    assert told(match, SelfSupplied) == [SelfSupplied(A, 1, "food", 2), SelfSupplied(A, 2, "food", 1)]
    assert not any(table_of(match).market.values())


def test_a_full_store_is_not_supplied() -> None:
    match = drawn("supplying", player("small_canning_factory food 2,1"), bystander())
    assert (of(match).building[0].shelves["food"], told(match, SelfSupplied)) == ([2, 1], [])


def test_case_32_food_bank() -> None:
    match = drawn("bidding", player("food_bank", cash=9), bystander(), item="food", market={"food": 7})
    answer(match, 0)
    assert options(match) == [TakeFree(1, count) for count in range(6)]
    answer(match, 5)
    assert (of(match).cash, table_of(match).market["food"]) == (9, 2)
    assert told(match, StockedFree) == [StockedFree(A, 1, "food", 5)]


def test_case_33_crafter_after_consignment() -> None:
    match = drawn(
        "bidding",
        player("jewelry_crafter jewelry 2,0"),
        player("consignment_store", cash=20),
        item="jewelry",
        market={"jewelry": 1},
    )
    answer(match, 0, 1, seat=B)
    assert options(match) == [TakePoints(1), SupplyMarket(1)]
    answer(match, SupplyMarket(1))
    assert table_of(match).market["jewelry"] == 2


@pytest.mark.parametrize(("count", "points"), [(5, 12), (4, 10)])
def test_case_34_importer(count: int, points: int) -> None:
    match = drawn("bidding", player("clothing_importer", cash=10), bystander(), item="clothing", market={"clothing": 5})
    answer(match, count)
    assert (of(match).cash, of(match).points) == (10 - 2 * count, points)


def test_points_on_the_way_change_the_order_in_which_others_stock() -> None:
    """B passes A and is done; C passes nobody. Each has one go."""
    match = drawn(
        "bidding",
        player("clothing_importer", cash=10, points=10),
        player("thrift_store", cash=10, points=11),
        player("bakery", "gift_shop", cash=10, points=10),
        order=[1, 0, 2],
        item="clothing",
        market={"clothing": 12},
    )
    answer(match, 1, seat=B)
    answer(match, 5)
    assert table_of(match).order == [A, B, C]
    assert asked(match) == [C]
    assert told(match, PointsChanged) == [PointsChanged(A, 2, 12)]


def test_a_split_lists_what_can_be_paid() -> None:
    """2 jewelry for $7: in the Pawn Shop they cost 4 each; one may be on debt."""
    match = drawn(
        "bidding",
        player("mall_gallery", "pawn_shop", cash=4),
        player(),
        item="jewelry",
        market={"jewelry": 2},
    )
    assert numbers(match) == [0, 1, 2]
    answer(match, 2)
    assert options(match) == [StockSplit(1, 0), StockSplit(1, 1)]
    answer(match, StockSplit(1, 1))
    assert (told(match, Stocked)[0].cost, told(match, Stocked)[0].debt) == (11, 4)


def test_a_split_with_one_payable_number_is_asked_all_the_same() -> None:
    """What leaves one number is secret cash, so that there is a question."""
    match = drawn(
        "bidding",
        player("mall_gallery", "pawn_shop", cash=4, debt=20),
        player(),
        item="jewelry",
        market={"jewelry": 1},
    )
    answer(match, 1)
    assert options(match) == [StockSplit(1, 0)]


def test_the_dearest_item_may_be_on_debt() -> None:
    """3 items at $4 and one at $7 are short by 7: that is the most expensive, so they can be paid."""
    match = drawn(
        "bidding",
        player("pawn_shop", "mall_gallery", cash=12),
        player(),
        item="jewelry",
        market={"jewelry": 4},
    )
    assert numbers(match) == [0, 1, 2, 3, 4]
    answer(match, 4)
    assert options(match) == [StockSplit(1, 3)]
