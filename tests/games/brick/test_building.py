"""Set-up and Building; the number of each case is that of the worked case."""

from __future__ import annotations

import pytest

import referee
from referee.games.brick.choices import (
    BidOn,
    BuyFromHand,
    CloseStore,
    Done,
    DraftStore,
    DropOut,
    OpenBid,
    OpenStore,
    PassBuying,
    PayStore,
    RaiseBid,
    StartingStore,
)
from referee.games.brick.events import NotOpened, PartBegins, RowChanged, Started, StoreBought
from referee.games.brick.view import AuctionView
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.brick.tables import (
    A,
    B,
    C,
    answer,
    answer_all,
    asked,
    building,
    drawn,
    go_on,
    house_set,
    numbers,
    of,
    options,
    player,
    table_of,
    told,
)

TWO = ["herrons_market", "newts_clothing", "andrews_deli"]
THREE = [*TWO, "kimberlys_market"]
OFFERED = {2: TWO, 3: THREE, 4: [*THREE, "mios_corner_store", "kristens_fashions"]}


def draft(match: Match) -> Match:
    """All seats keep the first card of each packet."""
    for _ in range(3):
        answer_all(match, {seat: options(match, seat)[0] for seat in asked(match)})
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_case_13_starting_stores(seats: int) -> None:
    match = draft(referee.start("brick", seats=seats, seed=1, options={"start_seat": 1}))
    assert options(match, B) == [StartingStore(store) for store in OFFERED[seats]]
    answer(match, StartingStore("herrons_market"), seat=B)
    second = Seat(2 % seats)
    assert options(match, second) == [StartingStore(store) for store in OFFERED[seats][1:]]
    (started,) = of(match, B).building
    assert started.shelves == {"food": [4, 0], "clothing": [1, 0]}


def test_case_14_draft() -> None:
    match = referee.start("brick", seats=3, seed=5)
    packets = [of(match, Seat(seat)).packet for seat in range(3)]
    assert [len(packet) for packet in packets] == [4, 4, 4]
    assert options(match, A) == [DraftStore(store) for store in sorted(packets[0])]
    first = {Seat(seat): DraftStore(min(packets[seat])) for seat in range(3)}
    rest = sorted(packets[0])[1:]
    answer_all(match, first)
    assert of(match, B).packet == rest
    answer_all(match, {seat: options(match, seat)[0] for seat in asked(match)})
    answer_all(match, {seat: options(match, seat)[0] for seat in asked(match)})
    assert [len(of(match, Seat(seat)).stores) for seat in range(3)] == [3, 3, 3]
    assert [of(match, Seat(seat)).packet for seat in range(3)] == [[], [], []]
    assert len(table_of(match).face_down) == 3


def test_case_15_january() -> None:
    match = draft(referee.start("brick", seats=2, seed=1))
    row = list(table_of(match).row)
    for _ in range(2):
        (seat,) = asked(match)
        answer(match, options(match, seat)[0], seat=seat)
    assert table_of(match).part == "advertisement"
    go_on(match, "building")
    assert (table_of(match).month, table_of(match).row) == (2, row)
    assert told(match, PartBegins)[0] == PartBegins(1, "building")
    assert len(told(match, Started)) == 2


def auction() -> Match:
    return drawn(
        "buying",
        player(cash=20),
        player(cash=20),
        player(cash=20, stores="grocery_store"),
        month=2,
        waiting=[A, B, C],
        row="bakery duty_free freezer gift_shop",
        on_deck="bazaar",
        store_deck="art_studio flea_market",
    )


