"""The card set of a match: the game's own, or a custom one."""

from __future__ import annotations

import pytest

from referee.errors import CardSetError, UsageError
from referee.kernel.card_set import CardSet
from referee.kernel.cards import parse
from referee.kernel.game import find_game
from referee.kernel.match import start
from referee.kernel.options import as_dict

GAME = find_game("keepers")
OWN = GAME.cards_toml.replace("hand = 5", "hand = 4", 1)


def test_the_games_own_set_is_no_set_of_ones_own_however_it_comes() -> None:
    for cards in (None, GAME.cards_toml, parse(GAME.cards_toml)):
        found = CardSet.of(GAME, cards)
        assert found.own is None
        assert found.digest == GAME.card_set_digest


def test_a_set_of_ones_own_is_read_once_however_it_comes() -> None:
    assert parse(OWN) is not parse(OWN)
    found = CardSet.of(GAME, OWN)
    assert CardSet.of(GAME, parse(OWN)) is found
    assert found.own == parse(OWN)
    assert found.digest != GAME.card_set_digest


@pytest.mark.parametrize(
    ("field", "wrong", "message"),
    [
        pytest.param(
            "quest_spaces = 3", "quest_spaces = 0x7fffffff", "board: quest_spaces is 2147483647", id="a table"
        ),
        pytest.param("quest = 12", "quest = -1_001", r"colour number 1: quest is -1001", id="a row"),
        pytest.param("[board]", "[board]\nspace = [1, 1e300]", "board: space number 2 is 1e.300", id="a list"),
    ],
)
def test_a_number_of_cards_that_nothing_could_hold_is_refused(field: str, wrong: str, message: str) -> None:
    assert field in GAME.cards_toml
    with pytest.raises(CardSetError, match=f"{message}; a number in a card set may be at most 1000"):
        CardSet.of(GAME, GAME.cards_toml.replace(field, wrong, 1))


def test_a_game_tells_what_can_be_set() -> None:
    assert {option.name for option in GAME.options} == set(GAME.option_type.__struct_fields__)


NAMED = find_game("inventory")
HOUSE = "inv-house-1"
CHANGED = NAMED.cards_toml.replace("price = 3", "price = 4", 1)


@pytest.mark.parametrize(
    ("cards", "given", "named"),
    [
        pytest.param(None, {}, HOUSE, id="the game's own"),
        pytest.param(NAMED.cards_toml, {}, HOUSE, id="the game's own, given"),
        pytest.param(CHANGED, {}, "custom", id="another one"),
        pytest.param(CHANGED, {"card_set": "custom"}, "custom", id="another one, named"),
        pytest.param(CHANGED, {"card_set": HOUSE}, HOUSE, id="another one in a record of an old version"),
    ],
)
def test_the_option_names_the_set_that_is_played(cards: str | None, given: dict[str, str], named: str) -> None:
    match = start("inventory", seats=2, seed=1, cards=cards, options={**given})
    assert as_dict(match.table.options)["card_set"] == named


def test_there_is_no_custom_set_without_one() -> None:
    with pytest.raises(UsageError, match="option card_set = 'custom' is not allowed: it requires a custom card set"):
        start("inventory", seats=2, seed=1, options={"card_set": "custom"})
