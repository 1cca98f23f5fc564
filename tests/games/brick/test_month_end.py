"""Inventory, Utilities, Investment and the end; the number of each case is that of the worked case."""

from __future__ import annotations

import pytest

from referee.games.brick.choices import BuyPoints, InvestNothing, ReturnItems, SellPoints
from referee.games.brick.events import GameOver, Invested, LastRound, OrderChanged, StoreClosed, UtilitiesPaid
from tests.games.brick.tables import (
    A,
    B,
    C,
    answer,
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


def test_case_37_pawn_shop() -> None:
    match = drawn("ageing", player("pawn_shop electronics 1,2 jewelry 0,1"), player())
    assert options(match) == [ReturnItems(1, "electronics", count) for count in (0, 1, 2)]
    answer(match, 1)
    assert options(match) == [ReturnItems(1, "jewelry", 0), ReturnItems(1, "jewelry", 1)]
    answer(match, 1)
    assert of(match).points == 12
    assert [table_of(match).market[item] for item in ("electronics", "jewelry")] == [1, 1]
    assert of(match).building[0].shelves == {"electronics": [0, 1], "jewelry": [0, 0]}


def test_case_38_a_liquidator_scores_only_when_it_is_closed() -> None:
    match = drawn("ageing", player("jewelry_liquidator jewelry 0,2"), player())
    assert (of(match).points, of(match).building[0].items("jewelry")) == (10, 0)


@pytest.mark.parametrize(
    ("jewelry", "points", "stores"),
    [("3,0,0", 11, ["jewelry_collector"]), ("1,0,0", 10, ["jewelry_collector"]), ("0,0,1", 10, [])],
)
def test_case_39_jewelry_collector(jewelry: str, points: int, stores: list[str]) -> None:
    match = drawn("ageing", player(f"jewelry_collector jewelry {jewelry}", cash=5), player())
    assert (of(match).points, building(match), of(match).cash) == (points, stores, 4)
    assert len(told(match, StoreClosed)) == 1 - len(stores)


def test_case_40_bank() -> None:
    match = drawn("investing", player("bank", cash=40), player())
    assert options(match)[:6] == [InvestNothing(), *(BuyPoints(points) for points in range(1, 6))]
    assert options(match)[6:] == [SellPoints(points) for points in range(1, 11)]
    answer(match, BuyPoints(5))
    assert options(match) == [InvestNothing(), *(BuyPoints(points) for points in range(1, 6))]
    answer(match, BuyPoints(5))
    assert (of(match).points, of(match).cash, asked(match)) == (20, 4, [B])


@pytest.mark.parametrize("choice", [InvestNothing(), SellPoints(2)])
def test_a_first_purchase_of_nothing_ends_it(choice: InvestNothing | SellPoints) -> None:
    match = drawn("investing", player("bank", cash=40), player())
    answer(match, choice)
    assert asked(match) == [B]


def test_case_41_the_flag_stays() -> None:
    match = drawn(
        "offering",
        player("clothing_exporter clothing 4,0", points=43),
        player(),
        item="clothing",
        boxes={"clothing": 4},
        month=3,
    )
    answer(match, 4)
    assert (of(match).points, table_of(match).last_round, told(match, LastRound)) == (45, True, [LastRound()])
    answer(match, SellPoints(2))
    assert of(match).points == 43
    answer(match, InvestNothing(), seat=B)
    assert match.over
    assert match.result is not None
    assert match.result.reason == "points"


def test_case_42_score() -> None:
    match = drawn(
        "investing",
        player("grocery_store", "general_store", points=30, debt=3),
        player("grocery_store", points=37),
        order=[1, 0],
        month=10,
    )
    for seat in (B, A):
        answer(match, InvestNothing(), seat=seat)
    assert told(match, GameOver) == [GameOver((32, 35), (2, 1), "last_month")]


def test_case_42_equal_scores_go_by_turn_order() -> None:
    match = drawn(
        "investing",
        player("grocery_store", "general_store", points=30, debt=3),
        player("grocery_store", points=37, debt=3),
        order=[1, 0],
        month=10,
    )
    for seat in (B, A):
        answer(match, InvestNothing(), seat=seat)
    assert match.result is not None
    assert (match.result.scores, match.result.places, match.result.reason) == ([32, 32], [2, 1], "last_month")


def test_each_seat_has_one_opportunity_even_if_the_order_changes() -> None:
    match = drawn("investing", player(cash=20, points=10), player(cash=20, points=10), player(points=9), month=2)
    answer(match, SellPoints(5))
    assert (table_of(match).order, asked(match)) == ([1, 2, 0], [B])
    answer(match, BuyPoints(1), seat=B)
    assert [order.order for order in told(match, OrderChanged)] == [(1, 2, 0)]
    assert told(match, Invested) == [Invested(A, -5, 15), Invested(B, 1, 3)]
    assert asked(match) == [2]


def test_tying_in_points_changes_nothing() -> None:
    match = drawn("investing", player(cash=3, points=9), player(points=10), player(points=10), order=[2, 1, 0], month=2)
    answer(match, InvestNothing(), seat=C)
    answer(match, InvestNothing(), seat=B)
    answer(match, BuyPoints(1))
    assert (of(match).points, table_of(match).order) == (10, [C, B, A])
    assert told(match, OrderChanged) == []


def test_points_are_bought_for_cash_alone_and_at_most_200_are_sold() -> None:
    match = drawn("investing", player(cash=47, points=230), player(points=0), month=2)
    assert [option.points for option in options(match) if isinstance(option, BuyPoints)] == [*range(1, 11)]
    assert numbers(match)[-1] == 200
    answer(match, BuyPoints(10))
    assert of(match).cash == 0
    assert options(match, B) == [InvestNothing()]


def test_utilities_force_debt_without_limit() -> None:
    match = drawn("ageing", player("duty_free", "bazaar", debt=25, cash=1), player())
    assert told(match, UtilitiesPaid) == [UtilitiesPaid(A, 6, 3), UtilitiesPaid(B, 0, 0)]
    assert (of(match).cash, of(match).debt) == (1, 28)


def test_the_last_month_depends_on_the_players() -> None:
    for seats, last in ((2, 10), (3, 10), (4, 9)):
        for month in (last - 1, last):
            match = drawn("investing", *(player() for _ in range(seats)), month=month, row="bakery")
            for seat in table_of(match).all_seats():
                answer(match, InvestNothing(), seat=seat)
            assert match.over is (month == last)


def test_a_bystander_of_the_tables_is_asked_in_sale_of_art() -> None:
    match = drawn("offering", player(), bystander(), item="food", boxes={"art": 1})
    assert (asked(match), table_of(match).item) == ([B], "art")
