"""Cases 35 to 38: the roll phase. Each begins when the loot is laid out."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.lootroll.choices import PASS, PlayAbility, PlayLoot
from referee.games.lootroll.effects_roll import running_spoils
from referee.games.lootroll.events import DiceRolled, LootLeft, LootWon
from referee.games.lootroll.fight import take_spoils
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import all_pass, bag, begin, choose, listed, table, tbl, told

HELD = {0: ["haggle"], 1: ["haggle"], 2: ["haggle"]}


def sharing(*fighters: int, loot: list[str], seats: int = 3, **zones: Any) -> Match:
    return begin(table(seats, spoils={"fighters": [*fighters], "loot": loot}, **zones), "sharing")


def test_case_35_order() -> None:
    drawn = ["ruby", "knight_helm", "broadsword", "plated_greaves"]
    fought = {"monster": "minotaur", "mode": "normal", "shown": True, "fighters": [0, 1], "more_loot": 1}
    match = begin(table(2, decks={"rare": drawn, "monster": ["lich"]}, fight=fought))
    take_spoils(tbl(match))
    assert running_spoils(tbl(match)).loot == ["knight_helm", "plated_greaves", "broadsword", "ruby"]


BEYOND: list[Any] = [
    pytest.param(
        (19, 20),
        [(0, PlayAbility("need_roll", Seat(0))), (1, PlayLoot("lucky_coin", Seat(1)))],
        0,
        id="case 36: 24 against 23",
    ),
    pytest.param((3, 2), [(0, PASS), (1, PlayAbility("jinx", Seat(0)))], 1, id="case 36: -2 against 2"),
    pytest.param((5, 4), [(0, PASS), (1, PASS)], 0, id="nobody plays"),
]


@pytest.mark.parametrize(("dice", "plays", "winner"), BEYOND)
def test_beyond_the_die(dice: tuple[int, ...], plays: list[tuple[int, Any]], winner: int) -> None:
    hands = {0: ["need_roll", "haggle"], 1: ["jinx", "haggle"]}
    match = sharing(0, 1, loot=["ruby"], seats=2, hands=hands, bags={1: ["lucky_coin"]}, dice=dice)
    for seat, play in plays:
        while Seat(seat) not in match.asked:
            choose(match, PASS)
        choose(match, play)
    all_pass(match)
    assert told(match, LootWon) == [LootWon(Seat(winner), "ruby")]


def test_case_37_tie() -> None:
    plain = table(3, hands=HELD, dice=(4, 15), window="roll", passing={"order": [0, 1, 2]})
    plain["spoils"] = {
        "fighters": [0, 1, 2],
        "loot": ["ruby"],
        "dice": {0: 12, 1: 12, 2: 7},
        "modifiers": {0: 0, 1: 0, 2: 0},
    }
    match = begin(plain, "rolling")
    choose(match, PASS, PASS, PASS)
    assert told(match, DiceRolled) == [DiceRolled("ruby", [(Seat(0), 4, 0), (Seat(1), 15, 0)])]
    assert tbl(match).window == "roll"
    choose(match, PASS, PASS, PASS)
    assert told(match, LootWon) == [LootWon(Seat(1), "ruby")]


def test_case_37_played_modifiers_lapse() -> None:
    hands = {**HELD, 0: ["need_roll"]}
    plain = table(
        3, hands=hands, gear={0: ["soft_slippers"]}, dice=(4, 15), window="roll", passing={"order": [0, 1, 2]}
    )
    plain["spoils"] = {
        "fighters": [0, 1, 2],
        "loot": ["ruby"],
        "bonus": {1: 3},
        "dice": {0: 6, 1: 9, 2: 7},
        "modifiers": {0: 1, 1: 3, 2: 0},
    }
    match = begin(plain, "rolling")
    choose(match, PlayAbility("need_roll", Seat(0)), PASS, PASS)
    assert told(match, DiceRolled) == [DiceRolled("ruby", [(Seat(0), 4, 1), (Seat(1), 15, 3)])]


@pytest.mark.parametrize(
    ("dice", "sets", "second"),
    [
        pytest.param((20, 1), 1, 2, id="case 38: seat 1 fills its bag"),
        pytest.param((1, 20, 20), 2, 1, id="seat 2 wins the first, both roll again"),
    ],
)
def test_full_bags(dice: tuple[int, ...], sets: int, second: int) -> None:
    bags = {0: ["ruby"] * 7, 1: ["ruby"] * 6, 2: ["ruby"] * 3}
    match = sharing(0, 1, 2, loot=["gold_pouch", "sapphire"], bags=bags, dice=dice)
    assert set(running_spoils(tbl(match)).dice) == {1, 2}
    choose(match, *[PASS] * (3 * sets))
    assert told(match, LootWon)[1:] == [LootWon(Seat(second), "sapphire")]
    assert len(told(match, DiceRolled)) == sets
    assert len(bag(match, 1)) == 7


def test_case_38_all_bags_full() -> None:
    full = {seat: ["ruby"] * 7 for seat in range(3)}
    match = sharing(0, 1, 2, loot=["gold_pouch", "sapphire"], bags=full)
    assert told(match, LootLeft) == [LootLeft("gold_pouch"), LootLeft("sapphire")]
    assert (tbl(match).discards["common"], tbl(match).discards["rare"]) == (["gold_pouch"], ["sapphire"])


def test_seats_that_do_not_roll_may_play() -> None:
    match = sharing(0, 1, loot=["ruby"], hands={0: ["haggle"], 2: ["jinx"]})
    choose(match, PASS)
    assert listed(match) == [PASS, PlayAbility("jinx", Seat(0)), PlayAbility("jinx", Seat(1))]
