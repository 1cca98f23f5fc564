"""What is still sealed or half answered is seen by nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import referee
from referee.games.brick.choices import (
    SaleQuantity,
)
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.brick import odd_cards
from tests.games.brick.two_worlds import kind, lively, others

pytestmark = pytest.mark.no_cover

CHEAP = odd_cards.cheap()
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def told_now(match: Match, knowing: Seat) -> list[bytes]:
    """What everyone but one seat can see, and who is asked."""
    asked = repr(sorted(match.asked_in_all)).encode()
    return [asked, *(match.position_bytes(seat, 0) for seat in others(match.table, knowing))]  # type: ignore[arg-type]


def lively_match(seats: int, seed: int) -> Iterator[Match]:
    """A match at every moment at which a seat is asked."""
    match, randomly = referee.start("brick", seats=seats, seed=seed, cards=CHEAP), Random(seed)
    while match.asked:
        yield match
        match.answer({seat: asked.index(lively(asked, randomly)) for seat, asked in match.asked.items()})


@SEATS
def test_a_sealed_choice_is_not_seen_by_others(seats: int) -> None:
    kinds = set()
    for match in lively_match(seats, seed=3):
        if len(match.asked) == 1:
            continue
        for seat, options in match.asked.items():
            before = told_now(match, seat)
            for index in {0, len(options) - 1}:
                sealed = match.clone()
                sealed.answer({seat: index})
                assert told_now(sealed, seat) == before, f"seat {seat} chose {options[index]}"
            kinds.add(kind(options[-1]))
    assert kinds >= {"DraftStore", "PlayCard", "RedrawOne", "SupplyBid", "SaleQuantity", "SalePrice"}


@SEATS
def test_offered_quantities_stay_secret_until_all_prices_are_in(seats: int) -> None:
    compared = 0
    for seed in (1, 2, 3):
        for match in lively_match(seats, seed):
            asked = dict(match.asked)
            if not isinstance(next(iter(asked.values()))[0], SaleQuantity):
                continue
            for seat, options in asked.items():
                nothing, everything = match.clone(), match.clone()
                for other, index in ((nothing, 0), (everything, len(options) - 1)):
                    other.answer({each: (index if each == seat else 1) for each in asked})
                assert told_now(nothing, seat) == told_now(everything, seat)
                assert nothing.position_bytes(seat) != everything.position_bytes(seat)
                compared += 1
    assert compared


# What the answer to a question leaves to be asked, before anything is moved or shown.
UNFINISHED = {
    "BuyFromHand": {"PayStore"},
    "BidOn": {"OpenBid"},
    "StockAmount": {"StockSplit"},
    "StockSplit": {"StockSplit"},
    "SaleAmount": {"SaleSplit", "SaleToDemand", "SaleToJewelry", "ForPoints"},
    "SaleSplit": {"SaleSplit", "SaleToDemand", "SaleToJewelry", "ForPoints"},
    "SaleToDemand": {"SaleToJewelry", "ForPoints"},
    "SaleToJewelry": {"ForPoints"},
    "ForPoints": {"ForPoints"},
    "SurplusSplit": {"SurplusSplit"},
}


@SEATS
def test_nothing_is_shown_before_the_last_question_is_answered(seats: int) -> None:
    seen = set()
    for seed in (4, 5, 6):
        for match in lively_match(seats, seed):
            if len(match.asked) > 1:
                continue
            ((seat, options),) = match.asked.items()
            before = told_now(match, seat)
            for index, option in enumerate(options[:8]):
                if kind(option) not in UNFINISHED:
                    continue
                begun = match.clone()
                begun.answer({seat: index})
                following = begun.asked.get(seat)
                if following and kind(following[-1]) in UNFINISHED[kind(option)]:
                    assert told_now(begun, seat) == before, f"seat {seat} chose {option}"
                    seen.add(kind(option))
    assert seen >= {"BuyFromHand", "BidOn", "StockAmount"}
