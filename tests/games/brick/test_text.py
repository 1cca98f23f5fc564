"""What people read: views, options, events and cards."""

from __future__ import annotations

import pytest

import referee
from referee.games.brick import choices, events, item_events
from referee.games.brick.item_events import Bid, Offer, Portion
from referee.games.brick.legend import store_text
from referee.games.brick.state import Dial, Played
from referee.kernel.asking import Option
from referee.kernel.table import Event
from tests.games.brick.tables import A, B, drawn, house_set, player

GAME = referee.all_games()["brick"]

OPTIONS: list[tuple[Option, str]] = [
    (choices.DraftStore("food_bank"), "keep food bank"),
    (choices.StartingStore("newts_clothing"), "begin with newts clothing"),
    (choices.PassBuying(), "buy no store"),
    (choices.BuyFromHand("bank"), "buy bank from your hand"),
    (choices.BidOn("bank"), "start an auction for bank"),
    (choices.OpenBid(8), "bid $8"),
    (choices.DropOut(), "drop out of the auction"),
    (choices.RaiseBid(9), "bid $9"),
    (choices.PayStore(1), "pay, and take 1 debt token"),
    (choices.PayStore(2), "pay, and take 2 debt tokens"),
    (choices.Done(), "done"),
    (choices.CloseStore(2), "close the store in slot 2"),
    (choices.OpenStore(), "open the new store"),
    (choices.DiscardMarket("m01"), "discard m01"),
    (choices.KeepHand(), "keep your market cards"),
    (choices.RedrawAll(), "discard all market cards and draw as many"),
    (choices.RedrawOne("m01"), "discard m01 and draw a card"),
    (choices.PlayCard("m01", "demand"), "play m01 as demand"),
    (choices.AgencyPass(), "look at no pile"),
    (choices.AgencySide("supply"), "look at the supply pile, and add a card to it or none"),
    (choices.AddNone(), "add no card"),
    (choices.AddCard("m01"), "add m01"),
    (choices.SupplyBid(9), "bid $9 for each item"),
    (choices.StockAmount(1), "stock 1 item"),
    (choices.StockSplit(1, 3), "put 3 items into slot 1"),
    (choices.TakeFree(2, 1), "take 1 item free of charge into slot 2"),
    (choices.TakePoints(1), "gain the points of slot 1"),
    (choices.SupplyMarket(1), "supply the market from slot 1"),
    (choices.Transfer("food", 1, 2, 3), "move 3 food from slot 1 to slot 2"),
    (choices.SaleAmount(2), "sell 2 items"),
    (choices.SaleQuantity(2), "offer 2 items"),
    (choices.SalePrice(0), "ask $0 for each item"),
    (choices.NoPrice(), "no price: you offer nothing"),
    (choices.SaleSplit(1, 2), "sell 2 items from slot 1"),
    (choices.SaleToDemand(2), "put 2 items on the demand cards"),
    (choices.SaleToJewelry(1), "put 1 item into jewelry boxes"),
    (choices.ForPoints(1, 2), "take points for 2 items of slot 1"),
    (choices.SurplusSplit(1, 2), "lose 2 items of slot 1 as surplus"),
    (choices.TakeSurplus(1, B, 2), "buy 2 items of seat 1 for slot 1"),
    (choices.ReturnItems(1, "art", 1), "give 1 expired art of slot 1 to the market"),
    (choices.InvestNothing(), "neither buy nor sell points"),
    (choices.BuyPoints(1), "buy 1 point"),
    (choices.SellPoints(2), "sell 2 points"),
]


@pytest.mark.parametrize(("option", "text"), OPTIONS, ids=[text for _, text in OPTIONS])
def test_an_option_is_told(option: Option, text: str) -> None:
    assert GAME.option_text(option) == text


def test_every_option_has_a_text_here() -> None:
    assert {type(option) for option, _ in OPTIONS} == set(GAME.choices)


