"""Another world is found wherever there is one: before a match is over, in every position that random play comes to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import referee
from referee.kernel.chance import SEED_BYTES
from referee.kernel.game import Game
from tests.support.play import play

REDEALS = 300
REDEALS_IN_A_CAMPAIGN = 10_000


@pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
def test_another_world_is_always_found(game: Game[Any]) -> None:
    redeal_again_and_again(game, REDEALS)


@pytest.mark.long
@pytest.mark.parametrize("game", referee.all_games().values(), ids=lambda game: game.id)
def test_another_world_is_always_found_for_long(game: Game[Any]) -> None:
    redeal_again_and_again(game, REDEALS_IN_A_CAMPAIGN)


def redeal_again_and_again(game: Game[Any], least: int) -> None:
    low, high = game.seats
    redeals, seed = 0, 0
    while redeals < least:
        randomly = Random(seed)
        for match in play(referee.start(game.id, seats=low + seed % (high - low + 1), seed=seed), seed):
            if match.asked and randomly.random() < 0.1:
                for seat in [*match.table.all_seats(), None]:
                    twin = match.redeal(seat, randomly.randbytes(SEED_BYTES))
                    assert twin.view(seat) == match.view(seat)
                    redeals += 1
        seed += 1
