"""Cases 26 to 31: shared windows, equipping and the bag."""

from __future__ import annotations

import pytest

from referee.games.lootroll.choices import FIGHT_NORMAL, PASS, Equip, PlayAbility, PlayGear
from referee.games.lootroll.gear import survivability
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import all_pass, asked_seat, bag, begin, choose, listed, table, take_sides, tbl


def test_case_26_order_and_closing() -> None:
    hands = {0: ["haggle"], 1: ["haggle"], 2: ["haggle", "enrage"]}
    match = begin(table(3, hands=hands, active=1, decks={"monster": ["troll", "lich"]}))
    choose(match, FIGHT_NORMAL)
    asked = []
    for option in (PASS, PlayAbility("enrage"), PASS, PASS, PASS):
        asked.append(asked_seat(match))
        choose(match, option)
    assert asked == [1, 2, 2, 0, 1]
    assert len(match.asked) == 3


@pytest.mark.parametrize(
    ("spent", "asked"),
    [
        pytest.param([], [0, 1, 2], id="case 27: unspent gear"),
        pytest.param(["staff_of_ages"], [0, 1], id="case 27: spent gear"),
    ],
)
def test_skipped_seats(spent: list[str], asked: list[int]) -> None:
    hands = {0: ["haggle"], 1: ["haggle"]}
    match = begin(table(3, hands=hands, gear={2: ["staff_of_ages"]}, spent=spent, decks={"monster": ["troll"]}))
    choose(match, FIGHT_NORMAL)
    seen = []
    while tbl(match).window == "prep":
        seen.append(asked_seat(match))
        assert seen[-1] != 1 or listed(match) == [PASS]
        choose(match, PASS)
    assert seen == asked


def test_gear_is_spent_until_the_next_dungeon() -> None:
    gear = {0: ["staff_of_ages", "titan_plate", "dragonbone_helm"]}
    decks = {"monster": ["cave_rat", "lich"], "ability": ["jinx"] * 9, "common": ["caltrops"]}
    match = begin(table(2, gear=gear, decks=decks, turns=23))
    choose(match, FIGHT_NORMAL, PlayGear("staff_of_ages"))
    assert tbl(match).spent == ["staff_of_ages"]
    assert tbl(match).adventurers[0].slots["main"] == "staff_of_ages"
    assert len(match.asked) == 2
    take_sides(match)
    assert tbl(match).dungeon == 2
    assert tbl(match).spent == []


def test_case_28_play_limit() -> None:
    decks = {"monster": ["troll"]}
    match = begin(table(2, bags={0: ["rusty_sword"]}, gear={0: ["iron_mace"]}, decks=decks))
    choose(match, FIGHT_NORMAL, *[Equip("rusty_sword"), Equip("iron_mace")] * 3)
    assert len(match.asked) == 2
    take_sides(match, 1)
    assert (asked_seat(match), listed(match)) == (0, [PASS, Equip("rusty_sword")])


def test_play_limit_of_a_turn() -> None:
    match = begin(table(2, bags={0: ["rusty_sword"]}, gear={0: ["iron_mace"]}, decks={"monster": ["troll"]}))
    choose(match, *[Equip("rusty_sword"), Equip("iron_mace")] * 3)
    assert not any(isinstance(option, Equip) for option in listed(match))


@pytest.mark.parametrize(
    ("held", "is_listed"),
    [
        pytest.param(["quarterstaff", *["ruby"] * 6], False, id="case 29: bag of 7"),
        pytest.param(["quarterstaff", *["ruby"] * 5], True, id="case 29: bag of 6"),
    ],
)
def test_two_handed_over_two(held: list[str], is_listed: bool) -> None:
    gear = {0: ["rusty_sword", "wooden_shield"]}
    match = begin(table(2, bags={0: held}, gear=gear, decks={"monster": ["troll"]}))
    assert (Equip("quarterstaff") in listed(match)) == is_listed
    if is_listed:
        choose(match, Equip("quarterstaff"))
        assert bag(match, 0) == [*["ruby"] * 5, "rusty_sword", "wooden_shield"]
        assert tbl(match).adventurers[0].slots == {"main": "quarterstaff", "off": "quarterstaff"}


def test_case_30_one_handed_over_two_handed() -> None:
    match = begin(table(2, bags={0: ["wooden_shield"]}, gear={0: ["wood_axe"]}, decks={"monster": ["troll"]}))
    assert survivability(tbl(match), Seat(0)) == 4
    choose(match, Equip("wooden_shield"))
    assert tbl(match).adventurers[0].slots == {"off": "wooden_shield"}
    assert bag(match, 0) == ["wood_axe"]
    assert survivability(tbl(match), Seat(0)) == 2


def test_case_31_same_card() -> None:
    match = begin(table(2, bags={0: ["leather_cap"]}, gear={0: ["leather_cap"]}, decks={"monster": ["troll"]}))
    assert Equip("leather_cap") not in listed(match)
    choose(match, FIGHT_NORMAL)
    assert listed(match) == [PASS]
    all_pass(match)
    assert len(match.asked) == 2