SOLD = "seat 0 sells 1 item (slot 1) of art at $9 (0 on demand cards, 1 in jewelry boxes, 0 in own boxes), and gets $9"
EVENTS: list[tuple[Event, str]] = [
    (events.PartBegins(2, "sale"), "February: Sale begins"),
    (events.OrderChanged((B, A)), "the turn order is now 1, 0"),
    (events.PointsChanged(A, 1, 11), "seat 0 gains 1 point: it has 11"),
    (events.PointsChanged(A, -2, 8), "seat 0 loses 2 points: it has 8"),
    (events.LastRound(), "the investment token is reached: the match ends with this month"),
    (events.RowChanged(("bank", "bazaar"), ""), "now for sale: bank, bazaar; next: nothing"),
    (events.MarketDrawn(A, 2), "seat 0 draws 2 market cards"),
    (events.MarketDrawn(A, 2, ("m01", "m02")), "seat 0 draws m01, m02"),
    (events.MarketDiscarded(A, ("m01",)), "seat 0 discards m01"),
    (events.Reshuffled(6), "the discard pile becomes a market deck of 6 cards"),
    (events.PacketTaken(A, 4), "seat 0 takes up a draft packet: 4 cards"),
    (events.PacketTaken(A, 1, ("bank",)), "seat 0 takes up a draft packet: bank"),
    (events.Drafted(A), "seat 0 keeps a store card"),
    (events.Drafted(A, "bank"), "seat 0 keeps bank"),
    (events.Started(A, "newts_clothing"), "seat 0 begins with newts clothing"),
    (events.PassedBuying(A), "seat 0 buys no store"),
    (events.AuctionOpened(A, "bank", 10), "seat 0 starts an auction for bank with $10"),
    (events.BidRaised(A, 11), "seat 0 bids $11"),
    (events.BidDropped(A), "seat 0 drops out"),
    (events.StoreBought(A, "bank", True, 10, 0), "seat 0 buys bank from its hand for $10"),  # noqa: FBT003
    (events.StoreBought(A, "bank", False, 10, 1), "seat 0 buys bank from the row for $10 with 1 debt token"),  # noqa: FBT003
    (events.StoreOpened(A, 1, "bank"), "seat 0 opens bank in slot 1"),
    (events.StoreClosed(A, 1, "bank"), "bank of seat 0, slot 1, is closed"),
    (events.NotOpened(A, "bank"), "seat 0 does not open bank"),
    (events.CardPlayed(A), "seat 0 plays a market card"),
    (events.CardPlayed(A, "m01", "supply"), "seat 0 plays m01 as supply"),
    (events.Gathered(("m01",), 2), "gathered: supply cards m01, and 2 demand cards"),
    (events.PileChosen(A, None), "seat 0 looks at no pile"),
    (events.PileChosen(A, "demand"), "seat 0 looks at the demand pile"),
    (events.PileChosen(A, "demand", ("m01",)), "seat 0 looks at the demand pile: m01"),
    (events.PileGrew(A, added=False), "seat 0 adds no card"),
    (events.PileGrew(A, added=True), "seat 0 adds a card"),
    (events.PileGrew(A, added=True, card="m01"), "seat 0 adds m01"),
    (item_events.SelfSupplied(A, 1, "food", 2), "2 food come to slot 1 of seat 0"),
    (item_events.MarketSupplied((1, 0, 0, 0, 2)), "added to the market: 1 food, 2 art"),
    (item_events.SupplyBids("art", (Bid(A, 11), Bid(B, 12))), "bids for art: seat 0 $11, seat 1 $12"),
    (
        item_events.Stocked(A, "art", 10, (Portion(2, 1),), 10, 2),
        "seat 0 stocks 1 item (slot 2) of art at $10, and pays $10 with 2 debt tokens",
    ),
    (item_events.Stocked(A, "art", 10, (), 0, 0), "seat 0 stocks nothing of art at $10, and pays $0"),
    (item_events.StockedFree(A, 1, "art", 1), "seat 0 takes 1 art free of charge into slot 1"),
    (item_events.StoreSupplied(A, 1, "art", 1), "slot 1 of seat 0 supplies the market with 1 art"),
    (item_events.DemandShown(("m01",), (3, 2, 0, 0, 0)), "the demand cards are m01: 3 food, 2 clothing"),
    (item_events.Transferred(A, "food", 1, 2, 3), "seat 0 moves 3 food from slot 1 to slot 2"),
    (item_events.SaleBids("art", (Offer(A, 2, 11), Offer(B, 0, None))), "offers of art: seat 0 2 at $11, seat 1 0"),
    (
        item_events.Sold(A, "art", 9, (Portion(1, 1),), 0, 1, 0, 9),
        SOLD,
    ),
    (item_events.SurplusTaken(A, "art", (Portion(1, 2),)), "seat 0 has a surplus of art: 2 items (slot 1)"),
    (item_events.SurplusBought(A, 1, B, "art", 1, 10), "seat 0 buys 1 art of seat 1 for $10 into slot 1"),
    (item_events.Expired(A, 1, "art", 2), "2 art of seat 0 expire in slot 1"),
    (item_events.Returned(A, 1, "art", 2), "seat 0 gives 2 art from slot 1 to the market"),
    (events.UtilitiesPaid(A, 3, 1), "seat 0 pays $3 for utilities with 1 debt token"),
    (events.Invested(A, 0, 0), "seat 0 neither buys nor sells points"),
    (events.Invested(A, 2, 6), "seat 0 buys 2 points for $6"),
    (events.Invested(A, -1, 3), "seat 0 sells 1 point for $3"),
    (events.GameOver((3, 5), (2, 1), "points"), "the game is over (points); scores [3, 5], places [2, 1]"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "text"), EVENTS, ids=[text for _, text in EVENTS])
def test_an_event_is_told(event: Event, text: str) -> None:
    assert GAME.event_text(event) == text


def test_every_event_has_a_text_here() -> None:
    assert {type(event) for event, _ in EVENTS} == set(GAME.event_types)


