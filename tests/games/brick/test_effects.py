"""Every kind of effect with a case of its own: what the same moment brings with the effect and without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

import pytest

from referee.games.brick import kinds, modifiers
from referee.games.brick.choices import (
    AgencyPass,
    BidOn,
    BuyPoints,
    CloseStore,
    DiscardMarket,
    ForPoints,
    InvestNothing,
    OpenBid,
    PayStore,
    ReturnItems,
    SaleAmount,
    SupplyMarket,
    TakeFree,
    TakePoints,
    TakeSurplus,
    Transfer,
)
from referee.games.brick.events import StoreBought, StoreClosed
from referee.games.brick.item_events import Sold, Stocked
from referee.games.brick.modifiers import WHEN
from referee.kernel.match import Match
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
    house_set,
    numbers,
    of,
    options,
    player,
    table_of,
    told,
)


@dataclass
class Case:
    """A kind, a store that has it, what is played, and what is then true."""

    kind: type[kinds.Kind]
    store: str
    play: Callable[[], Match]
    seen: Callable[[Match], Any]
    expected: Any


def buy_peddler() -> Match:
    match = drawn("buying", player("bakery", cash=9), player(), month=2, waiting=[A], row="electronics_peddler")
    return answer(match, BidOn("electronics_peddler"), OpenBid(10), PayStore(0))


def close_liquidator() -> Match:
    match = drawn("managing", player("art_liquidator art 1,1"), player(), active=A, waiting=[A, B], month=2)
    return answer(match, CloseStore(1))


def stock(item: str, *stores: str, count: int, market: int = 9, cash: int = 40) -> Match:
    match = drawn("bidding", player(*stores, cash=cash), bystander(), item=item, market={item: market})
    return answer(match, count)


def sell(item: str, *stores: str, count: int, order: tuple[int, ...] = (0, 1, 2), **rest: Any) -> Match:
    match = drawn(
        "offering", player(*stores), player(), bystander(), item=item, boxes={item: 9, "art": 9}, order=order, **rest
    )
    return answer(match, count)


def surplus() -> Match:
    match = drawn(
        "offering",
        player("resale_shop art 1,0,0", cash=20),
        player("jewelry_exporter jewelry 3,0"),
        player("jewelry_importer jewelry 0,2", points=9),
        item="jewelry",
        boxes={"jewelry": 3, "art": 1},
    )
    answer_all(match, {B: 3, C: 2})
    return answer_all(match, {B: 5, C: 6})


def supply_art() -> Match:
    return drawn("bidding", player("art_studio"), player(), item="art")


def sell_art_elsewhere() -> Match:
    return drawn("offering", player("art_purveyor art 3,0,0"), player(), item="art", boxes={"art": 1, "jewelry": 1})


def no_market() -> Match:
    return drawn(
        "offering",
        player("electronics_surplus electronics 2,0", "electronics_exporter electronics 1,0"),
        player(),
        item="electronics",
        boxes={"electronics": 3},
    )


def sell_two_types() -> Match:
    match = drawn(
        "offering",
        player("flea_market food 1,0 clothing 1,0"),
        player(),
        item="food",
        boxes={"food": 1, "clothing": 1},
    )
    return answer(match, 1, 1)


def peddler_sells() -> Match:
    return sell("electronics", "electronics_peddler electronics 1,0", count=1)


def money(match: Match) -> Any:
    return [sold.money for sold in told(match, Sold) if sold.seat == A]


def points(match: Match) -> int:
    return of(match).points


CASES = [
    Case(
        kinds.PurchaseDiscount, "electronics_peddler", buy_peddler, lambda match: told(match, StoreBought)[0].price, 4
    ),
    Case(kinds.PointsOnClose, "art_liquidator", close_liquidator, points, 16),
    Case(
        kinds.DrawAndDiscard,
        "marketing_firm",
        lambda: drawn("advertising", player("marketing_firm", hand="m03"), player(), market_deck="m01 m02"),
        options,
        [DiscardMarket("m01"), DiscardMarket("m02"), DiscardMarket("m03")],
    ),
    Case(
        kinds.PeekAndAdd,
        "advertisement_agency",
        lambda: drawn("adding", player("advertisement_agency"), player(), market_deck="m01 m02"),
        lambda match: (asked(match), options(match)[0]),
        ([A], AgencyPass()),
    ),
    Case(
        kinds.SelfSupply,
        "small_textile_mill",
        lambda: drawn("supplying", player("small_textile_mill clothing 2,0"), bystander()),
        lambda match: of(match).building[0].items("clothing"),
        3,
    ),
    Case(
        kinds.StockDiscount,
        "duty_free",
        lambda: stock("jewelry", "duty_free", count=2),
        lambda match: told(match, Stocked)[0].cost,
        2 * 6,
    ),
    Case(
        kinds.BulkDiscount,
        "small_loading_dock",
        lambda: stock("clothing", "small_loading_dock", "thrift_store", count=3),
        lambda match: told(match, Stocked)[0].cost,
        3 * 1,
    ),
    Case(
        kinds.PointsIfStocked,
        "jewelry_importer",
        lambda: stock("jewelry", "jewelry_importer", count=3),
        points,
        12,
    ),
    Case(
        kinds.FreeStock,
        "consignment_store",
        lambda: stock("jewelry", "consignment_store", count=0),
        options,
        [TakeFree(1, 0), TakeFree(1, 1), TakeFree(1, 2)],
    ),
    Case(kinds.SupplyOrPoints, "art_studio", supply_art, options, [TakePoints(1), SupplyMarket(1)]),
    Case(
        kinds.TransferIn,
        "warehouse",
        lambda: drawn(
            "transferring", player("gift_shop clothing 0,1", "warehouse jewelry 1,0,0"), player(), demand_pile="m01"
        ),
        options,
        [Transfer("clothing", 1, 2, 0), Transfer("clothing", 1, 2, 1)],
    ),
    Case(
        kinds.SellBonus,
        "auction_house",
        lambda: sell("art", "auction_house art 2,0", count=1),
        money,
        [27],
    ),
    Case(
        kinds.SellBonusFirst,
        "knockoff_electronics",
        lambda: sell("electronics", "knockoff_electronics electronics 2,0", count=2),
        money,
        [2 * 15],
    ),
    Case(
        kinds.PointsPerSold,
        "antique_store",
        lambda: sell("jewelry", "antique_store jewelry 1,1", count=2),
        lambda match: (money(match), points(match)),
        ([30], 12),
    ),
    Case(
        kinds.PointsInstead,
        "warehouse",
        lambda: sell("jewelry", "warehouse jewelry 2,0,0", count=2),
        lambda match: (money(match), points(match)),
        ([0], 16),
    ),
    Case(
        kinds.PointsChoice,
        "electronics_distributor",
        lambda: answer(sell("electronics", "electronics_distributor electronics 3,0", count=3), ForPoints(1, 1)),
        lambda match: (money(match), points(match)),
        ([22], 13),
    ),
    Case(
        kinds.SellInto,
        "art_purveyor",
        sell_art_elsewhere,
        options,
        [SaleAmount(0), SaleAmount(1), SaleAmount(2)],
    ),
    Case(kinds.SaleNeedsMarket, "electronics_surplus", no_market, numbers, [0, 1]),
    Case(
        kinds.CloseIfSold,
        "electronics_peddler",
        peddler_sells,
        lambda match: told(match, StoreClosed),
        [StoreClosed(A, 1, "electronics_peddler")],
    ),
    Case(kinds.BuySurplus, "resale_shop", surplus, options, [TakeSurplus(1, C, count) for count in (0, 1, 2)]),
    Case(kinds.PointsIfTypesSold, "flea_market", sell_two_types, points, 11),
    Case(
        kinds.ReturnExpired,
        "pawn_shop",
        lambda: drawn("ageing", player("pawn_shop electronics 0,1"), player()),
        options,
        [ReturnItems(1, "electronics", 0), ReturnItems(1, "electronics", 1)],
    ),
    Case(
        kinds.HoldOrClose,
        "jewelry_collector",
        lambda: drawn("ageing", player("jewelry_collector"), player()),
        building,
        [],
    ),
    Case(
        kinds.SplitPurchase,
        "bank",
        lambda: answer(drawn("investing", player("bank", cash=6), player()), BuyPoints(1)),
        options,
        [InvestNothing(), BuyPoints(1)],
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind.__name__)
def test_a_kind_of_effect(case: Case) -> None:
    assert house_set().by_store[case.store].effect(case.kind) is not None, "the store has another effect"
    assert case.seen(case.play()) == case.expected


def test_every_kind_has_its_case_its_moment_and_a_store() -> None:
    every = set(get_args(kinds.Effect))
    assert {case.kind for case in CASES} == every
    assert {kind for moment in WHEN.values() for kind in moment} == every
    assert {type(effect) for card in house_set().stores.values() for effect in card.effects} == every


def test_what_is_said_of_the_moments_names_functions_that_there_are() -> None:
    said = [where.rpartition(": ")[2] for listed in WHEN.values() for where in listed.values() if ": " in where]
    assert len(said) >= 12
    assert [name for name in said if not callable(getattr(modifiers, name, None))] == []


def test_the_moments_are_those_that_the_kinds_allow() -> None:
    allowed = {(kind, phase) for kind in get_args(kinds.Effect) for phase in get_args(allowed_moments(kind))}
    assert {(kind, moment) for moment, listed in WHEN.items() for kind in listed} == allowed


def allowed_moments(kind: type[kinds.Kind]) -> Any:
    return get_type_hints(kind)["phase"]


WITHOUT = [
    pytest.param(lambda: stock("jewelry", "mall_gallery", count=2), lambda match: told(match, Stocked)[0].cost, 14),
    pytest.param(
        lambda: stock("clothing", "small_loading_dock", "thrift_store", count=2),
        lambda match: told(match, Stocked)[0].cost,
        4,
    ),
    pytest.param(lambda: stock("jewelry", "jewelry_importer", count=2), points, 10),
    pytest.param(lambda: sell("art", "art_gallery art 2,0,0", count=1), money, [20]),
    pytest.param(lambda: sell("jewelry", "antique_store jewelry 2,0", count=2), points, 10),
    pytest.param(
        lambda: sell("electronics", "electronics_surplus electronics 2,0", count=2, market={"electronics": 1}),
        money,
        [22],
    ),
    pytest.param(lambda: sell("food", "food_distributor food 1,0", count=1), points, 10),
    pytest.param(
        lambda: sell("food", "bakery food 5", count=5), lambda match: (money(match), points(match)), ([20], 11)
    ),
]


@pytest.mark.parametrize(("play", "seen", "expected"), WITHOUT)
def test_a_condition_that_is_not_met(play: Callable[[], Match], seen: Callable[[Match], Any], expected: Any) -> None:
    assert seen(play()) == expected


def test_a_worth_is_never_less_than_nothing() -> None:
    match = drawn(
        "offering",
        player("pawn_shop electronics 2,0"),
        player("electronics_exporter electronics 2,0"),
        bystander(),
        item="electronics",
        boxes={"electronics": 3, "art": 1},
    )
    answer_all(match, {A: 2, B: 1})
    answer_all(match, {A: 4, B: 5})
    assert money(match) == [0]


def test_simultaneous_gains_follow_the_turn_order_of_the_moment() -> None:
    """B stands first; C gains before A, and whoever passes stands earlier at once."""
    match = drawn(
        "sold",
        player("flea_market", points=9, sold_types=["food", "clothing"]),
        player("flea_market", points=12, sold_types=["food", "clothing"]),
        player("bazaar", points=10, sold_types=["food", "clothing", "art"]),
        order=[1, 2, 0],
        item="art",
    )
    assert table_of(match).order == [B, C, A]
    assert [player.points for player in table_of(match).players] == [10, 13, 12]
