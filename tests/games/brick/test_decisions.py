"""Every kind of decision of the spec's table: what is listed, in which order, and what is done for who is too late."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

import referee
from referee.games.brick.choices import (
    AddCard,
    AddNone,
    AgencyPass,
    AgencySide,
    BidOn,
    BuyFromHand,
    BuyPoints,
    CloseStore,
    DiscardMarket,
    Done,
    DraftStore,
    DropOut,
    ForPoints,
    InvestNothing,
    KeepHand,
    NoPrice,
    OpenBid,
    OpenStore,
    PassBuying,
    PayStore,
    PlayCard,
    RaiseBid,
    RedrawAll,
    RedrawOne,
    ReturnItems,
    SaleAmount,
    SalePrice,
    SaleQuantity,
    SaleSplit,
    SaleToDemand,
    SaleToJewelry,
    SellPoints,
    StartingStore,
    StockAmount,
    StockSplit,
    SupplyBid,
    SupplyMarket,
    SurplusSplit,
    TakeFree,
    TakePoints,
    TakeSurplus,
    Transfer,
)
from referee.kernel.asking import Option
from referee.kernel.match import Match
from tests.games.brick.decision_tables import (
    FOUR,
    THREE,
    art_elsewhere,
    buying,
    competition,
    drafted,
    split_sale,
    stocking,
    surplus_for_sale,
    to_demand,
)
from tests.games.brick.tables import A, B, answer, answer_all, drawn, options, player


@dataclass
class Decision:
    """A decision of the table: who is asked, what is listed, and which of it is the default."""

    name: str
    match: Callable[[], Match]
    listed: list[Option]
    default: Option
    seat: referee.Seat = A


DECISIONS = [
    Decision(
        "draft_store",
        lambda: drawn(
            "drafting",
            player(packet="bank bazaar exporter freezer"),
            player(packet="bakery food_bank gift_shop warehouse"),
            starting_stores="herrons_market newts_clothing",
        ),
        [DraftStore(store) for store in ("bank", "bazaar", "exporter", "freezer")],
        DraftStore("bank"),
    ),
    Decision(
        "starting_store",
        drafted,
        [StartingStore(store) for store in ("herrons_market", "newts_clothing", "andrews_deli")],
        StartingStore("herrons_market"),
    ),
    Decision(
        "buy_store",
        buying,
        [
            PassBuying(), BuyFromHand("bank"), BuyFromHand("bazaar"),
            BidOn("bakery"), BidOn("duty_free"), BidOn("freezer"),
        ],
        PassBuying(),
    ),
    Decision(
        "open_bid",
        lambda: answer(buying(), BidOn("bakery")),
        [OpenBid(amount) for amount in range(8, 52)],
        OpenBid(8),
    ),
    Decision(
        "raise_bid",
        lambda: answer(buying(), BidOn("bakery"), OpenBid(45)),
        [DropOut(), RaiseBid(46), RaiseBid(47), RaiseBid(48), RaiseBid(49)],
        DropOut(),
        B,
    ),
    Decision(
        "pay_store",
        lambda: answer(buying(), BuyFromHand("bazaar")),
        [PayStore(debt) for debt in range(1, 8)],
        PayStore(1),
    ),
    Decision(
        "manage, something bought",
        lambda: drawn("managing", player("bakery", bought="bank"), player(), active=A, waiting=[A], month=2),
        [Done(), CloseStore(1), OpenStore()],
        OpenStore(),
    ),
    Decision(
        "manage, nothing bought",
        lambda: drawn("managing", player("bakery"), player(), active=A, waiting=[A], month=2),
        [Done(), CloseStore(1)],
        Done(),
    ),
    Decision(
        "discard_market",
        lambda: drawn("advertising", player("marketing_firm", hand="m02 m03"), player(), market_deck="m01 m03"),
        [DiscardMarket("m01"), DiscardMarket("m02"), DiscardMarket("m03")],
        DiscardMarket("m01"),
    ),
    Decision(
        "redraw",
        lambda: drawn("redrawing", player(*THREE, hand="m01 m02 m02"), player(), market_deck="m03"),
        [KeepHand(), RedrawAll(), RedrawOne("m01"), RedrawOne("m02")],
        KeepHand(),
    ),
    Decision(
        "play_card",
        lambda: drawn("playing", player(hand="m01 m02 m02"), player(hand="m01"), market_deck="m03"),
        [PlayCard(card, side) for card in ("m01", "m02") for side in ("supply", "demand")],
        PlayCard("m01", "supply"),
    ),
    Decision(
        "play_card, third",
        lambda: drawn("gathering", player(*FOUR, hand="m01"), player(), market_deck="m03"),
        [Done(), PlayCard("m01", "supply"), PlayCard("m01", "demand")],
        Done(),
    ),
    Decision(
        "agency_side",
        lambda: drawn("adding", player("advertisement_agency", hand="m01"), player()),
        [AgencyPass(), AgencySide("supply"), AgencySide("demand")],
        AgencyPass(),
    ),
    Decision(
        "agency_card",
        lambda: answer(
            drawn("adding", player("advertisement_agency", hand="m01 m02"), player()), AgencySide("demand")
        ),
        [AddNone(), AddCard("m01"), AddCard("m02")],
        AddNone(),
    ),
    Decision(
        "supply_bid",
        lambda: drawn(
            "bidding", player("auction_house"), player("art_gallery"), item="art", market={"art": 1}
        ),
        [SupplyBid(price) for price in range(10, 21)],
        SupplyBid(10),
        B,
    ),
    Decision("stock_amount", stocking, [StockAmount(0), StockAmount(1), StockAmount(2)], StockAmount(0)),
    Decision(
        "stock_split",
        lambda: answer(stocking(), 2),
        [StockSplit(1, 0), StockSplit(1, 1), StockSplit(1, 2)],
        StockSplit(1, 0),
    ),
    Decision(
        "free_stock",
        lambda: answer(drawn("bidding", player("food_bank"), player(), item="food", market={"food": 1}), 0),
        [TakeFree(1, 0), TakeFree(1, 1)],
        TakeFree(1, 0),
    ),
    Decision(
        "supply_or_points",
        lambda: drawn("bidding", player("art_studio"), player(), item="art"),
        [TakePoints(1), SupplyMarket(1)],
        TakePoints(1),
    ),
    Decision(
        "transfer",
        lambda: drawn("transferring", player("bakery food 2", "freezer"), player(), demand_pile="m01"),
        [Transfer("food", 1, 2, count) for count in (0, 1, 2)],
        Transfer("food", 1, 2, 0),
    ),
    Decision(
        "sale_amount",
        lambda: drawn("offering", player("bakery food 2"), player(), item="food", boxes={"food": 1}),
        [SaleAmount(0), SaleAmount(1)],
        SaleAmount(0),
    ),
    Decision("sale_quantity", competition, [SaleQuantity(count) for count in range(3)], SaleQuantity(0)),
    Decision(
        "sale_price", lambda: competition("pricing"), [SalePrice(price) for price in range(9)], SalePrice(8)
    ),
    Decision(
        "sale_price, nothing offered",
        lambda: answer_all(competition(), {A: 0, B: 1}),
        [NoPrice()],
        NoPrice(),
    ),
    Decision(
        "sale_split", split_sale, [SaleSplit(1, 0), SaleSplit(1, 1), SaleSplit(1, 2)], SaleSplit(1, 0)
    ),
    Decision(
        "sale_to_demand", to_demand, [SaleToDemand(0), SaleToDemand(1), SaleToDemand(2)], SaleToDemand(2)
    ),
    Decision(
        "sale_to_jewelry",
        art_elsewhere,
        [SaleToJewelry(0), SaleToJewelry(1), SaleToJewelry(2)],
        SaleToJewelry(0),
    ),
    Decision(
        "points_choice",
        lambda: answer(
            drawn("offering", player("food_distributor food 4,0"), player(), item="food", boxes={"food": 4}), 4
        ),
        [ForPoints(1, 0), ForPoints(1, 1), ForPoints(1, 2)],
        ForPoints(1, 0),
    ),
    Decision(
        "surplus_split",
        lambda: competition("delivering"),
        [SurplusSplit(1, 0), SurplusSplit(1, 1)],
        SurplusSplit(1, 0),
        B,
    ),
    Decision(
        "buy_surplus", surplus_for_sale, [TakeSurplus(1, B, 0), TakeSurplus(1, B, 1)], TakeSurplus(1, B, 0)
    ),
    Decision(
        "return_expired",
        lambda: drawn("ageing", player("pawn_shop jewelry 0,1"), player()),
        [ReturnItems(1, "jewelry", 0), ReturnItems(1, "jewelry", 1)],
        ReturnItems(1, "jewelry", 0),
    ),
    Decision(
        "invest",
        lambda: drawn("investing", player(cash=6, points=2), player()),
        [InvestNothing(), BuyPoints(1), BuyPoints(2), SellPoints(1), SellPoints(2)],
        InvestNothing(),
    ),
    Decision(
        "invest_again",
        lambda: answer(drawn("investing", player("bank", cash=6), player()), BuyPoints(1)),
        [InvestNothing(), BuyPoints(1)],
        InvestNothing(),
    ),
]  # fmt: skip


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.name)
def test_a_decision(decision: Decision) -> None:
    """Who never answers plays on; and so does a match that was saved just then."""
    match = decision.match()
    assert options(match, decision.seat) == decision.listed
    assert options(match, decision.seat)[match.default(decision.seat)] == decision.default
    again = Match.from_bytes(match.to_bytes())
    for one in (match, again):
        while one.asked:
            one.answer({seat: one.default(seat) for seat in one.asked})
    assert match.result == again.result
    assert match.table == again.table


def test_every_option_is_in_the_table() -> None:
    listed = {type(option) for decision in DECISIONS for option in decision.listed}
    assert listed == set(referee.all_games()["brick"].choices)
