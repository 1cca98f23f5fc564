"""Who sees what: the table of spec, section 10.1."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.games.lootroll.cards import NUMBER_OF
from referee.games.lootroll.choices import DISCARD_LOOT, FIGHT_NORMAL, Drop, PlayAbility
from referee.games.lootroll.v1 import view_pb2 as pb
from referee.games.lootroll.view import view
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


def numbers(*cards: str) -> list[int]:
    return [NUMBER_OF[card] for card in cards]


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
    zones = [(list(other.hand_cards), list(other.bag_cards), list(other.bank_cards)) for other in seen.seats]
    own = [
        (numbers("enrage", "jinx"), numbers("ruby"), []),
        (numbers("study"), numbers("caltrops", "sapphire"), numbers("golden_idol")),
        ([], [], []),
    ]
    assert zones == [zone if number in shown else ([], [], []) for number, zone in enumerate(own)]
    assert (seen.seats[0].main, seen.seats[0].off, seen.seats[0].survivability) == (*numbers("worldsplitter") * 2, 10)
    assert seen.HasField("seat") == (seat is not None)


@pytest.mark.parametrize(("seat", "seen"), [(0, "ruby"), (1, None), (None, None)])
def test_a_find_is_its_finders(seat: int | None, seen: str | None) -> None:
    shown = view(tbl(begin(table(2, found="ruby", **ZONES))), None if seat is None else Seat(seat))
    assert shown.something_found
    assert shown.found == (NUMBER_OF[seen] if seen else 0)


def test_a_fight_is_public() -> None:
    match = begin(table(3, **ZONES))
    choose(match, FIGHT_NORMAL, PlayAbility("enrage"))
    all_pass(match)
    take_sides(match, 0, 2)
    fight = view(tbl(match), None).fight
    assert (fight.monster, fight.mode, list(fight.fighters)) == (NUMBER_OF["troll"], pb.MODE_NORMAL, [0, 2])
    assert (fight.monster_survivability, fight.party_survivability, fight.monster_change) == (11, 11, 4)
    assert view(tbl(match), None).window == pb.WINDOW_FIGHT


def test_discard_piles_are_shown_in_order() -> None:
    match = begin(table(2, discards={"rare": ["ruby"]}, **{**ZONES, "bags": {0: ["sapphire", "knight_helm"]}}))
    choose(match, DISCARD_LOOT, Drop("sapphire"), Drop("knight_helm"))
    assert list(view(tbl(match), None).rare.discard) == numbers("ruby", "sapphire", "knight_helm")


def test_when_the_game_is_over_all_zones_are_public() -> None:
    *_, match = play(referee.start("lootroll", seats=3, seed=4), 4)
    t = tbl(match)
    seen = view(t, None)
    assert seen.over
    assert [list(seat.bank_cards) for seat in seen.seats] == [numbers(*sorted(seat.bank)) for seat in t.adventurers]
    assert list(seen.monster.deck_cards) == numbers(*t.decks["monster"])
    assert all(view(t, seat).seats == seen.seats for seat in t.all_seats())
