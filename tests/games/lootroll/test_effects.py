"""Every kind of played effect does what spec, section 5.1, says, and is listed when it says so."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from referee.games.lootroll import kinds
from referee.games.lootroll.choices import (
    PASS,
    PlayAbility,
    PlayGear,
    PlayLoot,
)
from referee.games.lootroll.effects import RULES
from referee.games.lootroll.effects_fight import running_fight
from referee.games.lootroll.effects_roll import running_spoils
from referee.games.lootroll.events import (
    DieChanged,
    Played,
)
from referee.kernel.match import Match
from referee.kernel.seats import Seat
from tests.games.lootroll.tables import asked_seat, choose, house_set, listed, tbl, told
from tests.games.lootroll.windows import FIGHT, LAST, ME, NEXT, in_window


def plays(match: Match) -> list[PlayAbility | PlayLoot | PlayGear]:
    return [option for option in listed(match) if isinstance(option, PlayAbility | PlayLoot | PlayGear)]


def test_every_kind_has_a_rule() -> None:
    assert RULES.keys() == set(get_args(kinds.Effect))


PLAYABLE = [
    *[("hands", PlayAbility, card.id, card.windows) for card in house_set().abilities.values()],
    *[
        ("bags", PlayLoot, card.id, card.use.windows)
        for card in house_set().loot.values()
        if card.use and not card.slot
    ],
    *[("gear", PlayGear, card.id, card.use.windows) for card in house_set().loot.values() if card.use and card.slot],
]


@pytest.mark.parametrize(
    ("zone", "option", "card", "window"),
    [
        pytest.param(zone, option, card, window, id=f"{card} in {window}")
        for zone, option, card, windows in PLAYABLE
        for window in windows
    ],
)
def test_every_card_can_be_played(zone: str, option: Any, card: str, window: str) -> None:
    cards = house_set()
    zones: dict[str, dict[int, list[str]]] = {"hands": {0: ["haggle"]}, "bags": {0: ["ruby"], 1: ["ruby"]}, "gear": {}}
    zones[zone] = {**zones[zone], 0: [*zones[zone].get(0, []), card]}
    use = None if zone == "hands" else cards.loot[card].use
    effect = cards.abilities[card].effect if use is None else use.effect
    rest: dict[str, Any] = {}
    if isinstance(effect, kinds.EnterFight) and effect.target == "self":
        rest["fight"] = {**FIGHT, "fighters": [1]}
    match = in_window(window, discards={"rare": ["sapphire"]}, **zones, **rest)
    played = [choice for choice in plays(match) if isinstance(choice, option) and choice.card == card]
    targets: dict[str | None, set[Seat | None]] = {
        "self": {ME},
        "other": {NEXT, LAST},
        "any": {ME, NEXT, LAST},
        None: {None},
    }
    assert {choice.target for choice in played} <= targets[getattr(effect, "target", None)]
    choose(match, played[0])
    assert told(match, Played) == [Played(ME, card, played[0].target)]
    kept = use is not None and use.cost == "dungeon"
    assert (card in tbl(match).spent) == kept
    assert (card in tbl(match).adventurers[0].gear()) == kept
    assert any(card in pile for pile in tbl(match).discards.values()) == (not kept)


LISTED: list[Any] = [
    pytest.param("fight", {"hands": {0: ["blessing"]}}, [ME, NEXT], id="surv in the fight: fighters"),
    pytest.param("prep", {"hands": {0: ["blessing"]}}, [ME, NEXT, LAST], id="surv in prep: all"),
    pytest.param("fight", {"hands": {0: ["curse_of_weakness"]}}, [NEXT], id="surv on another fighter"),
    pytest.param("fight", {"hands": {0: ["vote_kick"]}}, [NEXT], id="leave_fight: another fighter"),
    pytest.param("fight", {"hands": {0: ["late_arrival"]}}, [], id="enter_fight: fights already"),
    pytest.param("fight", {"hands": {0: ["summoning_stone"]}}, [LAST], id="enter_fight: one that fled"),
    pytest.param("fight", {"hands": {0: ["soul_ward"]}}, [None], id="shield_loss: a fighter"),
    pytest.param("roll", {"hands": {0: ["jinx"]}}, [NEXT], id="roll: another roller"),
    pytest.param("roll", {"gear": {0: ["wand_of_whispers"]}}, [ME, NEXT], id="reroll: any roller"),
    pytest.param("turn", {"hands": {0: ["pickpocket"]}, "bags": {2: ["ruby"]}}, [LAST], id="steal: a bag with cards"),
    pytest.param(
        "turn", {"hands": {0: ["pickpocket"]}, "bags": {0: ["ruby"] * 7, 2: ["ruby"]}}, [], id="steal: no room"
    ),
    pytest.param("turn", {"hands": {0: ["sabotage"]}, "bags": {1: ["ruby"]}}, [NEXT], id="destroy: a bag with cards"),
    pytest.param("turn", {"hands": {0: ["treasure_hunt"]}, "bags": {0: ["ruby"] * 7}}, [], id="draw_loot: no room"),
    pytest.param("turn", {"hands": {0: ["black_market"]}, "decks": {}}, [], id="draw_loot: no cards"),
    pytest.param("turn", {"hands": {0: ["study"]}, "decks": {}}, [], id="draw_ability: no cards"),
    pytest.param("turn", {"hands": {0: ["pocket_portal"]}}, [], id="bank: empty bag"),
    pytest.param("turn", {"bags": {0: ["portal_scroll"]}}, [], id="bank: nothing else in the bag"),
    pytest.param("turn", {"bags": {0: ["torn_scroll", *["ruby"] * 6]}}, [None], id="a played card has left the bag"),
    pytest.param("turn", {"hands": {0: ["scavenge"]}}, [], id="recover: empty pile"),
    pytest.param(
        "turn",
        {"hands": {0: ["scavenge"]}, "bags": {0: ["ruby"] * 7}, "discards": {"rare": ["ruby"]}},
        [],
        id="recover: no room",
    ),
]


@pytest.mark.parametrize(("window", "zones", "targets"), LISTED)
def test_when_a_play_is_listed(window: str, zones: dict[str, Any], targets: list[Seat | None]) -> None:
    assert [option.target for option in plays(in_window(window, **zones))] == targets


def test_shield_loss_in_the_fight_is_for_fighters() -> None:
    match = in_window("fight", hands={2: ["soul_ward"]})
    assert (asked_seat(match), listed(match)) == (2, [PASS])


def test_effects_on_the_fight() -> None:
    hands = {0: ["battle_shout", "enrage", "sunder", "treasure_sense", "soul_ward"]}
    match = in_window("prep", hands=hands)
    shouted = [PlayAbility("battle_shout", ME), *[PlayAbility(card) for card in hands[0][1:]]]
    choose(match, *shouted[:4])
    running = running_fight(tbl(match))
    assert (running.surv, running.monster_surv, running.more_loot) == ({0: 4}, 0, 1)
    choose(match, shouted[4])
    assert running_fight(tbl(match)).shield == {0: 2}


def test_leaving_and_entering_the_fight() -> None:
    match = in_window("fight", hands={0: ["vote_kick", "summoning_stone", "jinx"]})
    choose(match, PlayAbility("vote_kick", NEXT))
    assert running_fight(tbl(match)).fighters == [0]
    choose(match, PlayAbility("summoning_stone", LAST))
    assert running_fight(tbl(match)).fighters == [0, 2]


def test_effects_on_dice() -> None:
    hands = {0: ["need_roll", "bad_beat", "loaded_dice", "butterfingers", "haggle"]}
    match = in_window("roll", hands=hands, bags={0: ["die_of_destiny"]}, dice=(17,))
    choose(match, PlayAbility("need_roll", ME), PlayAbility("bad_beat", NEXT))
    spoils = running_spoils(tbl(match))
    assert (spoils.dice, spoils.modifiers) == ({0: 10, 1: 17}, {0: 5, 1: 0})
    choose(match, PlayAbility("loaded_dice", ME), PlayAbility("butterfingers", NEXT), PlayLoot("die_of_destiny", ME))
    assert (spoils.dice, spoils.modifiers) == ({0: 25, 1: 1}, {0: 5, 1: 0})
    assert [event.die for event in told(match, DieChanged)] == [17, 20, 1, 25]


def test_gear_that_is_used_up_leaves_its_slot() -> None:
    match = in_window("fight", gear={0: ["bursting_bulwark"]}, hands={1: ["jinx"]})
    choose(match, PlayGear("bursting_bulwark"))
    assert tbl(match).adventurers[0].slots == {}
    assert tbl(match).discards["epic"] == ["bursting_bulwark"]
