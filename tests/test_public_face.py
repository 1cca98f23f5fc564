"""The public face of the package."""

from __future__ import annotations

import subprocess
import sys

import pytest

import referee


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after these lines."""
    told = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"], check=True, capture_output=True, text=True
    )
    return {*told.stdout.split()}


def test_a_bot_loads_no_part_of_the_referee() -> None:
    loaded = loaded_by("from referee_client import *; import referee_client.bots.keepers_greedy")
    assert "referee_client.games.keepers.v1.keepers_pb2" in loaded
    assert not {name for name in loaded if name.partition(".")[0] == "referee"}
    assert not [name for name in loaded if "games.brick" in name], "the messages of a game are loaded on demand"


def test_who_needs_the_messages_alone_loads_neither_grpc_nor_the_rest_of_the_library() -> None:
    loaded = loaded_by("import referee_client.v1.play_service_pb2")
    assert not {"grpc", "referee_client.session"} & loaded


def test_a_sample_bot_starts_without_what_other_bots_and_games_need() -> None:
    loaded = loaded_by("import referee_client.bots.__main__")
    assert "referee_client.running" in loaded
    assert not {"http.client", "importlib.metadata", "tempfile", "referee_client.bots.llm"} & loaded
    assert not [name for name in loaded if name.startswith("referee_client.games")]


def test_every_public_name_is_there() -> None:
    assert all(getattr(referee, name) for name in referee.__all__)
    with pytest.raises(AttributeError, match="no attribute 'gmaes'"):
        _ = referee.gmaes


def test_a_game_is_described() -> None:
    game = referee.all_games()["keepers"]
    assert (game.id, game.name, game.seats) == ("keepers", "Angirg Mariem Keepers", (2, 4))
    assert [option.name for option in game.options] == ["first_seat", "max_rounds", "tie_break"]
    assert len(game.card_set_digest) == 32


def test_the_quick_commands_load_no_sqlite_utils() -> None:
    """It takes longer to load than `tournament show` takes."""
    modules = "tournament.cli, tournament.commands.show, tournament.commands.verify, tournament.storage.migrations"
    loaded = loaded_by(f"import referee.cli, referee.commands.play, referee.commands.show, {modules}")
    assert "sqlite3" in loaded
    assert "sqlite_utils" not in loaded
