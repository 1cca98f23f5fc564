"""Cases 1 to 3, 32 to 34 and 39: set-up and turns."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.errors import UsageError
from referee.games.lootroll.choices import (
    DISCARD_LOOT,
    DONE,
    EQUIP_FOUND,
    EXPLORE,
    FIGHT_BOSS,
    FIGHT_NORMAL,
    KEEP,
    LEAVE,
    Drop,
    Equip,
    PlayAbility,
    UseFound,
)
from referee.games.lootroll.events import Discarded, Drew, Equipped, Found, Kept, Reshuffled
from referee.games.lootroll.gear import survivability
from referee.games.lootroll.showing import view
from referee.games.lootroll.state import invariants
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import all_pass, asked_seat, bag, begin, choose, fight, listed, table, tbl, told


def test_case_01_set_up() -> None:
    match = referee.start("lootroll", seats=4, seed=1, options={"first_seat": 2})
    t = tbl(match)
    assert [len(seat.hand) for seat in t.adventurers] == [1, 1, 1, 1]
    assert {pile: len(deck) for pile, deck in t.decks.items()} == {
        "ability": 68,
        "common": 60,
        "rare": 40,
        "epic": 24,
        "monster": 30,
    }
    assert [event.seat for event in told(match, Drew)] == [2, 3, 0, 1]
    assert [survivability(t, seat) for seat in t.all_seats()] == [1, 1, 1, 1]
    assert asked_seat(match) == 2
    assert EXPLORE in listed(match)
    invariants(t)


@pytest.mark.parametrize(
    ("seats", "wanted", "limit"),
    [
        pytest.param(2, 24, 24, id="case 2: 2 seats"),
        pytest.param(3, 24, 24, id="case 2: 3 seats"),
        pytest.param(4, 24, 24, id="case 2: 4 seats"),
        pytest.param(5, 24, 25, id="case 2: 5 seats"),
        pytest.param(6, 24, 24, id="case 2: 6 seats"),
        pytest.param(4, 10, 12, id="case 2: 10 turns"),
    ],
)
def test_turn_limit(seats: int, wanted: int, limit: int) -> None:
    match = referee.start("lootroll", seats=seats, seed=1, options={"turn_limit": wanted})
    assert tbl(match).turn_limit == limit


def test_case_03_first_turn() -> None:
    match = begin(table(2, hands={0: ["need_roll"]}, decks={"common": ["ruby"], "monster": ["lich"]}))
    assert listed(match) == [EXPLORE, FIGHT_NORMAL, FIGHT_BOSS]


def test_a_first_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="first_seat = 4 is not allowed: the seats are 0 to 3"):
        referee.start("lootroll", seats=4, seed=1, options={"first_seat": 4})


def test_without_common_cards_the_default_is_a_fight() -> None:
    match = begin(table(2, hands={0: ["study"]}, decks={"monster": ["lich"], "ability": ["jinx"]}))
    assert listed(match) == [PlayAbility("study"), FIGHT_NORMAL, FIGHT_BOSS]
    assert match.default(Seat(0)) == 1


FULL = ["gold_pouch"] * 7
FINDS: list[Any] = [
    pytest.param("leather_cap", FULL, [], [LEAVE, EQUIP_FOUND], id="case 32: bag full, head empty"),
    pytest.param("leather_cap", FULL, ["knight_helm"], [LEAVE], id="case 32: bag full, head worn"),
    pytest.param("torn_scroll", FULL, [], [LEAVE, UseFound()], id="case 32: bag full, use"),
    pytest.param("leather_cap", [], [], [KEEP, EQUIP_FOUND], id="gear"),
    pytest.param("leather_cap", [], ["leather_cap"], [KEEP], id="the same gear is worn"),
    pytest.param("minor_potion", [], [], [KEEP], id="no use in this window"),
    pytest.param("gold_pouch", [], [], [KEEP], id="no use at all"),
]


@pytest.mark.parametrize(("card", "held", "gear", "options"), FINDS)
def test_find(card: str, held: list[str], gear: list[str], options: list[Any]) -> None:
    decks = {"common": [card], "ability": ["jinx"], "monster": ["lich"]}
    match = begin(table(2, bags={0: held}, gear={0: gear}, decks=decks))
    choose(match, EXPLORE)
    assert listed(match) == options
    assert match.default(Seat(0)) == 0


def test_a_find_can_be_left_equipped_or_used() -> None:
    decks = {"common": ["leather_cap", "torn_scroll", "silver_ring"], "ability": ["jinx"], "monster": ["lich"]}
    bags = {0: FULL, 1: ["ruby"]}
    match = begin(table(3, bags={**bags, 2: FULL}, gear={}, decks=decks))
    choose(match, EXPLORE, EQUIP_FOUND, EXPLORE, UseFound(), EXPLORE, LEAVE)
    t = tbl(match)
    assert t.adventurers[0].slots == {"head": "leather_cap"}
    assert t.adventurers[1].hand == ["jinx"]
    assert t.discards["common"] == ["torn_scroll", "silver_ring"]
    assert [len(adventurer.bag) for adventurer in t.adventurers] == [7, 1, 7]
    assert t.turns == 3


def test_case_33_explore_is_private() -> None:
    match = begin(table(3, decks={"common": ["gold_pouch", "ruby"], "monster": ["lich"]}))
    choose(match, EXPLORE, KEEP)
    seat = Seat(0)
    assert told(match, Found, 0) == [Found(seat, "gold_pouch")]
    assert told(match, Kept, 0) == [Kept(seat, "gold_pouch")]
    for other in (1, 2, None):
        assert told(match, Found, other) == [Found(seat)]
        assert told(match, Kept, other) == [Kept(seat)]
        shown = view(tbl(match), None if other is None else Seat(other))
        assert (shown.seats[0].bag, shown.common.deck) == (1, 1)
        assert not shown.seats[0].bag_cards


def test_an_empty_deck_is_made_of_its_discard_pile() -> None:
    match = begin(table(2, discards={"common": ["gold_pouch", "silver_ring"]}, decks={"monster": ["lich"]}))
    choose(match, EXPLORE)
    assert told(match, Reshuffled) == [Reshuffled("common", 2)]
    assert (len(tbl(match).decks["common"]), tbl(match).discards["common"]) == (1, [])


def test_case_34_discard_action() -> None:
    decks = {"common": ["caltrops"], "monster": ["lich"]}
    match = begin(table(2, bags={0: ["ruby", "gold_pouch", "silver_ring"]}, decks=decks))
    choose(match, DISCARD_LOOT)
    assert listed(match) == [Drop("gold_pouch"), Drop("ruby"), Drop("silver_ring")]
    assert match.default(Seat(0)) == 2
    choose(match, Drop("silver_ring"))
    assert listed(match) == [DONE, Drop("gold_pouch"), Drop("ruby")]
    assert match.default(Seat(0)) == 0
    choose(match, Drop("gold_pouch"), Drop("ruby"))
    assert asked_seat(match) == 1
    assert [event.cause for event in told(match, Discarded)] == ["dropped"] * 3


def test_a_discard_action_ends_with_done() -> None:
    decks = {"common": ["caltrops"], "monster": ["lich"]}
    match = begin(table(2, bags={0: ["ruby", "ruby"], 1: ["ruby"]}, decks=decks))
    choose(match, DISCARD_LOOT, Drop("ruby"), DONE, DISCARD_LOOT)
    assert bag(match, 0) == ["ruby"]
    assert listed(match) == [Drop("ruby")]


def test_case_39_four_regulars() -> None:
    decks = {"common": ["caltrops"], "monster": ["cave_rat", "lich"]}
    bags = {0: FULL, 1: ["leather_cap"]}
    match = begin(table(2, regulars=4, bags=bags, hands={0: ["study"]}, decks={**decks, "ability": ["jinx"]}))
    assert listed(match) == [PlayAbility("study"), FIGHT_BOSS]
    assert match.default(Seat(0)) == 1
    fight(match, boss=True)
    assert asked_seat(match) == 1
    assert listed(match) == [Equip("leather_cap"), FIGHT_BOSS]


def test_equipping_in_the_turn_is_told_with_what_it_displaced() -> None:
    match = begin(table(2, bags={0: ["knight_helm"]}, gear={0: ["leather_cap"]}, decks={"monster": ["lich"]}))
    choose(match, Equip("knight_helm"))
    assert told(match, Equipped) == [Equipped(Seat(0), "knight_helm", ("leather_cap",))]
    assert bag(match, 0) == ["leather_cap"]
    all_pass(match)
    assert FIGHT_NORMAL in listed(match)
