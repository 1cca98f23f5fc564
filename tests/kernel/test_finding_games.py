"""Games of other packages are found by what those register."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from referee.errors import DeclarationError, UsageError
from referee.kernel import game as finding
from referee.kernel.game import GAME_API, all_games, find_game, game_ids, packages_of_games
from tests.support.sealed_game import SEALED


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Entries of which one is right."""
    values = {
        "sealed": "tests.support.sealed_game:SEALED",
        "skull": "tests.support.sealed_game:SEALED",
        "number": "tests.support.sealed_game:Number",
        "keepers": "tests.support.sealed_game:SEALED",
        "future": "tests.support.future_game:GAME",
        "newer": "tests.support.newer_game:GAME",
        "absent": "tests.support.sealed_game:GAME",
        "broken": "tests.support.no_such_module:GAME",
    }
    entries = [EntryPoint(name, value, "referee.games") for name, value in values.items()]
    monkeypatch.setattr(finding, "entry_points", lambda group: entries if group == "referee.games" else [])
    for cached in (finding._games_of_others, finding._installed_game):
        cached.cache_clear()
    yield
    for cached in (finding._games_of_others, finding._installed_game):
        cached.cache_clear()


def test_a_registered_game_is_one_of_all(registered: None) -> None:
    assert {"keepers", "sealed"} <= set(game_ids())
    assert find_game("sealed").name == "Sealed"
    assert find_game(find_game("sealed")) is find_game("sealed")
    assert find_game("sealed").cards_toml == ""
    assert packages_of_games() == ["tests"]


def test_nobody_takes_the_place_of_an_own_game(registered: None) -> None:
    assert find_game("keepers").name == "Angirg Mariem Keepers"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("skull", "tests.support.sealed_game:SEALED is registered as game 'skull', but is the game 'sealed'"),
        ("number", "tests.support.sealed_game:Number is registered as game 'number', but is .*, which is not a Game"),
        (
            "future",
            "loaded: game 'future' needs version 99 of the API for games .* has version 1 .referee.GAME_API",
        ),
        (
            "newer",
            "cannot be loaded .TypeError: .* unexpected keyword argument 'audience'.: is it written for a referee",
        ),
        ("absent", ".AttributeError: .*: is it written for a referee newer than .*, whose GAME_API is 1"),
        ("broken", "cannot be loaded .ModuleNotFoundError: No module named 'tests.support.no_such_module'.: is it"),
        ("chess", "unknown game 'chess'; the games are .*sealed"),
    ],
)
def test_what_is_registered_wrongly_is_refused(registered: None, name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find_game(name)


def test_without_others_there_are_the_own_ones() -> None:
    assert set(all_games()) == set(game_ids())


@pytest.mark.parametrize("api", [0, -1, "1", True])
def test_a_number_of_the_face_that_there_cannot_be_is_refused(api: Any) -> None:
    with pytest.raises(DeclarationError, match=f"game 'sealed' has api = {api!r}; use a whole number from 1 to 1"):
        replace(SEALED, api=api)


def test_a_game_that_states_no_number_was_made_for_the_first_face() -> None:
    assert (SEALED.api, replace(SEALED, api=GAME_API).api) == (1, GAME_API)
