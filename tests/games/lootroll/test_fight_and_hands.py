"""Cases 20 to 25: fights and the cards in hand, that are barred, won, lost and played."""

from __future__ import annotations

import pytest

from referee.games.lootroll.choices import FIGHT_BOSS, FIGHT_NORMAL, PASS, Equip, Lose, PlayAbility, PlayLoot
from referee.games.lootroll.effects_fight import running_fight
from referee.games.lootroll.effects_roll import running_spoils
from referee.games.lootroll.events import Discarded, FightEnded
from referee.games.lootroll.fight import monster_survivability
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import (
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


def test_case_20_no_abilities() -> None:
    hands = {0: ["battle_shout"], 1: ["battle_shout"]}
    bags = {1: ["minor_potion", "leather_cap"]}
    match = begin(table(2, hands=hands, bags=bags, decks=monsters("hexed_scarecrow")))
    choose(match, FIGHT_NORMAL)
    assert asked_seat(match) == 1
    assert listed(match) == [PASS, PlayLoot("minor_potion", Seat(1)), Equip("leather_cap")]


def test_case_21_roll_bonus() -> None:
    gear = {0: ["worldsplitter", "leather_cap"], 1: ["slayer_pike"]}
    match = begin(table(2, gear=gear, hands={0: ["haggle"]}, decks=monsters("vampire"), dice=(9, 9)))
    choose(match, FIGHT_NORMAL)
    all_pass(match)
    take_sides(match, 0, 1)
    all_pass(match)
    spoils = running_spoils(tbl(match))
    assert spoils.modifiers == {0: 0, 1: 3}


def test_roll_bonus_goes_to_all_tied_fighters() -> None:
    match = begin(table(2, gear={0: ["worldsplitter"]}, hands={1: ["blessing"] * 3}, decks=monsters("vampire")))
    choose(match, FIGHT_NORMAL, *[PlayAbility("blessing", Seat(1))] * 3)
    all_pass(match)
    take_sides(match, 0, 1)
    spoils = running_spoils(tbl(match))
    assert spoils.bonus == {0: 3, 1: 3}


def test_case_22_win_ability() -> None:
    decks = {**monsters("wandering_sage"), "ability": ["jinx", "enrage", "sunder"]}
    match = begin(table(2, gear={0: ["worldsplitter"]}, decks=decks))
    fight(match, 0, 1)
    assert [adventurer.hand for adventurer in tbl(match).adventurers] == [["jinx"], ["enrage"]]


def test_case_22_lose_ability() -> None:
    match = begin(table(2, hands={0: ["jinx", "haggle"]}, bags={0: ["ruby"]}, decks=monsters("dark_acolyte")))
    fight(match, 0, 1)
    all_pass(match)
    assert len(tbl(match).adventurers[0].hand) == 1
    assert [event.cause for event in told(match, Discarded)] == ["lost", "forgotten"]


def test_case_23_instance_reset() -> None:
    decks = {"monster": ["lich", "skeleton", "ghoul"]}
    match = begin(table(2, hands={1: ["sunder", "instance_reset"]}, decks=decks))
    choose(match, FIGHT_BOSS, PlayAbility("sunder"), PlayAbility("instance_reset"))
    running = running_fight(tbl(match))
    assert (running.monster, running.mode, monster_survivability(tbl(match))) == ("skeleton", "boss", 9)
    assert tbl(match).decks["monster"] == ["ghoul", "lich"]


def test_instance_reset_without_another_monster() -> None:
    match = begin(table(2, hands={1: ["instance_reset"]}, decks={"monster": ["lich"]}))
    choose(match, FIGHT_BOSS, PlayAbility("instance_reset"))
    running = running_fight(tbl(match))
    assert running.monster == "lich"


def test_case_24_kicked_to_defeat() -> None:
    gear = {0: ["quarterstaff", "knight_helm"], 1: ["iron_mace"]}
    bags = {0: ["ruby", "sapphire"], 1: ["ruby"]}
    match = begin(table(3, gear=gear, bags=bags, hands={2: ["vote_kick"]}, decks=monsters("troll")))
    fight(match, 0, 1)
    choose(match, PASS, PASS, PlayAbility("vote_kick", Seat(1)))
    all_pass(match)
    assert told(match, FightEnded) == [FightEnded(won=False, party=5, monster=7)]
    assert [bag(match, 0), bag(match, 1)] == [[], ["ruby"]]


def test_case_25_no_fighter_left() -> None:
    match = begin(
        table(2, gear={0: ["worldsplitter"]}, bags={0: ["ruby"]}, hands={0: ["feign_death"]}, decks=monsters("troll"))
    )
    fight(match, 0)
    choose(match, PlayAbility("feign_death", Seat(0)))
    all_pass(match)
    assert told(match, FightEnded) == [FightEnded(won=False, party=0, monster=7)]
    assert bag(match, 0) == ["ruby"]
    assert (tbl(match).discards["monster"], tbl(match).regulars) == (["troll"], 0)


def test_played_survivability_waits_for_those_who_come_back() -> None:
    """Ruling 40."""
    hands = {0: ["battle_shout", "late_arrival"]}
    match = begin(table(2, hands=hands, decks=monsters("giant_spider")))
    choose(match, FIGHT_NORMAL, PlayAbility("battle_shout", Seat(0)), PASS)
    take_sides(match, 1)
    choose(match, PlayAbility("late_arrival", Seat(0)))
    all_pass(match)
    assert told(match, FightEnded) == [FightEnded(won=True, party=6, monster=3)]


@pytest.mark.parametrize(
    ("hands", "gear", "left"),
    [
        pytest.param({}, {}, 3, id="nothing"),
        pytest.param({0: ["soul_ward"]}, {}, 5, id="played"),
        pytest.param({}, {0: ["boots_of_retreat"]}, 4, id="passive"),
        pytest.param({0: ["soul_ward", "soul_ward"]}, {0: ["boots_of_retreat"]}, 7, id="more than is lost"),
    ],
)
def test_shields(hands: dict[int, list[str]], gear: dict[int, list[str]], left: int) -> None:
    match = begin(table(2, hands=hands, gear=gear, bags={0: ["ruby"] * 7}, decks=monsters("orc_brute")))
    fight(match, 0)
    choose(match, *[PlayAbility("soul_ward")] * len(hands.get(0, ())))
    all_pass(match)
    choose(match, *[Lose("ruby")] * (7 - left))
    assert len(bag(match, 0)) == left
    assert tbl(match).turns == 1
