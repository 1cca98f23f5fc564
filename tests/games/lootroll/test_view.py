"""What each viewer sees: the table of spec, section 10.1."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.games.lootroll.choices import DISCARD_LOOT, FIGHT_NORMAL, Drop, PlayAbility
from referee.games.lootroll.showing import view
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import all_pass, begin, choose, table, take_sides, tbl
from tests.support.play import play

ZONES: dict[str, Any] = {
    "hands": {0: ["jinx", "enrage"], 1: ["study"]},
    "bags": {0: ["ruby"], 1: ["sapphire", "caltrops"]},
    "banks": {1: ["golden_idol"]},
    "gear": {0: ["worldsplitter"]},
    "decks": {"monster": ["troll", "lich"]},
}


@pytest.mark.parametrize(
    ("seat", "shown"),
    [
        pytest.param(0, {0}, id="seat 0"),
        pytest.param(1, {1}, id="seat 1"),
        pytest.param(2, {2}, id="seat 2"),
        pytest.param(None, set(), id="spectator"),
    ],
)
def test_hands_bags_and_banks_are_their_owners(seat: int | None, shown: set[int]) -> None:
    seen = view(tbl(begin(table(3, **ZONES))), None if seat is None else Seat(seat))
    assert [(other.hand, other.bag, other.bank) for other in seen.seats] == [(2, 1, 0), (1, 2, 1), (0, 0, 0)]
    zones = [(other.hand_cards, other.bag_cards, other.bank_cards) for other in seen.seats]
    own = [
        (("enrage", "jinx"), ("ruby",), ()),
        (("study",), ("caltrops", "sapphire"), ("golden_idol",)),
        ((), (), ()),
    ]
    assert zones == [zone if number in shown else ((), (), ()) for number, zone in enumerate(own)]
    held = seen.seats[0]
    assert (held.main, held.off, held.survivability) == ("worldsplitter", "worldsplitter", 10)
    assert seen.seat == seat


@pytest.mark.parametrize(("seat", "seen"), [(0, "ruby"), (1, None), (None, None)])
def test_a_find_is_its_finders(seat: int | None, seen: str | None) -> None:
    shown = view(tbl(begin(table(2, found="ruby", **ZONES))), None if seat is None else Seat(seat))
    assert shown.something_found
    assert shown.found == seen


def test_a_fight_is_public() -> None:
    match = begin(table(3, **ZONES))
    choose(match, FIGHT_NORMAL, PlayAbility("enrage"))
    all_pass(match)
    take_sides(match, 0, 2)
    fight = view(tbl(match), None).fight
    assert fight is not None
    assert (fight.monster, fight.mode, fight.fighters) == ("troll", "normal", (0, 2))
    assert (fight.monster_survivability, fight.party_survivability, fight.monster_change) == (11, 11, 4)
    assert view(tbl(match), None).window == "fight"


def test_discard_piles_are_shown_in_order() -> None:
    match = begin(table(2, discards={"rare": ["ruby"]}, **{**ZONES, "bags": {0: ["sapphire", "knight_helm"]}}))
    choose(match, DISCARD_LOOT, Drop("sapphire"), Drop("knight_helm"))
    assert view(tbl(match), None).rare.discard == ("ruby", "sapphire", "knight_helm")


def test_when_the_game_is_over_all_zones_are_public() -> None:
    *_, match = play(referee.start("lootroll", seats=3, seed=4), 4)
    t = tbl(match)
    seen = view(t, None)
    assert seen.over
    assert [seat.bank_cards for seat in seen.seats] == [tuple(sorted(seat.bank)) for seat in t.adventurers]
    assert seen.monster.deck_cards == tuple(t.decks["monster"])
    assert all(view(t, seat).seats == seen.seats for seat in t.all_seats())
