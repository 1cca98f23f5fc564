"""The public face of the package."""

from __future__ import annotations

import subprocess
import sys

import pytest

import referee


def test_games_can_be_listed_before_and_after_the_package_of_games_is_imported() -> None:
    code = "import referee; a = sorted(referee.games()); import referee.games; assert a == sorted(referee.games())"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_bots_do_not_load_the_kernel() -> None:
    code = "import sys, referee.v1.play_service_pb2; sys.exit('referee.kernel' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_public_name_is_there() -> None:
    assert all(getattr(referee, name) for name in referee.__all__)
    with pytest.raises(AttributeError, match="no attribute 'gmaes'"):
        _ = referee.gmaes


def test_a_game_is_described() -> None:
    game = referee.games()["keepers"]
    assert (game.id, game.name, game.seats) == ("keepers", "Angirg Mariem Keepers", (2, 4))
    assert [option.name for option in game.options] == ["first_seat", "max_rounds", "tie_break"]
    assert len(game.card_set_digest) == 32
