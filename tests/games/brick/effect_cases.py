"""A case for every kind of effect: what is played, in a store that has the effect, and what is then true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.games.brick import kinds
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
    numbers,
    of,
    options,
    player,
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
