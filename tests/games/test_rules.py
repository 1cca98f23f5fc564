"""The rules of every game, in short with the game and at length in the manual."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel.game import Game, find_game, game_ids
from tests.games.game_pages import KINDS, PAGES
from tests.manual.reference.parts import PART

GAMES = PAGES.parents[1] / "games"
LINES = range(35, 71)
WIDTH = 80
OWN_GAMES = [game_id for game_id in game_ids() if (GAMES / game_id).is_dir()]


def page_of(game_id: str) -> str:
    return (PAGES / f"{game_id}.md").read_text(encoding="utf-8")


def by_hand(page: str) -> str:
    """The page without what is generated."""
    return PART.sub("", page)


def names_on_the_wire(game: Game[Any]) -> set[str]:
    return {game.schema.member(kind) for kind in (*game.schema.options, *game.schema.events)}


@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_a_page_has_every_generated_part(game_id: str) -> None:
    """That they are current is tested with those of the other pages, in tests/manual."""
    assert {found["name"] for found in PART.finditer(page_of(game_id))} == {f"{game_id}-{kind}" for kind in KINDS}


@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_a_page_names_all_that_can_be_set_chosen_and_heard(game_id: str) -> None:
    game, page = find_game(game_id), page_of(game_id)
    names = {option.name for option in game.options} | names_on_the_wire(game) | set(game.card_texts(game.cards))
    assert {name for name in names if f"`{name}`" not in page} == set()


@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_what_an_option_does_is_told_by_hand(game_id: str) -> None:
    game, text = find_game(game_id), by_hand(page_of(game_id))
    assert [name for name in map(game.schema.member, game.schema.options) if f"`{name}`" not in text] == []


@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_the_short_rules_fit_on_a_terminal(game_id: str) -> None:
    lines = find_game(game_id).rules.splitlines()
    assert len(lines) in LINES
    assert [line for line in lines if len(line) > WIDTH] == []
    assert lines[0] == page_of(game_id).splitlines()[0] == f"# {find_game(game_id).name}"
