"""A first bot in Python, from `referee bot new` to its first match; other languages are in `make test-clients`."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.game import game_ids
from tests.support.starters import checked, first_match, shell, takes_the_best_of_the_worthless


def test_a_first_bot_for_any_game(tmp_path: Path) -> None:
    checked(first_match("python", tmp_path), tmp_path)


@pytest.mark.parametrize("game", game_ids())
def test_a_first_bot_for_one_game(game: str, tmp_path: Path) -> None:
    """The frame around what it does with its game is that of any game, and is checked there."""
    first_match("python", tmp_path, game)


def test_the_best_is_taken_also_if_all_are_worth_less_than_0(tmp_path: Path) -> None:
    takes_the_best_of_the_worthless(first_match("python", tmp_path, "lootroll"), tmp_path)


def test_its_types_are_right(tmp_path: Path) -> None:
    shell("referee bot new python mine --game brick", tmp_path)
    shell("mypy --strict --no-incremental mine/bot.py", tmp_path)
