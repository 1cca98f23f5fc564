"""The written protos are fresh, and nothing of them is written by hand. What they say is the battery's to check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import referee
from referee.kernel.game import Game
from referee.kernel.proto_text import proto_path

PROTOS = Path(__file__).parents[3] / "protos"
GAMES = list(referee.all_games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_written_proto_is_fresh(game: Game[Any]) -> None:
    written = (PROTOS / proto_path(game.id)).read_text(encoding="utf-8")
    assert written == game.proto, f"{proto_path(game.id)} is stale: run make protos"


def test_no_proto_of_a_game_is_left_over() -> None:
    found = {str(path.relative_to(PROTOS)) for path in (PROTOS / "referee" / "games").rglob("*.proto")}
    assert found == {proto_path(game.id) for game in GAMES}
