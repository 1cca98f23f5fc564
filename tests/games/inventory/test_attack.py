"""Rulebook: "Attack phase". Cases C02 and C37 to C39."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.inventory.choices import PASS, Attack, GiveUp
from referee.games.inventory.events import Attacked, GaveUp, PeskyTaken, Robbed
from referee.kernel.seats import Seat
from tests.games.inventory.tables import answer, drawn, of, options, placed, table_of, told

FILLED: dict[str, Any] = {
    "row": "backpack cape squire guard",
    "common": "sword",
    "premium_deck": "porter " * 9,
    "deck": "potato " * 5,
    "others": "claymore",
}


def test_c02_bob_robs_alice() -> None:
    """Bob is seat 0, Alice seat 1."""
    match = drawn(
        "attacking",
        "pointy_stick@hand potato@stored",
        "sack@back potato@stored*3",
        carried=[0, 2],
        dice=[6, 1],
        **FILLED,
    )
    answer(match, Attack(Seat(1)))
    assert told(match, Robbed) == [Robbed(Seat(0), Seat(1), taken=2, bonus=2, lost=0)]
    assert (of(match, 0).carried, of(match, 1).carried) == (4, 0)
    assert of(match, 1).discard == ["potato"]
    assert sorted(of(match, 1).layout, key=str) == sorted(placed("sack@back potato@stored*2"), key=str)


@pytest.mark.parametrize(
    ("layout", "asked"),
    [
        pytest.param("", False, id="C37 no power"),
        pytest.param("iron_helm@head", False, id="C37 defense is no power"),
        pytest.param("mercenary@follow", True, id="C37 a companion's power"),
        pytest.param("sword@stored", False, id="C10 a stored sword"),
    ],
)
def test_who_may_attack(layout: str, asked: bool) -> None:
    match = drawn("attacking", layout, seats=3, **FILLED)
    assert (Attack(Seat(1)) in options(match)) is asked
    if asked:
        assert options(match) == [PASS, Attack(Seat(1)), Attack(Seat(2))]


@pytest.mark.parametrize(
    ("dice", "won"), [pytest.param([3, 3], True, id="a tie"), pytest.param([3, 4], False, id="less")]
)
def test_c37_ties_go_to_the_attacker(dice: list[int], won: bool) -> None:
    match = drawn("attacking", "sword@hand", "pointy_stick@hand wooden_shield@hand", dice=dice, **FILLED)
    answer(match, Attack(Seat(1)))
    total, defended = 2 + dice[0], 1 + 1 + dice[1]
    assert told(match, Attacked) == [Attacked(Seat(0), Seat(1), dice[0], dice[1], total, defended, won)]
    assert of(match, 0).discard.count("pesky_quest_item") == (not won)
    assert table_of(match).piles["pesky_quest_item"] == 12 - (not won)
    assert len(told(match, PeskyTaken)) == (not won)
    assert of(match, 0).attacked


def test_c37_nothing_is_taken_from_an_empty_pile() -> None:
    match = drawn("attacking", "sword@hand", "chain_mail@body", dice=[1, 6], piles={"pesky_quest_item": 0}, **FILLED)
    answer(match, Attack(Seat(1)))
    assert told(match, PeskyTaken) == []
    assert of(match, 0).discard == []


def test_c38_a_wallet_chain_keeps_the_best_die() -> None:
    victim = "wallet_chain@body potato@stored bread@stored"
    match = drawn("attacking", "sword@hand", victim, carried=[0, 8], dice=[6, 1], **FILLED)
    answer(match, Attack(Seat(1)))
    assert told(match, Robbed) == [Robbed(Seat(0), Seat(1), taken=2, bonus=2, lost=0)]
    assert (of(match, 0).carried, of(match, 1).carried) == (4, 6)
    assert options(match, 1) == [GiveUp("potato"), GiveUp("bread")]
    assert match.default(Seat(1)) == 0
    answer(match, GiveUp("bread"), seat=1)
    assert told(match, GaveUp) == [GaveUp(Seat(1), "bread")]
    assert of(match, 1).discard == ["bread"]


def test_the_default_gives_up_what_is_worth_least() -> None:
    match = drawn("attacking", "sword@hand", "cheese@stored potato@stored", dice=[6, 1], **FILLED)
    answer(match, Attack(Seat(1)))
    assert options(match, 1)[match.default(Seat(1))] == GiveUp("potato")


@pytest.mark.parametrize(
    ("thief", "carried", "kept", "lost"),
    [
        pytest.param("sword@hand potato@stored", 3, 6, 2, id="C39 one die"),
        pytest.param("sword@hand potato@stored*2", 0, 0, 5, id="C39 no room"),
        pytest.param("sword@hand wallet_chain@body potato@stored*2", 0, 5, 0, id="R28 room in a pocket"),
    ],
)
def test_what_a_thief_can_not_carry_is_lost(thief: str, carried: int, kept: int, lost: int) -> None:
    match = drawn("attacking", thief, "bread@stored", carried=[carried, 4], dice=[6, 1], **FILLED)
    answer(match, Attack(Seat(1)))
    assert of(match, 0).carried == kept
    assert told(match, Robbed) == [Robbed(Seat(0), Seat(1), taken=4, bonus=1, lost=lost)]
    assert (of(match, 1).carried, of(match, 1).discard) == (0, ["bread"])


def test_who_passes_has_not_attacked() -> None:
    match = answer(drawn("attacking", "sword@hand", attacked=True, **FILLED), PASS)
    assert not of(match, 0).attacked


def test_until_it_answers_a_seat_is_seen_to_have_attacked_in_its_last_turn() -> None:
    match = drawn("attacking", "sword@hand", attacked=True, dice=[6, 1], **FILLED)
    assert options(match)[0] == PASS
    assert match.view(None).seats[0].attacked
    answer(match, PASS)
    assert not match.view(None).seats[0].attacked


def test_who_is_not_asked_has_not_attacked() -> None:
    match = drawn("attacking", "", attacked=True, **FILLED)
    assert not match.view(None).seats[0].attacked
