"""What lies on the table of Loot Roll, for people who look."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

import referee
from referee.games.lootroll import choices
from referee.games.lootroll.board import board, place_of
from referee.games.lootroll.events import Die
from referee.games.lootroll.view import Bonus, Boost, Duty, DutyKind, Fight, PileView, Spoils, Town, View
from referee.games.lootroll.words import PILES
from referee.kernel.asking import Option
from referee.kernel.board import Board, CardArea
from referee.kernel.seats import Seat

GAME = referee.all_games()["lootroll"]
SHOWN = DEPOSITED = True
START: View = referee.start("lootroll", seats=2, seed=4).view(Seat(1))


def drawn(**changes: Any) -> Board:
    return board(structs.replace(START, **changes), GAME.cards)


def zone(of: Board, name: str, seat: int | None = None) -> CardArea:
    zones = of.zones if seat is None else of.seats[seat].zones
    return next(zone for zone in zones if zone.name == name)


@pytest.mark.parametrize("pile", PILES)
def test_every_card_of_the_set_can_be_drawn(pile: str) -> None:
    ids = tuple(dict.fromkeys(GAME.cards.pile(pile)))
    rows = {**GAME.cards.abilities, **GAME.cards.loot, **GAME.cards.monsters}
    there = drawn(**{pile: PileView(len(ids), ids, ids)})
    for name, order in (("deck", ids[::-1]), ("discard pile", ids)):
        cards = zone(there, f"{pile.capitalize()} {name}").cards
        assert [card.name for card in cards] == [rows[card].name for card in order]
        assert {card.kind for card in cards} == {1 + list(PILES).index(pile)}
        assert all(card.text and card.figure for card in cards)


def test_a_two_handed_card_lies_there_once() -> None:
    worn = structs.replace(START.seats[1], main="quarterstaff", off="quarterstaff", head="leather_cap")
    there = drawn(seats=(worn, worn), spent=("leather_cap",))
    for seat, places in ((0, ["", ""]), (1, ["worn leather_cap", "worn quarterstaff"])):
        cards = zone(there, "Worn", seat).cards
        assert [(card.name, card.marks) for card in cards] == [
            ("Leather Cap", ("head", "spent")),
            ("Quarterstaff", ("main", "off")),
        ]
        assert [card.place for card in cards] == places


def test_hand_bag_and_bank_are_open_to_whoever_sees_them() -> None:
    hidden = structs.replace(START.seats[0], hand=2, bag=3, bank=0)
    seen = structs.replace(START.seats[1], hand_cards=("haggle",), bag_cards=("ruby", "ruby"), bank_cards=(), bank=0)
    there = drawn(seats=(hidden, seen))
    counts = [[(card.name, card.count) for card in one.cards] for one in there.seats[0].zones[1:]]
    assert counts == [[("", 2)], [("", 3)], []]
    assert [card.place for card in zone(there, "Bag", 1).cards] == ["bag ruby", "bag ruby"]
    assert [card.place for card in zone(there, "Hand", 1).cards] == ["hand haggle"]


def test_a_fight_is_told_whole() -> None:
    fight = Fight("hydra", "boss", 12, 7, SHOWN, (Seat(0),), (Boost(Seat(0), 2, 1),), -3, 1)
    there = drawn(fight=fight, window="fight", active_seat=Seat(1))
    assert zone(there, "Fight").facts == (
        "party 7 against 12, as a boss",
        "played on seat 0: +2, shield 1",
        "played on the monster: -3",
        "played on the loot: +1",
    )
    assert [place.marks for place in there.seats] == [("fights",), ("active",)]
    quiet = drawn(fight=structs.replace(fight, shown=False, boosts=(), monster_change=0, more_loot=0), window=None)
    assert zone(quiet, "Fight").facts[1:] == ("the choices are still to be made",)


def test_a_roll_is_told_whole() -> None:
    spoils = Spoils((Seat(0), Seat(1)), ("ruby", "sapphire"), (Die(Seat(0), 5, 1),), (Bonus(Seat(1), 2),))
    there = drawn(spoils=spoils)
    laid = zone(there, "Loot to roll for")
    assert [card.marks for card in laid.cards] == [("rolled for",), ()]
    assert laid.facts == ("seat 0 rolled 5+1", "seat 1 adds +2")
    assert all("may roll" in place.marks for place in there.seats)


def test_the_town_is_told_whole() -> None:
    town = Town((Seat(1), Seat(0)), ("haggle",), 1, not DEPOSITED, 2, "haggle", 3)
    told = zone(drawn(town=town), "Town: the vendor shows")
    assert [card.place for card in told.cards] == ["vendor haggle"]
    facts = ("turns to come: seat 1, seat 0", "seat 1 has bought 1", "discount 2", "still owes 3 for Haggle")
    assert told.facts == facts
    plain = structs.replace(town, deposited=True, discount=0, buying=None)
    assert zone(drawn(town=plain), "Town: the vendor shows").facts[1:] == ("seat 1 has deposited",)


def test_what_was_found_is_shown_to_its_finder() -> None:
    found = zone(drawn(something_found=True, found="ruby", active_seat=Seat(1)), "Found by seat 1")
    assert [card.name for card in found.cards] == ["Ruby"]
    unseen = zone(drawn(something_found=True, active_seat=Seat(0)), "Found by seat 0")
    assert [(card.name, card.count) for card in unseen.cards] == [("", 1)]


def test_duties_and_plays_are_told() -> None:
    seats = (structs.replace(START.seats[0], plays=2), START.seats[1])
    there = drawn(duties=(Duty(Seat(0), DutyKind.LOSE, 2, None),), seats=seats)
    assert zone(there, "To settle first").facts == ("Seat 0 must lose 2 cards.",)
    assert "plays in this window: 2" in there.seats[0].facts


@pytest.mark.parametrize(
    ("option", "place"),
    [
        (choices.EXPLORE, "deck common"),
        (choices.FIGHT_BOSS, "deck monster"),
        (choices.KEEP, "found"),
        (choices.PlayGear("aegis", Seat(0)), "worn aegis"),
        (choices.Buy("haggle"), "vendor haggle"),
        (choices.Take("ruby"), ""),
        (choices.PASS, ""),
    ],
)
def test_places(option: Option, place: str) -> None:
    assert place_of(option) == place
