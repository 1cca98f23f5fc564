"""The search for leaks: at random points of random matches."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from referee.battery.facts import Facts
from referee.battery.playing import play
from referee.battery.tally import Tally
from referee.battery.twins import leaks
from referee.kernel.game import Game
from referee.kernel.match import start
from referee.kernel.options import OptionValue

SHARE_OF_POSITIONS = 1 / 8


def look_for_leaks(
    game: Game[Any], seats: int, facts: Facts, positions: int, options: Mapping[str, OptionValue] | None = None
) -> Tally:
    """Looks for so many positions; raises `AssertionError` at the first leak."""
    tally = Tally()
    for seed in range(positions):
        randomly = Random(seed)
        for match in play(start(game, seats=seats, seed=seed, options=options), seed):
            if randomly.random() < SHARE_OF_POSITIONS:
                found = next(leaks(match, facts, tally, randomly), None)
                assert found is None, f"seed {seed}, after {match.event_count} events: {found}"
            if tally.positions >= positions:
                return tally
    return tally
