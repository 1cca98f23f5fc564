"""Cases 4 to 19: fights. A fight in which nobody holds a card runs from the choices to its end by itself."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.lootroll.choices import FIGHT_BOSS, FIGHT_NORMAL, Lose
from referee.games.lootroll.effects_roll import running_spoils
from referee.games.lootroll.events import ChoicesShown, Discarded, FightEnded, LaidOut
from referee.games.lootroll.gear import survivability
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import (
    SOME_LOOT,
    all_pass,
    asked_seat,
    bag,
    begin,
    choose,
    fight,
    listed,
    monsters,
    table,
    take_sides,
    tbl,
    told,
)

OUTCOMES = [
    pytest.param("giant_spider", {}, (0, 1, 2), False, 3, 3, id="case 4: equal is not enough"),
    pytest.param("giant_spider", {1: ["leather_cap"]}, (0, 1, 2), True, 4, 3, id="case 5: one more is enough"),
    pytest.param("ghoul", {0: ["war_hammer"]}, (0, 1), True, 7, 5, id="case 6: who flees does not count"),
    pytest.param("ghoul", {0: ["war_hammer"]}, (1, 2), False, 2, 5, id="case 6: the strong one fled"),
    pytest.param("skeleton", {}, (0, 1), False, 2, 3, id="case 9: too weak"),
    pytest.param("harpy_flock", {0: ["worldsplitter"]}, (0, 1), True, 11, 9, id="case 14: per_fighter, two"),
    pytest.param("harpy_flock", {0: ["worldsplitter"]}, (0,), True, 10, 7, id="case 14: per_fighter, one"),
    pytest.param(
        "green_slime",
        {0: ["wood_axe", "leather_cap"], 1: ["rusty_sword", "wooden_shield"]},
        (0, 1),
        False,
        4,
        4,
        id="case 15: ignore_slot and two-handed",
    ),
    pytest.param(
        "living_armor", {0: ["wooden_shield"], 1: ["quarterstaff"]}, (0, 1, 2), True, 6, 3, id="case 16: weak_slot off"
    ),
    pytest.param("stone_gargoyle", {0: ["war_hammer"], 1: ["broadsword"]}, (0, 1), True, 10, 6, id="weak_slot two"),
    pytest.param("basilisk", {0: ["loner_hood"]}, (0,), False, 1, 8, id="ignore_slot: surv_if does not count either"),
    pytest.param("giant_spider", {0: ["loner_hood"]}, (0,), True, 5, 3, id="surv_if alone"),
    pytest.param("giant_spider", {0: ["loner_hood"]}, (0, 1), False, 3, 3, id="surv_if: not alone"),
]


@pytest.mark.parametrize(("monster", "gear", "fighters", "won", "party", "needed"), OUTCOMES)
def test_outcome(
    monster: str, gear: dict[int, list[str]], fighters: tuple[int, ...], won: bool, party: int, needed: int
) -> None:
    match = begin(table(3, gear=gear, decks=monsters(monster)))
    fight(match, *fighters)
    all_pass(match)
    assert told(match, FightEnded) == [FightEnded(won, party, needed)]
    assert tbl(match).regulars == won
    assert tbl(match).discards["monster"] == [monster]
    assert bool(told(match, LaidOut)) == won
    assert asked_seat(match) == 1
    assert tbl(match).turns == 1


def test_case_05_loot_is_laid_out() -> None:
    match = begin(table(3, gear={1: ["leather_cap"]}, decks=monsters("giant_spider")))
    fight(match, 0, 1, 2)
    assert [len(event.cards) for event in told(match, LaidOut)] == [2]


def test_case_06_only_fighters_roll() -> None:
    match = begin(table(3, gear={0: ["war_hammer"]}, decks=monsters("ghoul"), hands={2: ["haggle"]}))
    fight(match, 0, 1)
    all_pass(match)
    spoils = running_spoils(tbl(match))
    assert (len(spoils.loot), set(spoils.dice)) == (4, {0, 1})


@pytest.mark.parametrize("first", [pytest.param(FIGHT_NORMAL, id="normal"), pytest.param(FIGHT_BOSS, id="boss")])
def test_case_07_all_flee(first: Any) -> None:
    match = begin(table(2, decks={"monster": ["troll", "lich", "cave_rat"]}))
    choose(match, first)
    take_sides(match)
    assert tbl(match).decks["monster"] == ["lich", "cave_rat", "troll"]
    assert tbl(match).discards["monster"] == []
    assert (tbl(match).regulars, tbl(match).turns, asked_seat(match)) == (0, 1, 1)
    assert tbl(match).fight is None


def test_case_08_choices_are_simultaneous() -> None:
    match = begin(table(3, decks=monsters("troll")))
    choose(match, FIGHT_NORMAL)
    before = [match.view(None), match.view(Seat(2))]
    assert [match.default(seat) for seat in match.asked] == [1, 1, 1]
    match.answer({Seat(0): 0})
    match.answer({Seat(1): 1})
    assert [match.view(None), match.view(Seat(2))] == before
    assert told(match, ChoicesShown) == []
    match.answer({Seat(2): 1})
    assert told(match, ChoicesShown) == [ChoicesShown((Seat(0),))]


def test_case_09_each_fighter_pays() -> None:
    bags = {0: ["ruby", "ruby", "sapphire", "gold_pouch", "silver_ring"], 1: ["ruby", "rusty_sword"], 2: ["ruby"]}
    match = begin(table(3, bags=bags, decks=monsters("skeleton")))
    fight(match, 0, 1)
    all_pass(match)
    assert listed(match) == [Lose("gold_pouch"), Lose("ruby"), Lose("sapphire"), Lose("silver_ring")]
    assert match.default(Seat(0)) == 3
    choose(match, Lose("silver_ring"), Lose("ruby"), Lose("gold_pouch"))
    assert [bag(match, seat) for seat in range(3)] == [["ruby", "sapphire"], [], ["ruby"]]
    assert asked_seat(match) == 1


def test_case_10_only_the_bag_pays() -> None:
    match = begin(table(2, banks={0: ["ruby"]}, gear={0: ["broadsword"]}, decks=monsters("mimic")))
    fight(match, 0, 1)
    owner = tbl(match).adventurers[0]
    assert (owner.bank, owner.slots) == (["ruby"], {"main": "broadsword"})
    assert told(match, Discarded) == []


def test_case_11_any_rarity_own_choice() -> None:
    match = begin(table(2, bags={0: ["ruby", "gold_pouch", "dragon_hoard"]}, decks=monsters("cave_rat")))
    fight(match, 0)
    all_pass(match)
    choose(match, Lose("gold_pouch"), Lose("ruby"))
    assert bag(match, 0) == ["dragon_hoard"]
    assert (tbl(match).discards["common"], tbl(match).discards["rare"]) == (["gold_pouch"], ["ruby"])


@pytest.mark.parametrize(
    ("gear", "won"),
    [
        pytest.param({0: ["worldsplitter"], 1: []}, True, id="case 12: 11 beats 10"),
        pytest.param({0: ["war_hammer"], 1: ["broadsword"]}, False, id="case 12: 10 does not"),
    ],
)
def test_case_12_boss_numbers(gear: dict[int, list[str]], won: bool) -> None:
    full = [*["gold_pouch"] * 3]
    match = begin(table(2, gear=gear, bags={0: full, 1: full}, decks={**monsters("cave_rat"), "ability": ["jinx"] * 9}))
    fight(match, 0, 1, boss=True)
    all_pass(match)
    if won:
        assert [[card for card in event.cards if card in SOME_LOOT["rare"]] for event in told(match, LaidOut)] == [
            SOME_LOOT["rare"][:2]
        ]
        assert tbl(match).cleared
        all_pass(match)
        all_pass(match)
        assert tbl(match).town is not None
    else:
        assert [duty.count for duty in tbl(match).duties if hasattr(duty, "count")] == [2, 2]


@pytest.mark.parametrize(("boss", "strength"), [(False, 1 + 3), (True, 1 + 3 + 3)])
def test_surv_if_boss(boss: bool, strength: int) -> None:
    match = begin(table(2, gear={0: ["slayer_pike"]}, hands={0: ["haggle"]}, decks=monsters("troll")))
    assert survivability(tbl(match), Seat(0)) == 1 + 3
    choose(match, FIGHT_BOSS if boss else FIGHT_NORMAL)
    assert survivability(tbl(match), Seat(0)) == strength


@pytest.mark.parametrize("boss", [False, True])
def test_case_13_no_slash(boss: bool) -> None:
    match = begin(table(2, gear={0: ["worldsplitter"], 1: ["war_hammer"]}, decks=monsters("mimic")))
    fight(match, 0, 1, boss=boss)
    assert told(match, FightEnded) == [FightEnded(won=True, party=16, monster=11)]
    assert [len(event.cards) for event in told(match, LaidOut)] == [3]
    assert (tbl(match).cleared, tbl(match).regulars) == (boss, 0 if boss else 1)


def test_case_15_survivability_seat_by_seat() -> None:
    gear = {0: ["wood_axe", "leather_cap"], 1: ["rusty_sword", "wooden_shield"]}
    match = begin(table(2, gear=gear, hands={0: ["sunder"]}, decks=monsters("green_slime")))
    choose(match, FIGHT_NORMAL)
    assert [survivability(tbl(match), Seat(seat)) for seat in (0, 1)] == [2, 2]


def test_case_17_no_flight() -> None:
    match = begin(table(3, hands={1: ["need_roll"]}, decks=monsters("dire_wolf")))
    choose(match, FIGHT_NORMAL)
    all_pass(match)
    assert told(match, ChoicesShown) == [ChoicesShown((Seat(0), Seat(1), Seat(2)))]
    assert tbl(match).window == "fight"


def test_case_18_extra_loss_on_a_defeat() -> None:
    match = begin(table(2, bags={0: ["gold_pouch"] * 6}, decks=monsters("bandit")))
    fight(match, 0)
    all_pass(match)
    choose(match, *[Lose("gold_pouch")] * 4)
    assert bag(match, 0) == ["gold_pouch"] * 2


def test_case_18_extra_loss_does_not_count_on_a_win() -> None:
    match = begin(table(2, gear={0: ["worldsplitter"]}, decks=monsters("bandit")))
    fight(match, 0)
    assert len(bag(match, 0)) == 3


def test_case_19_flight_cost() -> None:
    bags = {1: ["gold_pouch", "ruby", "sapphire"], 2: ["ruby"]}
    match = begin(table(3, bags=bags, decks=monsters("goblin_sneak")))
    fight(match, 0)
    assert asked_seat(match) == 1
    assert tbl(match).window is None
    choose(match, Lose("gold_pouch"))
    assert [bag(match, seat) for seat in range(3)] == [[], ["ruby", "sapphire"], []]
    assert tbl(match).window == "fight"


def test_flight_cost_is_due_when_all_flee() -> None:
    match = begin(table(2, bags={0: ["ruby"], 1: ["ruby"]}, decks=monsters("goblin_sneak")))
    fight(match)
    assert [bag(match, 0), bag(match, 1)] == [[], []]
    assert tbl(match).decks["monster"][-1] == "goblin_sneak"