def test_case_16_an_auction_lost_by_its_starter() -> None:
    match = auction()
    answer(match, BidOn("duty_free"))
    assert numbers(match) == [*range(15, 61)]
    answer(match, OpenBid(15))
    assert options(match, B) == [DropOut(), *(RaiseBid(bid) for bid in range(16, 61))]
    assert match.view(None).auction == AuctionView("duty_free", 15, A, (B, C, A))
    answer(match, RaiseBid(16), seat=B)
    assert match.view(None).auction == AuctionView("duty_free", 16, B, (C, A, B))
    answer(match, DropOut(), seat=C)
    answer(match, DropOut(), seat=A)
    assert asked(match) == [B]
    answer(match, PayStore(0), seat=B)
    assert of(match, B).cash == 4
    answer(match, OpenStore(), Done(), seat=B)
    assert table_of(match).row == ["bakery", "freezer", "gift_shop", "bazaar"]
    assert asked(match) == [A]
    answer(match, PassBuying(), Done())
    answer(match, BuyFromHand("grocery_store"), PayStore(0), OpenStore(), Done(), seat=C)
    assert table_of(match).row == ["freezer", "gift_shop", "bazaar", "art_studio"]
    assert (table_of(match).on_deck, table_of(match).box) == ("flea_market", ["bakery"])
    assert [bought.store for bought in told(match, StoreBought)] == ["duty_free", "grocery_store"]
    assert told(match, PartBegins)[0].part == "advertisement", "B is not asked again"


def test_case_17_nobody_buys_from_the_row() -> None:
    match = auction()
    table_of(match).store_deck += ["exporter", "bank", "art_gallery"]
    answer(match, PassBuying(), Done())
    answer(match, PassBuying(), Done(), seat=B)
    answer(match, BuyFromHand("grocery_store"), PayStore(0), OpenStore(), Done(), seat=C)
    assert table_of(match).row == ["bazaar", "art_studio", "flea_market", "exporter"]
    assert table_of(match).on_deck == "bank"
    assert table_of(match).box == ["bakery", "duty_free", "freezer", "gift_shop"]


def test_case_18_the_last_unfinished_seat_wins_at_once() -> None:
    match = drawn(
        "buying", player(), player(cash=20), month=2, waiting=[B], row="bakery duty_free", on_deck="freezer",
        store_deck="bazaar",
    )  # fmt: skip
    answer(match, BidOn("bakery"), OpenBid(8), seat=B)
    assert numbers(match, B) == [0, 1, 2, 3, 4]
    answer(match, 0, seat=B)
    assert (of(match, B).cash, of(match, B).bought) == (12, "bakery")


def test_case_19_the_price_of_a_peddler() -> None:
    match = drawn(
        "buying",
        player("herrons_market", cash=4),
        player(),
        month=2,
        waiting=[A],
        row="electronics_peddler",
        on_deck="bank",
    )
    answer(match, BidOn("electronics_peddler"))
    assert numbers(match) == [*range(8, 45)]
    answer(match, OpenBid(9))
    assert numbers(match) == [0, 1, 2]
    answer(match, 0)
    assert of(match).cash == 1
    assert told(match, StoreBought)[0].price == 3


def test_case_20_forced_debt_of_the_winner() -> None:
    match = drawn("buying", player(cash=7), player(), month=2, waiting=[A], row="grocery_store")
    answer(match, BidOn("grocery_store"), OpenBid(12))
    assert numbers(match) == [3, 4, 5, 6]
    answer(match, 3)
    assert (of(match).cash, of(match).debt) == (1, 3)


def test_case_21_not_opened() -> None:
    stores = ["gift_shop", "bakery", "freezer", "bazaar"]
    match = drawn("managing", player(*stores, bought="bank"), player(), active=A, waiting=[A, B], month=2)
    assert options(match) == [Done(), *(CloseStore(slot) for slot in (1, 2, 3, 4))]
    answer(match, Done())
    assert (building(match), table_of(match).box, of(match).bought) == (stores, ["bank"], None)
    assert told(match, NotOpened) == [NotOpened(A, "bank")]


def test_what_was_just_opened_can_be_closed_and_opening_is_the_default() -> None:
    match = drawn("managing", player("bakery", bought="bank"), player(), active=A, waiting=[A, B], month=2)
    assert options(match) == [Done(), CloseStore(1), OpenStore()]
    assert match.default(A) == 2
    answer(match, OpenStore())
    assert options(match) == [Done(), CloseStore(1), CloseStore(2)]
    answer(match, CloseStore(2), CloseStore(1), Done())
    assert (building(match), table_of(match).box) == ([], ["bank", "bakery"])


