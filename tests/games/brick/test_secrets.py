"""What a seat may not know, planted by hand: two matches differ only in it, and all others receive the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

import referee
from referee.games.brick.choices import (
    AddCard,
    AgencySide,
    DraftStore,
    PlayCard,
)
from referee.games.brick.state import BrickTable, Played, Store
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.brick import odd_cards
from tests.games.brick.two_worlds import InStep, others, positions, swap, world

pytestmark = pytest.mark.no_cover

CHEAP = odd_cards.cheap()
HOUSE = odd_cards.house()
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
A_MONTH = 90


def some(phase: str, seats: int, most: int, cards: str = CHEAP) -> Iterator[tuple[int, BrickTable]]:
    """Some positions of two matches, numbered."""
    for seed in (seats, seats + 10):
        yield from enumerate(islice(positions(phase, seats, seed=seed, cards=cards), most))


def cash_of(match: Match, seat: int) -> int:
    assert isinstance(match.table, BrickTable)
    return match.table.players[seat].cash


@SEATS
@pytest.mark.parametrize("phase", ["buying", "bidding", "investing"])
def test_nobody_is_told_the_cash_of_another_seat(seats: int, phase: str) -> None:
    answers = 0
    for number, table in some(phase, seats, 4):
        rival = number % seats

        def with_cash(cash: int, table: BrickTable = table, rival: int = rival) -> Match:
            def plant(table: BrickTable) -> None:
                table.players[rival].cash = cash

            return world(table, CHEAP, plant)

        poor, wealthy = with_cash(70), with_cash(100)
        step = InStep((poor, wealthy), others(table, rival), seed=number)
        assert step.differs(Seat(rival))
        # Who runs out of money takes debt, and that is seen.
        while cash_of(poor, rival) >= 45 and step.play(1):
            answers += 1
    assert answers > 50


@SEATS
def test_nobody_is_told_the_market_cards_of_another_seat(seats: int) -> None:
    compared = 0
    for number, table in some("playing", seats, 4):
        rival = number % seats
        hand = table.players[rival].hand
        at = next((at for at, card in enumerate(table.market_deck) if card not in hand and at > 30), None)
        if at is None:
            continue

        def plant(table: BrickTable, rival: int = rival, at: int = at) -> None:
            swap(table.players[rival].hand, 0, table.market_deck, at)
            table.players[rival].hand.sort()

        step = InStep((world(table, CHEAP), world(table, CHEAP, plant)), others(table, rival), seed=number)
        assert step.differs(Seat(rival))
        assert step.play(A_MONTH) > 10
        compared += 1
    assert compared >= 3


@SEATS
def test_nobody_is_told_the_store_cards_of_another_seat(seats: int) -> None:
    compared = 0
    for number, table in some("buying", seats, 6):
        rival = next((seat for seat in table.all_seats() if table.players[seat].stores), None)
        if rival is None:
            continue

        def plant(table: BrickTable, rival: Seat = rival) -> None:
            swap(table.players[rival].stores, 0, table.store_deck, -1)
            table.players[rival].stores.sort()

        step = InStep((world(table, CHEAP), world(table, CHEAP, plant)), others(table, rival), seed=number)
        assert step.differs(rival)
        step.play(A_MONTH)
        compared += 1
    assert compared >= 3


def give(table: BrickTable, seat: Seat, card: str) -> None:
    """The card comes into the hand, and another one into the deck."""
    hand = table.players[seat].hand
    if card not in hand:
        swap(hand, 0, table.market_deck, table.market_deck.index(card))
        hand.sort()


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(
    "plays",
    [
        pytest.param([("m01", "supply"), ("m06", "supply")], id="which supply card"),
        pytest.param([("m01", "demand"), ("m06", "demand")], id="which demand card"),
        pytest.param([("m01", "supply"), ("m01", "demand")], id="which side"),
        pytest.param([("m01", "supply"), ("m06", "demand")], id="both"),
    ],
)
def test_nobody_is_told_who_of_two_played_what(seats: int, plays: list[tuple[str, str]]) -> None:
    one, two = Seat(0), Seat(seats - 1)
    compared = 0
    for number, table in some("playing", seats, 3):
        if table.plays or not {"m01", "m06"} <= {*table.market_deck}:
            continue

        def plant(table: BrickTable) -> None:
            for seat in (one, two):
                table.players[seat].hand[:2] = ["m01", "m06"]
                table.players[seat].hand.sort()

        step = InStep((world(table, CHEAP, plant), world(table, CHEAP, plant)), others(table, one, two), seed=number)
        first, second = (PlayCard(card, side) for card, side in plays)  # type: ignore[arg-type]
        step.answer(one, first, second)
        step.answer(two, second, first)
        assert step.differs(one)
        assert step.differs(two)
        assert step.play(A_MONTH) > 10
        compared += 1
    assert compared >= 2


def with_agency(seats: int) -> Iterator[tuple[int, BrickTable, Seat]]:
    """Positions before market cards are played, in which the last seat has an Advertisement Agency and known cards."""
    owner = Seat(seats - 1)
    found = 0
    for number, table in some("gathering", seats, 3):
        if {"m01", "m06"} <= {*table.market_deck}:
            table.players[owner].building[:1] = [Store("advertisement_agency")]
            yield number, table, owner
            found += 1
    assert found >= 2


@SEATS
def test_only_its_owner_is_told_which_card_an_agency_adds_to_the_demand(seats: int) -> None:
    for number, table, owner in with_agency(seats):

        def plant(table: BrickTable, owner: Seat = owner) -> None:
            table.players[owner].hand[:2] = ["m01", "m06"]
            table.players[owner].hand.sort()

        step = InStep(
            (world(table, CHEAP, plant), world(table, CHEAP, plant)),
            others(table, owner),
            seed=number,
            until="DemandShown",
        )
        while AgencySide("demand") not in step.worlds[0].asked.get(owner, ()):
            step.play(1)
        step.answer(owner, AgencySide("demand"))
        step.answer(owner, AddCard("m01"), AddCard("m06"))
        assert step.differs(owner)
        step.play(A_MONTH)
        assert step.over


@pytest.mark.parametrize("seats", [3, 4])
def test_only_who_peeks_is_told_what_lies_in_the_demand_pile(seats: int) -> None:
    player = Seat(0)
    for number, table, owner in with_agency(seats):

        def with_played(card: str, table: BrickTable = table) -> Match:
            def plant(table: BrickTable) -> None:
                table.players[player].played[0] = Played(card, "demand")

            return world(table, CHEAP, plant)

        step = InStep(
            (with_played("m01"), with_played("m06")), others(table, player, owner), seed=number, until="DemandShown"
        )
        while AgencySide("demand") not in step.worlds[0].asked.get(owner, ()):
            step.play(1)
        ignorant = InStep(step.worlds, others(table, player), seed=number)
        step.answer(owner, AgencySide("demand"))
        assert ignorant.differs(owner)
        step.play(A_MONTH)
        assert step.over


@pytest.mark.parametrize("seats", [3, 4])
def test_a_picked_store_is_known_to_those_alone_who_had_the_packet(seats: int) -> None:
    for seed in range(6):
        picker = Seat(seed % seats)
        matches = tuple(referee.start("brick", seats=seats, seed=seed, cards=HOUSE) for _ in range(2))
        packet = [option for option in matches[0].asked[picker] if isinstance(option, DraftStore)]
        later = [Seat((picker + step) % seats) for step in (1, 2)]
        step = InStep((matches[0], matches[1]), others(matches[0].table, picker, *later), seed=seed)  # type: ignore[arg-type]
        step.answer(picker, packet[0], packet[1])
        # Both who get the packet after that pick a card that is in it in both worlds.
        step.play(seats - 1)
        assert all(step.differs(seat) for seat in (picker, later[0]))
        step.play(200)
