"""Advertisement; the number of each case is that of the worked case."""

from __future__ import annotations

import referee
from referee.games.brick.choices import (
    AddCard,
    AddNone,
    AgencyPass,
    AgencySide,
    DiscardMarket,
    Done,
    KeepHand,
    PlayCard,
    RedrawAll,
    RedrawOne,
)
from referee.games.brick.events import (
    CardPlayed,
    Gathered,
    MarketDiscarded,
    MarketDrawn,
    PileChosen,
    PileGrew,
    Reshuffled,
)
from referee.games.brick.market_cards import draw_cards
from referee.games.brick.state import Played
from tests.games.brick.tables import A, B, answer, answer_all, asked, drawn, of, options, player, table_of, told

THREE = ("gift_shop", "bakery", "bazaar")
FOUR = (*THREE, "duty_free")
DECK = "m15 m16 m17 m18 m19 m20 m21 m15 m16 m17"


def test_case_22_fourth_slot() -> None:
    match = drawn("playing", player(*FOUR, hand="m01 m02 m03"), player(*THREE, hand="m04 m05 m06"), market_deck=DECK)
    assert options(match)[:3] == [PlayCard("m01", "supply"), PlayCard("m01", "demand"), PlayCard("m02", "supply")]
    answer_all(match, {A: PlayCard("m02", "demand"), B: PlayCard("m04", "supply")})
    answer_all(match, {A: PlayCard("m01", "supply"), B: PlayCard("m06", "demand")})
    assert (asked(match), options(match)) == ([A], [Done(), PlayCard("m03", "supply"), PlayCard("m03", "demand")])
    answer(match, PlayCard("m03", "demand"))
    assert told(match, Gathered) == [Gathered(("m01", "m04"), 3)]
    assert told(match, CardPlayed)[0] == CardPlayed(A)
    assert told(match, CardPlayed, A)[0] == CardPlayed(A, "m02", "demand")
    assert told(match, CardPlayed, B)[0] == CardPlayed(A)


def test_case_23_redraw_once() -> None:
    match = drawn(
        "redrawing", player(*THREE, hand="m01 m01 m02 m03 m04"), player("bank", hand="m05 m06"), market_deck=DECK
    )
    assert options(match) == [KeepHand(), RedrawAll(), *(RedrawOne(card) for card in ("m01", "m02", "m03", "m04"))]
    answer(match, RedrawOne("m01"))
    assert (of(match).hand, table_of(match).discard) == (["m01", "m02", "m03", "m04", "m15"], ["m01"])
    for cards in ({A: "m01", B: "m05"}, {A: "m02", B: "m06"}):
        answer_all(match, {seat: PlayCard(card, "supply") for seat, card in cards.items()})
    assert table_of(match).part == "supply", "A is not asked again"


def test_case_23_redraw_after_playing() -> None:
    match = drawn(
        "redrawing", player(*THREE, hand="m01 m02 m03 m04 m05"), player("bank", hand="m05 m06"), market_deck=DECK
    )
    answer(match, KeepHand())
    for cards in ({A: "m01", B: "m05"}, {A: "m02", B: "m06"}):
        answer_all(match, {seat: PlayCard(card, "supply") for seat, card in cards.items()})
    assert (asked(match), options(match)[:2]) == ([A], [KeepHand(), RedrawAll()])
    answer(match, RedrawAll())
    assert told(match, MarketDiscarded) == [MarketDiscarded(A, ("m03", "m04", "m05"))]
    assert [drew.count for drew in told(match, MarketDrawn) if drew.seat == A] == [3, 2]
    assert of(match).hand == ["m15", "m16", "m17", "m18", "m19"]


def test_case_24_deck_empty() -> None:
    match = drawn("investing", player(), player(), market_deck="m01", discard="m02 m03 m04 m05 m06 m07")
    table = table_of(match)
    draw_cards(table, A, 2)
    assert (len(table.market_deck), table.discard, len(of(match).hand)) == (5, [], 2)
    assert "m01" in of(match).hand
    assert told(match, Reshuffled) == [Reshuffled(6)]
    assert [drew.count for drew in told(match, MarketDrawn)] == [1, 1]


def test_a_new_deck_does_not_depend_on_the_order_of_the_discards() -> None:
    hands = []
    for discard in ("m02 m03 m04 m05 m06 m07", "m07 m05 m06 m03 m04 m02"):
        match = drawn("investing", player(), player(), discard=discard)
        draw_cards(table_of(match), A, 3)
        hands.append(of(match).hand)
    assert hands[0] == hands[1]


