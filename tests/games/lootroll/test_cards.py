"""The card set: complete, and refused with the card's name when something in it is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

import referee
from referee.games.lootroll import kinds
from referee.games.lootroll.cards import load_cards
from referee.games.lootroll.words import CARD_IDS, PILES
from tests.games.lootroll.tables import house_set
from tests.support.card_sets import check_refused

TOML = referee.all_games()["lootroll"].cards_toml
PACKAGE = Path(referee.__file__).parent / "games" / "lootroll"


def test_house_set() -> None:
    cards = house_set()
    assert {pile: len(cards.pile(pile)) for pile in PILES} == {
        "ability": 72,
        "common": 60,
        "rare": 40,
        "epic": 24,
        "monster": 30,
    }
    assert (len(cards.abilities), len(cards.loot), len(cards.monsters)) == (28, 64, 30)
    assert [*cards.abilities, *cards.loot, *cards.monsters] == CARD_IDS


def test_a_card_fills_the_slots_of_its_symbol() -> None:
    fills = {loot.slot: loot.fills for loot in house_set().loot.values()}
    assert fills.pop(None) == ()
    assert fills.pop("two") == ("main", "off")
    assert fills == {slot: (slot,) for slot in fills}


def test_every_kind_is_on_a_card() -> None:
    cards = house_set()
    used = {type(card.effect) for card in cards.abilities.values()}
    used |= {type(card.use.effect) for card in cards.loot.values() if card.use is not None}
    assert used == set(get_args(kinds.Effect))
    assert {type(card.passive) for card in cards.loot.values() if card.passive} == set(get_args(kinds.Passive))
    found = {type(effect) for card in cards.monsters.values() for effect in card.effects}
    assert found == set(get_args(kinds.MonsterEffect))


def test_no_rule_knows_a_card() -> None:
    for file in PACKAGE.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert [card for card in CARD_IDS if f'"{card}"' in text] == [], file.name


SHOUT = 'kind = "surv", target = "self", amount = 4 }'
CAP = 'slot = "head"\nsurv = 1\n'
WRONG = [
    pytest.param(SHOUT, 'kind = "shout", amount = 4 }', "ability 'battle_shout': .*'shout'.*surv, ", id="kind"),
    pytest.param(SHOUT, 'kind = "surv", target = "me", amount = 4 }', "'battle_shout'.*'me'.*self", id="target"),
    pytest.param(SHOUT, 'kind = "surv", target = "self" }', "'battle_shout'.*amount", id="missing parameter"),
    pytest.param(SHOUT, SHOUT[:-1] + ", size = 4 }", "'battle_shout'.*`size`.*target, amount", id="unknown parameter"),
    pytest.param('["prep", "fight"]', '["prep", "flight"]', "'battle_shout'.*'flight'.*turn", id="window"),
    pytest.param('["prep", "fight"]', '["prep", "roll"]', "'battle_shout': windows.*allows prep, fight", id="too late"),
    pytest.param('["prep", "fight"]', "[]", "ability 'battle_shout': windows", id="no window"),
    pytest.param(
        "copies = 5", "copies = 4", "copies of all .*ability.*: the card set has 71, but must have 72", id="count"
    ),
    pytest.param("copies = 5", "copies = 0", "ability 'battle_shout': .*copies", id="no copies"),
    pytest.param(
        'id = "blessing"', 'id = "battle_shout"', "card 'battle_shout': the card set uses this id twice", id="twice"
    ),
    pytest.param('id = "blessing"', 'id = "blessings"', "card 'blessings': this id is not known", id="unknown card"),
    pytest.param(CAP, "surv = 1\n", "loot 'leather_cap': without a slot", id="surv without slot"),
    pytest.param(CAP, 'slot = "hat"\nsurv = 1\n', "loot 'leather_cap': .*'hat'.*head", id="slot"),
    pytest.param('cost = "discard"', 'cost = "dungeon"', "loot 'minor_potion': only gear with copies = 1", id="cost"),
    pytest.param(
        'kind = "flight_cost"', 'kind = "fear"', "monster 'goblin_sneak': .*'fear'.*per_fighter", id="monster"
    ),
    pytest.param("boss = { surv = 11, loot = 3", "boss = { surv = 12, loot = 3", "'mimic': slash is false", id="slash"),
    pytest.param("[meta]", "[extra]\n[meta]", "unknown part 'extra'", id="part"),
    pytest.param('game = "lootroll"', 'game = "keepers"', r"\[meta\]: .*'keepers'.*lootroll", id="game"),
    pytest.param('"main", "off"]', '"off", "main"]', r"\[rules\]: slots must be head", id="slots"),
    pytest.param("die = 20", "die = 1", r"\[rules\]: Expected `int` >= 2 - at `\$.die`", id="a die of one side"),
    pytest.param("monster = 30", "monsters = 30", r"\[counts\] must name ability", id="counts"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), WRONG)
def test_a_wrong_set_is_refused(right: str, wrong: str, message: str) -> None:
    assert right in TOML
    check_refused(load_cards, TOML, _replaced(right, wrong), message)


def _replaced(right: str, wrong: str) -> str:
    """The set with one place changed: the first, or for the mimic's figures the one with slash = false."""
    if right.startswith("boss"):
        before, mimic = TOML.split('id = "mimic"')
        return before + 'id = "mimic"' + mimic.replace(right, wrong, 1)
    return TOML.replace(right, wrong, 1)
