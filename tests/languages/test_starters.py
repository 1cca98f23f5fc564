"""A first bot of one's own is built and plays by the very commands that `referee bot new` prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.languages.languages import Language
from tests.support.starters import checked, first_match

pytestmark = [pytest.mark.clients, pytest.mark.timeout(1200)]


def test_a_first_bot_for_any_game(language: Language, tmp_path: Path) -> None:
    commands = first_match(language.id, tmp_path)
    checked(commands, tmp_path)


@pytest.mark.parametrize("game", ["keepers", "lootroll"])
def test_a_first_bot_for_one_game(language: Language, game: str, tmp_path: Path) -> None:
    commands = first_match(language.id, tmp_path, game)
    checked(commands, tmp_path)