LIMITS = [
    ("cash and 20 tokens", 7, 0, 8, 47),
    ("debt is deducted", 7, 18, 8, 11),
    ("never more than 60", 50, 0, 8, 60),
]


@pytest.mark.parametrize(("why", "cash", "debt", "low", "high"), LIMITS, ids=[row[0] for row in LIMITS])
def test_the_limit_of_a_bid(why: str, cash: int, debt: int, low: int, high: int) -> None:
    match = drawn("buying", player(cash=cash, debt=debt), player(), month=2, waiting=[A], row="bakery")
    answer(match, BidOn("bakery"))
    assert (numbers(match)[0], numbers(match)[-1]) == (low, high)


def test_only_what_can_be_paid_is_listed_and_who_has_too_much_debt_pays_cash() -> None:
    match = drawn(
        "buying",
        player(cash=9, debt=23, stores="auction_house bakery electronics_peddler"),
        player(),
        month=2,
        waiting=[A],
        row="bazaar grocery_store",
    )
    assert options(match) == [
        PassBuying(), BuyFromHand("bakery"), BuyFromHand("electronics_peddler"), BidOn("grocery_store"),
    ]  # fmt: skip
    answer(match, BuyFromHand("bakery"))
    assert (numbers(match), of(match).stores) == ([0], ["auction_house", "bakery", "electronics_peddler"])
    answer(match, 0)
    assert (of(match).cash, of(match).debt, of(match).stores) == (1, 23, ["auction_house", "electronics_peddler"])


def test_a_price_of_nothing_is_not_asked_for() -> None:
    match = drawn("buying", player(stores="electronics_peddler"), player(), month=2, waiting=[A])
    answer(match, BuyFromHand("electronics_peddler"))
    assert told(match, StoreBought) == [StoreBought(A, "electronics_peddler", from_hand=True, price=0, debt=0)]
    assert options(match) == [Done(), OpenStore()]


def test_the_row_stays_short_when_the_store_deck_is_out() -> None:
    match = drawn("buying", player(cash=20), player(), month=2, waiting=[A], row="bakery bazaar", on_deck="freezer")
    answer(match, BidOn("bazaar"), OpenBid(13), 0, Done())
    assert (table_of(match).row, table_of(match).on_deck) == (["freezer"], None)
    assert told(match, RowChanged)[-1] == RowChanged(("freezer",), "")


PRESETS = {2: "circle triangle", 3: "diamond circle triangle", 4: "star diamond circle triangle"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_preset_hands(seats: int) -> None:
    match = referee.start("brick", seats=seats, seed=3, options={"preset_hands": True, "start_seat": 1})
    cards, table = house_set(), table_of(match)
    assert table.part == "advertisement"
    for seat, symbol in zip(table.order, PRESETS[seats].split(), strict=True):
        first = cards.first_hands[symbol]  # type: ignore[index]
        assert of(match, seat).stores == sorted(first.hand)
        assert of(match, seat).hand == cards.with_symbol(symbol)  # type: ignore[arg-type]
        assert building(match, seat) == [first.starting_store]
        assert of(match, seat).building[0].items("clothing" if symbol == "triangle" else "food") > 0
    assert len(table.store_deck) == 65 - 3 * seats - 5
    assert len(table.market_deck) == 84 - 5 * seats
    assert len(table.box) == 6 - seats
    assert told(match, Started)[0].seat == B


def test_a_start_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(referee.UsageError, match="start_seat = 2 is not allowed: the seats are 0 to 1"):
        referee.start("brick", seats=2, seed=1, options={"start_seat": 2})
    assert {table_of(referee.start("brick", seats=4, seed=seed)).order[0] for seed in range(30)} == {0, 1, 2, 3}
