"""Playing matches in tests: every game with every number of seats."""

from __future__ import annotations

import referee
from referee.battery.playing import play, random_answers

__all__ = ["EVERY_SEATING", "play", "random_answers"]

EVERY_SEATING = [
    (game_id, seats)
    for game_id, game in referee.all_games().items()
    for seats in range(game.seats[0], game.seats[1] + 1)
]