def test_gathered_piles_do_not_tell_who_played_what() -> None:
    told_to_all = []
    for first, second in (("m09", "m02"), ("m02", "m09")):
        match = drawn("gathering", *(player(played=[Played(card, "supply")]) for card in (first, second)))
        told_to_all.append((match.view(None), match.events(None)))
    assert told_to_all[0] == told_to_all[1]


def test_another_world_has_other_sides_of_what_others_have_played() -> None:
    match = referee.start("brick", seats=2, seed=3, options={"preset_hands": True})
    answer_all(match, {A: options(match, A)[0], B: options(match, B)[0]})
    worlds = [match.redeal(A, seed) for seed in range(30)]
    assert {of(world, A).played[0] for world in worlds} == {of(match, A).played[0]}
    assert {of(world, B).played[0].side for world in worlds} == {"supply", "demand"}


def test_with_deck_and_discard_pile_out_nothing_is_drawn() -> None:
    match = drawn("investing", player(), player(), market_deck="m01")
    draw_cards(table_of(match), A, 3)
    assert of(match).hand == ["m01"]


def test_with_one_card_in_hand_both_ways_to_discard_it_are_listed() -> None:
    match = drawn("redrawing", player(*THREE, hand="m01"), player(*THREE), market_deck=DECK)
    assert options(match) == [KeepHand(), RedrawAll(), RedrawOne("m01")]
    assert options(match, B) == [KeepHand()]


def test_who_has_no_card_plays_none() -> None:
    match = drawn("playing", player(*FOUR, hand="m01"), player(), market_deck=DECK)
    assert asked(match) == [A]
    answer(match, PlayCard("m01", "supply"))
    assert (asked(match), options(match)) == ([A], [Done()])
    answer(match, Done())
    assert told(match, Gathered) == [Gathered(("m01",), 0)]


def test_draw_and_discard_one_at_a_time() -> None:
    match = drawn("advertising", player("marketing_firm", hand="m01 m01"), player(), market_deck=DECK)
    assert options(match) == [DiscardMarket(card) for card in ("m01", "m15", "m16")]
    answer(match, DiscardMarket("m15"), DiscardMarket("m01"))
    assert (of(match).hand, table_of(match).discard) == (["m01", "m16"], ["m15", "m01"])


def test_agency_sees_the_demand_and_adds_to_it() -> None:
    match = drawn(
        "adding",
        player("advertisement_agency", hand="m01 m02 m02", demand="m09"),
        player(*THREE, hand="m08", demand="m03"),
        market_deck=DECK,
        supply_pile="m05 m12",
    )
    assert options(match) == [AgencyPass(), AgencySide("supply"), AgencySide("demand")]
    answer(match, AgencySide("demand"))
    assert told(match, PileChosen) == [PileChosen(A, "demand")]
    assert told(match, PileChosen, A) == [PileChosen(A, "demand", ("m03", "m09"))]
    view = match.view(A)
    assert view.own.peeked == ("m03", "m09")
    assert options(match) == [AddNone(), AddCard("m01"), AddCard("m02")]
    answer(match, AddCard("m02"))
    assert (of(match).demand, match.view(B).demand, match.view(A).own.peeked) == (["m09", "m02"], 3, ("m03", "m09"))
    assert told(match, PileGrew, B) == [PileGrew(A, added=True)]
    assert told(match, PileGrew, A) == [PileGrew(A, added=True, card="m02")]


def test_agency_adds_to_the_supply_for_all_to_see_or_nothing() -> None:
    match = drawn(
        "adding",
        player("advertisement_agency", hand="m01"),
        player(*THREE, hand="m08"),
        market_deck=DECK,
        supply_pile="m05",
    )
    answer(match, AgencySide("supply"), AddCard("m01"))
    assert table_of(match).supply_pile == ["m01", "m05"]
    assert told(match, PileGrew) == [PileGrew(A, added=True, card="m01")]


def test_agency_may_pass_and_may_add_nothing() -> None:
    for choices, grew in (([AgencyPass()], []), ([AgencySide("demand"), AddNone()], [PileGrew(A, added=False)])):
        match = drawn("adding", player("advertisement_agency"), player(*THREE, hand="m08"), market_deck=DECK)
        answer(match, *choices)
        assert told(match, PileGrew) == grew
        assert asked(match) == [B]
