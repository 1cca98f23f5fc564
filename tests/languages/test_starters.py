"""A first bot is built and plays with exactly the commands that `referee bot new` prints."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.languages.languages import Language
from tests.support.starters import checked, first_match, takes_the_best_of_the_worthless

pytestmark = [pytest.mark.clients, pytest.mark.timeout(1200)]


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Lets cargo build what both bots are made of once. The other tools keep that by themselves, or take less long."""
    return {"CARGO_BUILD_BUILD_DIR": str(tmp_path_factory.mktemp("cargo"))}


def test_a_first_bot_for_any_game(language: Language, tmp_path: Path, shared: Mapping[str, str]) -> None:
    commands = first_match(language.id, tmp_path, more=shared)
    checked(commands, tmp_path)


def test_a_first_bot_for_one_game(language: Language, tmp_path: Path, shared: Mapping[str, str]) -> None:
    commands = first_match(language.id, tmp_path, "lootroll", shared)
    checked(commands, tmp_path)
    takes_the_best_of_the_worthless(commands, tmp_path, shared)
