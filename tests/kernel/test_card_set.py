"""The card set of a match, and what thousands of matches with the same set share."""

from __future__ import annotations

from referee.kernel.card_set import CardSet, shared
from referee.kernel.cards import parse
from referee.kernel.game import find_game

GAME = find_game("keepers")
OWN = GAME.cards_toml.replace('id = "', 'id = "my-', 1)


def test_the_games_own_set_is_no_set_of_ones_own_however_it_comes() -> None:
    for cards in (None, GAME.cards_toml, parse(GAME.cards_toml)):
        found = CardSet.of(GAME, cards)
        assert found.own is None
        assert found.digest == GAME.card_set_digest


def test_what_a_set_of_ones_own_says_is_kept_once() -> None:
    first, second = parse(OWN), parse(OWN)
    assert first is not second
    assert shared(first) is shared(second)
    assert shared(first) == first
    assert shared(first) != parse(GAME.cards_toml)


def test_a_game_tells_what_can_be_set() -> None:
    assert {option.name for option in GAME.options} == set(GAME.option_type.__struct_fields__)
