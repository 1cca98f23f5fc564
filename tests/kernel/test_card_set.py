"""The card set of a match: the game's own, or somebody's."""

from __future__ import annotations

import pytest

from referee.errors import CardSetError
from referee.kernel.card_set import CardSet
from referee.kernel.cards import parse
from referee.kernel.game import find_game

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
    with pytest.raises(CardSetError, match=f"{message}; no number in a card set may be beyond 1000"):
        CardSet.of(GAME, GAME.cards_toml.replace(field, wrong, 1))


def test_a_game_tells_what_can_be_set() -> None:
    assert {option.name for option in GAME.options} == set(GAME.option_type.__struct_fields__)
