"""Texts for people: every card, option and event has one, and it says what you must know to play."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

import referee
from referee.games.lootroll import choices, events, kinds
from referee.games.lootroll.legend import described
from referee.games.lootroll.words import CARD_IDS, card_name
from referee.kernel.asking import Option
from referee.kernel.seats import Seat
from referee.kernel.table import Event
from referee.kernel.texts import check_texts
from tests.games.lootroll.tables import begin, house_set, table

GAME = referee.all_games()["lootroll"]
ME, NEXT = Seat(0), Seat(1)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("blessing", "Blessing (price 2; in prep/fight: survivability +3 for any seat)"),
        ("gold_pouch", "Gold Pouch (common, treasure 4)"),
        ("war_hammer", "War Hammer (rare, treasure 6; two-handed +5)"),
        ("slayer_pike", "Slayer Pike (rare, treasure 7; two-handed +3; worn: +3 more if boss)"),
        ("orb_of_fate", "Orb of Fate (epic, treasure 11; off +2; in roll, once a dungeon: roll +5 for you)"),
        ("troll", "Troll (normal 7, loot 2 rare; boss 20, loot 2 epic)"),
        ("bandit", "Bandit (normal 4, loot 3 common; boss 15, loot 3 rare; a defeat costs 1 more loot)"),
        ("mimic", "Mimic (always 11, loot 3 rare)"),
    ],
)
def test_a_card_is_described(card: str, text: str) -> None:
    assert f"{card_name(card)} ({described(card, house_set())})" == text


def test_every_card_and_kind_has_a_text() -> None:
    assert len({described(card, house_set()) for card in CARD_IDS}) == len(CARD_IDS)
    every = {*get_args(kinds.Effect), *get_args(kinds.Passive), *get_args(kinds.MonsterEffect)}
    check_texts(every, needed=True)


OPTIONS: list[tuple[Option, str]] = [
    (choices.PASS, "pass"),
    (choices.FIGHT_BOSS, "fight the top monster as a boss"),
    (choices.UseFound(), "play it"),
    (choices.UseFound(NEXT), "play it on seat 1"),
    (choices.Buy("jinx"), "buy Jinx"),
    (choices.PlayAbility("jinx", NEXT), "play the ability Jinx on seat 1"),
]


@pytest.mark.parametrize(("option", "text"), OPTIONS, ids=[text for _, text in OPTIONS])
def test_an_option_is_told(option: Option, text: str) -> None:
    assert GAME.option_text(option) == text


EVENTS: list[tuple[Event, str]] = [
    (events.Drew(ME, "rare"), "seat 0 draws a card of the rare deck"),
    (events.Drew(ME, "rare", "ruby"), "seat 0 draws Ruby of the rare deck"),
    (events.Reshuffled("epic", 4), "the epic discard pile of 4 cards becomes the deck"),
    (events.Played(ME, "scouting"), "seat 0 plays Scouting"),
    (events.Played(ME, "jinx", NEXT), "seat 0 plays Jinx on seat 1"),
    (events.Equipped(ME, "quarterstaff", ("rusty_sword",)), "seat 0 equips Quarterstaff; into the bag: Rusty Sword"),
    (events.MonsterRevealed("lich", "normal"), "Lich is to be fought as a regular monster"),
    (events.ChoicesShown(()), "the choices are shown; fighters: nobody"),
    (
        events.DiceRolled("ruby", (events.Die(ME, 4, 1), events.Die(NEXT, 9, 0))),
        "dice for Ruby: seat 0 4+1, seat 1 9+0",
    ),
    (events.LootLeft("ruby"), "nobody can take Ruby"),
    (events.LookedInto(ME, NEXT), "seat 0 looks into the bag of seat 1"),
    (events.LookedInto(ME, NEXT, ("ruby",)), "seat 0 looks into the bag of seat 1: Ruby"),
    (events.Stolen(ME, NEXT), "seat 0 steals a card from the bag of seat 1"),
    (events.Scouted(ME, 2, ("lich", "troll")), "seat 0 looks at the top 2 monsters: Lich, Troll"),
    (events.MonsterChosen(ME), "seat 0 lets one of them go on top"),
    (events.Recovered(ME, "ruby"), "seat 0 takes Ruby out of the discard pile"),
    (events.DungeonEnded(2, cleared=True), "dungeon 2 is cleared"),
    (events.VendorShows(()), "the vendor shows nothing"),
]


@pytest.mark.parametrize(("event", "text"), EVENTS, ids=[text for _, text in EVENTS])
def test_an_event_is_told(event: Event, text: str) -> None:
    assert GAME.event_text(event) == text


@pytest.mark.parametrize(
    ("rest", "line"),
    [
        ({"spent": ["aegis"]}, "Spent until the next dungeon: Aegis."),
        ({"found": "ruby"}, "Seat 0 has found Ruby."),
        ({"duties": [{"type": "Snatching", "seat": 0, "target": 1}]}, "Seat 0 takes a card out of the bag of seat 1."),
        ({"duties": [{"type": "Losing", "seat": 1, "count": 2}]}, "Seat 1 must lose 2 cards."),
    ],
)
def test_the_view_tells_what_is_special(rest: dict[str, Any], line: str) -> None:
    match = begin(table(2, decks={"monster": ["lich"]}, **rest))
    assert line in GAME.view_text(match.view(ME)).splitlines()


def test_the_view_tells_others_no_find() -> None:
    match = begin(table(2, decks={"monster": ["lich"]}, found="ruby"))
    assert "Seat 0 has found a common card." in GAME.view_text(match.view(NEXT)).splitlines()


def test_the_spectator_has_no_cards_of_its_own() -> None:
    view = begin(table(2, decks={"monster": ["lich"]})).view(None)
    assert view.own == ""
    assert "Your " not in GAME.view_text(view)


def test_every_card_has_the_name_of_the_set() -> None:
    assert {card: house_set().any_card(card).name for card in CARD_IDS} == {card: card_name(card) for card in CARD_IDS}


def test_the_set_of_the_match_says_what_cards_do() -> None:
    """In view and options; another match at the same time has other cards."""
    dear = re.sub(r"price = \d+", "price = 99", GAME.cards_toml)
    vendor = {"order": [0, 1], "vendor": ["jinx"]}
    in_town = table(2, hands={0: ["blessing"]}, bags={0: ["ruby"]}, window="town", town=vendor)
    for toml, price in [(None, 1), (dear, 99), (None, 1)]:
        match = begin(in_town, "in_town", toml)
        facts = f"price {price}; in roll: roll -5 for another seat"
        assert match.option_text(choices.Buy("jinx")) == f"buy Jinx ({facts})"
        lines = match.view_text(match.view(ME)).splitlines()
        assert f"Jinx: {facts}." in lines
        assert "Ruby: rare, treasure 8." in lines
        assert any(line.startswith("Blessing: ") for line in lines)
        assert "Blessing" not in match.view_text(match.view(NEXT))
