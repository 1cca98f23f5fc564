"""Games of other packages are found by what those register."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from referee.errors import UsageError
from referee.kernel import game as finding
from referee.kernel.game import all_games, find_game, game_ids, packages_of_games


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three entries, of which one is right."""
    values = {
        "sealed": "tests.support.sealed_game:SEALED",
        "skull": "tests.support.sealed_game:SEALED",
        "number": "tests.support.sealed_game:Number",
        "keepers": "tests.support.sealed_game:SEALED",
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
        ("number", "tests.support.sealed_game:Number is registered as game 'number', but is no game"),
        ("chess", "unknown game 'chess'; the games are .*sealed"),
    ],
)
def test_what_is_registered_wrongly_is_refused(registered: None, name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find_game(name)


def test_without_others_there_are_the_own_ones() -> None:
    assert set(all_games()) == set(game_ids())
