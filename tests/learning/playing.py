"""Random episodes of every game, with every number of seats and with changed card sets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import referee
from referee.kernel.game import Game
from referee.learning import Episode, Space
from referee.starters.skeleton.src.skeleton import game as skeleton
from tests.games.extreme_cards import extreme_set

SKELETON = skeleton.GAME
GAMES = list(referee.all_games().values())
BY_GAME = pytest.mark.parametrize("game", [*GAMES, SKELETON], ids=lambda game: game.id)
SEATINGS = [(game, seats) for game in GAMES for seats in range(game.seats[0], game.seats[1] + 1)]
ALL_SEATINGS = pytest.mark.parametrize(
    ("game", "seats"), SEATINGS, ids=[f"{game.id}-{seats}" for game, seats in SEATINGS]
)


def turns(episode: Episode, randomly: Random, most: int = 10_000) -> Iterator[Episode]:
    """Play at random, and yield the episode at each turn."""
    for _ in range(most):
        if episode.over:
            return
        yield episode
        episode.step(randomly.choice(episode.numbers))


def changed_space(game: Game[Any], seed: int) -> Space:
    """A space with a card set of which some numbers are at the ends of their ranges."""
    randomly = Random(seed)
    return Space(game, randomly.randint(*game.seats), cards=extreme_set(game, randomly))
