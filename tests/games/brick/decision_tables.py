"""The moments of a match in which the cases of the decisions are asked."""

from __future__ import annotations

import referee
from referee.games.brick.choices import (
    SaleToDemand,
)
from referee.kernel.match import Match
from tests.games.brick.tables import A, B, answer, answer_all, drawn, options, player

THREE = ("gift_shop", "bakery", "bazaar")
FOUR = (*THREE, "duty_free")


def drafted() -> Match:
    match = referee.start("brick", seats=2, seed=1, options={"start_seat": 0})
    for _ in range(3):
        answer_all(match, {seat: options(match, seat)[0] for seat in (A, B)})
    return match


def buying() -> Match:
    seat = player(cash=11, stores="bank bazaar")
    return drawn(
        "buying", seat, player(cash=9), month=2, waiting=[A, B], row="bakery duty_free freezer", on_deck="exporter"
    )


def competition(phase: str = "offering") -> Match:
    match = drawn(
        "offering",
        player("exporter clothing 4,0"),
        player("designer_boutique clothing 1,0", "gift_shop clothing 1,0"),
        item="clothing",
        boxes={"clothing": 2},
    )
    if phase != "offering":
        answer_all(match, {A: 2, B: 1})
    if phase == "delivering":
        answer_all(match, {A: 1, B: 8})
    return match


def surplus_for_sale() -> Match:
    match = drawn(
        "offering",
        player("resale_shop art 1,0,0 jewelry 1,0,0", cash=20),
        player("jewelry_exporter jewelry 3,0"),
        item="jewelry",
        boxes={"jewelry": 1},
    )
    answer_all(match, {A: 1, B: 1})
    return answer_all(match, {A: 5, B: 6})


def art_elsewhere() -> Match:
    match = drawn(
        "offering",
        player("art_purveyor art 3,0,0", "fulfillment_center_luxury"),
        player(),
        item="art",
        boxes={"art": 1, "jewelry": 2},
    )
    return answer(match, 3, SaleToDemand(1))


def split_sale() -> Match:
    match = drawn(
        "offering", player("bakery food 2", "gourmet_grocer food 2"), player(), item="food", boxes={"food": 4}
    )
    return answer(match, 2)


def to_demand() -> Match:
    match = drawn("offering", player("bakery food 2", "fulfillment_center"), player(), item="food", boxes={"food": 2})
    return answer(match, 2)


def stocking() -> Match:
    return drawn("bidding", player("bakery", "gourmet_grocer", cash=4), player(), item="food", market={"food": 2})