def test_every_store_has_words_of_its_own() -> None:
    cards = house_set()
    assert store_text(cards.by_store["bakery"]) == (
        "cost $8; utilities $1; 3 points; holds 6 food on 1 shelf; food sold from it: $2 less for each item; "
        "1 point for every 3 items sold at one time"
    )
    assert store_text(cards.by_store["fulfillment_center_luxury"]).endswith(
        "2 own boxes for jewelry; 2 own boxes for art"
    )
    assert store_text(cards.by_store["antique_store"]).endswith("sold from its bottom shelf at one time")
    assert len({store_text(card) for card in cards.stores.values()}) >= 60


def test_a_view_in_the_middle_of_a_month() -> None:
    """A person can play from it."""
    me = player(
        "fulfillment_center", "bakery food 2", cash=7, hand="m01 m02", stores="bank", demand="m03", debt=2,
        peeked=["m03", "m04"], redrawn=True, borrowed=True, surplus=1, sold_types=["food"],
    )  # fmt: skip
    other = player(hand="m05", bought="bazaar", played=[Played("m06", "supply")], demand="m04")
    match = drawn(
        "managing", me, other, active=B, waiting=[B], month=3, part="sale", item="jewelry", last_round=True,
        market={"food": 2, "art": 1}, supply_pile="m07", row="freezer", on_deck="warehouse", discard="m08 m08",
        dials={A: Dial(3, 2), B: Dial(None, 0)}, revealed=True, market_deck="m09",
    )  # fmt: skip
    told = match.view_text(match.view(A)).split("Prices:")[0]
    assert told == (
        "March: Sale of jewelry. Turn order: 0, 1.\n"
        "The match ends with this month.\n"
        "Market: 2 food, 1 art.\n"
        "For sale, oldest first: freezer; next: warehouse.\n"
        "Supply cards: m07.\n"
        "Demand cards, face down: 2.\n"
        "Seat 0 bids 2 at $3.\n"
        "Seat 1 bids 0 at no price.\n"
        "Market deck: 1; discarded: 2 m08.\n"
        "Store deck: 0; out of play: nothing, and 0 face down.\n"
        "Seat 0 (you): 10 points, debt 2; market cards 2, store cards 1, has redrawn, has sold food, surplus 1.\n"
        "  Slot 1: fulfillment center: free boxes [3, 3, 2].\n"
        "  Slot 2: bakery: food [2].\n"
        "Seat 1: 10 points, debt 0; market cards 1, store cards 0, played 1, bought bazaar.\n"
        "You have $7; market cards m01, m02; store cards bank.\n"
        "Your cards in the demand pile: m03.\n"
        "The demand pile as you saw it: m03, m04.\n"
    )
    assert "has taken debt" not in told, "that is over with the Supply Phase"
    others = match.view_text(match.view(None)).split("Prices:")[0]
    assert "$7" not in others
    assert "m03" not in others


@pytest.mark.parametrize(
    ("part", "facts"),
    [
        pytest.param("building", "", id="nothing of last month"),
        pytest.param("advertisement", ", has redrawn", id="from Advertisement on"),
        pytest.param("supply", ", has redrawn, has taken debt in this Supply Phase", id="in Supply"),
        pytest.param("sale", ", has redrawn, has sold food", id="from Sale on"),
        pytest.param("investment", ", has redrawn, has sold food", id="to the end of the month"),
    ],
)
def test_facts_of_the_month_are_told_while_they_hold(part: str, facts: str) -> None:
    me = player(redrawn=True, borrowed=True, sold_types=["food"])
    match = drawn("managing", me, player(), active=B, waiting=[B], month=3, part=part, row="freezer")
    told = match.view_text(match.view(A))
    assert f"Seat 0 (you): 10 points, debt 0; market cards 0, store cards 0{facts}.\n" in told


def test_a_view_of_the_draft_and_of_an_auction() -> None:
    match = referee.start("brick", seats=2, seed=1)
    told = match.view_text(match.view(A))
    assert "January: draft of store cards." in told
    assert "Starting stores: herrons market, newts clothing, andrews deli." in told
    assert "Your draft packet: " in told
    match.answer({A: 0})
    assert f"You have chosen: {GAME.option_text(match.asked_in_all[A][0])}." in match.view_text(match.view(A))
    assert "You have chosen" not in match.view_text(match.view(B))
    match = drawn("buying", player(cash=20), player(), month=2, waiting=[A, B], row="bakery")
    match.answer({A: 1})
    match.answer({A: 2})
    assert "Auction of bakery: seat 0 bids $10; still in: 1, 0." in match.view_text(match.view(None))


def test_a_view_of_sale_tells_the_boxes() -> None:
    sale = drawn("transferring", player("gift_shop clothing 1,0", "warehouse"), player(), demand_pile="m01")
    assert "Demand cards: m01; free boxes: nothing." in sale.view_text(sale.view(None))


def test_own_played_cards_are_told_to_their_seat() -> None:
    match = drawn("playing", player(hand="m01 m02"), player(hand="m03 m04"), market_deck="m05")
    match.answer({A: 1, B: 0})
    assert "You have played: m01 as demand." in match.view_text(match.view(A))
    assert "m01" not in match.view_text(match.view(B)).split("Prices")[0]
