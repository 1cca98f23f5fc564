"""Worlds that a seat cannot tell from the real one, while it is shown something; and leaks that must be found."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

import referee
from referee.battery.seeing import unseen
from referee.battery.tally import Tally
from referee.battery.twins import leaks
from referee.games.lootroll import duties, effects_cards, turn, windows
from referee.games.lootroll.choices import EXPLORE, Buy, Pay, PlayAbility
from referee.games.lootroll.events import Found, Stolen
from referee.games.lootroll.gear import survivability
from referee.games.lootroll.kinds import WindowName
from referee.games.lootroll.piles import draw
from referee.games.lootroll.plays import plays
from referee.games.lootroll.showing import view
from referee.games.lootroll.state import LootTable
from referee.games.lootroll.view import View
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from referee.kernel.zones import places
from tests.games.lootroll.facts import FACTS
from tests.games.lootroll.tables import SOME_LOOT, begin, choose, table, tbl
from tests.support.play import play

MONSTERS = ["cave_rat", "troll", "lich", "hydra", "ghoul", "bandit", "mimic"]
LOOT = {1: ["ruby", "caltrops", "aegis"], 2: ["sapphire", "gold_pouch", "void_shard"]}
DECKS = {**SOME_LOOT, "monster": MONSTERS, "ability": ["jinx", "enrage", "sunder", "study"]}
ME, NEXT, LAST = Seat(0), Seat(1), Seat(2)


def twins(match: Match, seat: Seat | None, count: int = 20) -> list[LootTable]:
    return [tbl(match.redeal(seat, number)) for number in range(count)]


def differ(values: list[Any]) -> bool:
    return any(value != values[0] for value in values)


def test_what_zones_say_of_a_bag_that_a_thief_looks_into_is_so() -> None:
    """The thief knows it from its options, not from its view; the battery found it in a long campaign."""
    tally, bags = Tally(), {1: ["caltrops"], 2: ["gold_pouch"]}
    before = begin(table(3, bags={1: ["gold_pouch"], 2: ["caltrops"]}, decks=DECKS))
    assert not [*unseen(before, tally, Random(1))]
    match = begin(table(3, hands={0: ["inspect_and_snatch"]}, bags=bags, decks=DECKS))
    choose(match, PlayAbility("inspect_and_snatch", NEXT))
    assert not [found for seed in range(20) for found in unseen(match, tally, Random(seed))]
    places_of_thief = [place for place in places(match.game.zones, match.table) if place.is_seen_by(match.table, ME)]
    assert ["caltrops"] in [place.cards(match.table) for place in places_of_thief]


def test_a_scout_knows_what_it_is_shown() -> None:
    match = begin(table(3, hands={0: ["scouting"]}, bags=LOOT, decks=DECKS))
    choose(match, PlayAbility("scouting"))
    mine = [twin.decks["monster"] for twin in twins(match, ME)]
    assert {tuple(deck[:3]) for deck in mine} == {("cave_rat", "troll", "lich")}
    assert differ([deck[3:] for deck in mine])
    for other in (NEXT, None):
        assert differ([twin.decks["monster"][:3] for twin in twins(match, other)])


def test_a_thief_knows_the_bag_that_it_is_shown() -> None:
    match = begin(table(3, hands={0: ["inspect_and_snatch"]}, bags=LOOT, decks=DECKS))
    choose(match, PlayAbility("inspect_and_snatch", NEXT))
    mine = twins(match, ME)
    assert {tuple(twin.adventurers[1].bag) for twin in mine} == {tuple(LOOT[1])}
    assert differ([twin.adventurers[2].bag for twin in mine])
    assert differ([twin.adventurers[1].bag for twin in twins(match, LAST)])


def test_what_a_thief_is_shown_stands_in_no_view_and_the_zones_say_so() -> None:
    match = begin(table(3, hands={0: ["inspect_and_snatch"]}, bags=LOOT, decks=DECKS))
    choose(match, PlayAbility("inspect_and_snatch", NEXT))
    tally = Tally()
    assert not [found for seed in range(30) for found in unseen(match, tally, Random(seed))]
    assert {tuple(twin.adventurers[1].bag) for twin in twins(match, NEXT)} == {tuple(LOOT[1])}


def test_a_finder_knows_what_it_found() -> None:
    match = begin(table(3, bags=LOOT, decks=DECKS))
    choose(match, EXPLORE)
    found = tbl(match).found
    assert {twin.found for twin in twins(match, ME)} == {found}
    theirs = [twin.found for twin in twins(match, NEXT)]
    assert differ(theirs)
    assert all(match.game.cards.loot[card].rarity == "common" for card in theirs)


def test_a_buyer_can_pay_in_every_world() -> None:
    town = {"order": [0, 1, 2], "vendor": ["vote_kick"]}
    plain = table(3, town=town, bags={**LOOT, 0: ["gold_pouch", "leather_cap"]}, decks=DECKS)
    match = begin(plain, "in_town")
    choose(match, Buy("vote_kick"), Pay("leather_cap"))
    worlds = twins(match, NEXT, 60)
    assert differ([twin.adventurers[0].bag for twin in worlds])
    assert min(sum(map(twin.treasure, twin.adventurers[0].bag)) for twin in worlds) >= 3


def test_a_bag_of_another_seat_may_hold_other_rarities() -> None:
    match = begin(table(3, bags=LOOT, decks=DECKS))
    rarities = [sorted(twin.loot(card).rarity for card in twin.adventurers[1].bag) for twin in twins(match, ME)]
    assert differ(rarities)
    assert {tuple(map(len, twin.decks.values())) for twin in twins(match, ME)} == {(4, 12, 12, 12, 7)}


Plant = Callable[[pytest.MonkeyPatch], None]


def view_shows_the_top_monster(patch: pytest.MonkeyPatch) -> None:
    def leaky(t: LootTable, seat: Seat | None) -> View:
        shown = view(t, seat)
        top = len(t.decks["monster"][0]) if t.decks["monster"] else 0
        return msgspec.structs.replace(shown, regulars=shown.regulars + top)

    patch.setitem(vars(referee.all_games()["lootroll"]), "view", leaky)


def a_find_is_told_to_all(patch: pytest.MonkeyPatch) -> None:
    def leaky(t: LootTable) -> None:
        t.found = draw(t, "common")
        t.tell(Found(t.active, t.found))

    patch.setattr("referee.games.lootroll.game.explore", leaky)


def a_theft_is_told_to_all(patch: pytest.MonkeyPatch) -> None:
    def leaky(t: LootTable, seat: Seat, target: Seat, card: str) -> None:
        t.adventurers[target].bag.remove(card)
        t.adventurers[seat].bag.append(card)
        t.tell(Stolen(seat, target, card))

    patch.setattr(effects_cards, "move_stolen", leaky)
    patch.setattr(duties, "move_stolen", leaky)


def only_who_can_play_is_asked(patch: pytest.MonkeyPatch) -> None:
    original = windows.is_asked

    def leaky(t: LootTable, seat: Seat, window: WindowName) -> bool:
        return original(t, seat, window) and bool(plays(t, seat, window))

    patch.setattr(windows, "is_asked", leaky)


def a_full_purse_is_seen(patch: pytest.MonkeyPatch) -> None:
    original = turn.main_actions

    def leaky(t: LootTable) -> Any:
        rich = any(t.treasure(card) > 3 for card in t.adventurers[t.active - 1].bag)
        return original(t)[::-1] if rich else original(t)

    patch.setattr(turn, "main_actions", leaky)


def strength_counts_the_hand(patch: pytest.MonkeyPatch) -> None:
    def leaky(t: LootTable, seat: Seat) -> int:
        return survivability(t, seat) + ("jinx" in t.adventurers[seat].hand)

    patch.setattr("referee.games.lootroll.fight.survivability", leaky)


PLANTS = [
    view_shows_the_top_monster,
    a_find_is_told_to_all,
    a_theft_is_told_to_all,
    only_who_can_play_is_asked,
    a_full_purse_is_seen,
    strength_counts_the_hand,
]


def thieves() -> Match:
    return begin(table(3, hands=dict.fromkeys(range(3), ["pickpocket"] * 3), bags=LOOT, decks=DECKS))


def found_leak(positions: int) -> str | None:
    tally = Tally()
    for seed in range(1, positions):
        randomly = Random(seed)
        for match in play(thieves() if seed % 2 else referee.start("lootroll", seats=3, seed=seed), seed):
            if found := next(leaks(match, FACTS, tally, randomly), None):
                return found
            if match.event_count > 200 or tally.positions >= positions:
                break
    return None


@pytest.mark.no_cover
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert found_leak(200) is not None
