"""Case 40: the town, the turn limit, the end and the score."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.lootroll.choices import DONE, FIGHT_BOSS, FIGHT_NORMAL, Buy, Deposit, Pay, PlayAbility, PlayLoot
from referee.games.lootroll.events import (
    Banked,
    Bought,
    DungeonEnded,
    GameOver,
    TownTurnBegins,
    VendorLeaves,
    VendorShows,
)
from referee.games.lootroll.scoring import result
from referee.games.lootroll.town import running_town
from referee.kernel.match import Match
from referee.kernel.ranking import places
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import all_pass, asked_seat, bag, begin, choose, listed, table, take_sides, tbl, told

VENDOR = ["jinx", "sunder", "vote_kick"]


def in_town(**zones: Any) -> Match:
    """A town of two seats, seat 0 first, in its first round."""
    town = {"order": [0, 1, 0, 1], "vendor": VENDOR}
    return begin(table(2, town=town, **{"decks": {"ability": ["study", "enrage"]}, **zones}), "in_town")


def test_case_40a_town_order() -> None:
    decks = {"monster": ["mimic", "lich"], "ability": ["jinx"] * 9, "common": ["caltrops"], "rare": []}
    hands = {0: ["enrage"], 1: ["enrage"], 2: ["enrage"]}
    match = begin(table(3, hands=hands, gear={1: ["worldsplitter", "titan_plate"]}, active=1, decks=decks))
    choose(match, FIGHT_BOSS)
    all_pass(match)
    take_sides(match, 1)
    all_pass(match)
    assert told(match, DungeonEnded) == [DungeonEnded(1, cleared=True)]
    order = []
    while tbl(match).town is not None:
        order.append(asked_seat(match))
        choose(match, DONE)
    assert order == [2, 0, 1, 2, 0, 1]
    assert [event.seat for event in told(match, TownTurnBegins)] == order
    assert told(match, VendorLeaves) == [VendorLeaves(["jinx"] * 5)]
    assert (asked_seat(match), tbl(match).dungeon) == (2, 2)


PAYMENTS = [
    pytest.param(["leather_cap", "gold_pouch"], ["silver_ring"], id="case 40 b: no change"),
    pytest.param(["silver_ring"], ["gold_pouch", "leather_cap"], id="case 40 b: the exact price"),
]


@pytest.mark.parametrize(("paid", "left"), PAYMENTS)
def test_paying(paid: list[str], left: list[str]) -> None:
    match = in_town(bags={0: ["gold_pouch", "silver_ring", "leather_cap"], 1: ["ruby"]})
    choose(match, Buy("sunder"), *[Pay(card) for card in paid])
    assert bag(match, 0) == left
    assert tbl(match).adventurers[0].hand == ["sunder"]
    assert running_town(tbl(match)).vendor == ["jinx", "vote_kick", "study"]
    assert not any(isinstance(option, Deposit) for option in listed(match))
    choose(match, DONE, DONE)
    assert Deposit(left[0]) in listed(match)
    assert told(match, Bought) == [Bought(Seat(0), "sunder", 3)]
    assert told(match, VendorShows) == [VendorShows(["study"])]


def test_paying_defaults_to_the_cheapest_card() -> None:
    match = in_town(bags={0: ["gold_pouch", "silver_ring", "leather_cap"]})
    choose(match, Buy("sunder"))
    assert listed(match) == [Pay("gold_pouch"), Pay("leather_cap"), Pay("silver_ring")]
    assert match.default(Seat(0)) == 1


def test_what_can_be_bought_and_deposited() -> None:
    match = in_town(bags={0: ["silver_ring", "leather_cap"], 1: ["ruby"]})
    both = [Deposit("leather_cap"), Deposit("silver_ring")]
    assert listed(match) == [DONE, Buy("jinx"), Buy("sunder"), Buy("vote_kick"), *both]
    choose(match, Deposit("silver_ring"))
    assert listed(match) == [DONE, Deposit("leather_cap")]
    choose(match, Deposit("leather_cap"))
    assert asked_seat(match) == 1
    assert told(match, Banked, 0) == [Banked(Seat(0), "silver_ring"), Banked(Seat(0), "leather_cap")]
    assert told(match, Banked, 1) == [Banked(Seat(0)), Banked(Seat(0))]


def test_at_most_three_purchases() -> None:
    match = in_town(bags={0: ["dragon_hoard", "ruby", "ruby", "gold_pouch"]})
    choose(match, Buy("jinx"), Pay("ruby"), Buy("sunder"), Pay("ruby"), Buy("study"), Pay("dragon_hoard"))
    assert listed(match) == [DONE]


DISCOUNTS = [
    pytest.param({}, {}, 3, id="none"),
    pytest.param({}, {0: ["merchant_ledger"]}, 2, id="passive"),
    pytest.param({0: ["haggle"]}, {}, 1, id="played"),
    pytest.param({0: ["haggle", "haggle"]}, {0: ["merchant_ledger"]}, 1, id="never less than 1"),
]


@pytest.mark.parametrize(("hands", "gear", "price"), DISCOUNTS)
def test_discounts(hands: dict[int, list[str]], gear: dict[int, list[str]], price: int) -> None:
    match = in_town(hands=hands, gear=gear, bags={0: ["ruby"]})
    choose(match, *[PlayAbility("haggle")] * len(hands.get(0, ())), Buy("sunder"))
    assert [event.price for event in told(match, Bought)] == [price]


def test_a_discount_ends_with_the_town_turn() -> None:
    match = in_town(hands={0: ["haggle"]}, bags={0: ["ruby"], 1: ["ruby"]})
    choose(match, PlayAbility("haggle"), DONE, Buy("sunder"))
    assert [event.price for event in told(match, Bought)] == [3]


def test_plays_in_town_are_no_act_of_the_town_turn() -> None:
    match = in_town(hands={0: ["study"]}, bags={0: ["tome_of_tricks", "ruby"]})
    choose(match, Deposit("ruby"), PlayAbility("study"), PlayLoot("tome_of_tricks"))
    assert (asked_seat(match), listed(match)) == (0, [DONE])


def test_a_seat_with_nothing_is_skipped_in_town() -> None:
    match = in_town(bags={1: ["ruby"]})
    assert asked_seat(match) == 1
    choose(match, DONE)
    assert (asked_seat(match), running_town(tbl(match)).order) == (1, [1])


def test_case_40c_turn_limit() -> None:
    decks = {"monster": ["lich", "troll"], "ability": ["jinx"] * 9, "common": ["caltrops"]}
    match = begin(table(2, turns=23, active=1, bags={0: ["ruby"], 1: ["ruby"]}, decks=decks))
    choose(match, FIGHT_NORMAL)
    all_pass(match)
    take_sides(match)
    assert told(match, DungeonEnded) == [DungeonEnded(1, cleared=False)]
    assert running_town(tbl(match)).order == [0, 1, 0, 1]


def test_case_40d_score() -> None:
    plain = table(
        3,
        bags={0: ["gold_pouch", "leather_cap"], 1: ["ruby", "ancient_relic"]},
        banks={0: ["ruby"], 1: ["leather_cap"]},
        gear={0: ["dragonbone_helm", "titan_plate"], 2: ["worldsplitter"]},
        turns=23,
        dungeon=3,
        decks={"monster": ["troll"], "epic": ["void_shard"]},
    )
    match = begin(plain)
    choose(match, FIGHT_NORMAL)
    all_pass(match)
    take_sides(match)
    assert match.result is not None
    assert (match.result.scores, match.result.places) == ([21, 21, 0], [1, 1, 3])
    assert match.result.reason == "three_dungeons"
    (over,) = told(match, GameOver)
    assert (over.scores, over.seats[0].bank, over.decks["epic"]) == ([21, 21, 0], ["ruby"], ["void_shard"])


def test_an_exchange_that_brings_nothing_is_not_made() -> None:
    match = begin(table(2, bags={0: ["knight_helm"]}, gear={0: ["leather_cap"]}, decks={"monster": ["troll"]}))
    assert result(tbl(match)).scores == [4, 0]
    assert result(tbl(match)).places == places([4, 0])
