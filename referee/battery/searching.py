"""The search for leaks: at random points of random matches, and sooner where it has seldom been."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from random import Random
from typing import Any

from referee.battery.facts import Facts
from referee.battery.playing import play
from referee.battery.tally import Tally
from referee.battery.twins import leaks
from referee.kernel.game import Game
from referee.kernel.match import Match, start
from referee.kernel.options import OptionValue

LEAST_SHARE = 1 / 32
"""Of the positions of a situation that was looked at often."""


def look_for_leaks(
    game: Game[Any], seats: int, facts: Facts, positions: int, options: Mapping[str, OptionValue] | None = None
) -> Tally:
    """Looks for so many positions; raises `AssertionError` at the first leak."""
    tally, looked_at = Tally(), Counter[Hashable]()
    for seed in range(round(positions / LEAST_SHARE)):
        randomly = Random(seed)
        for match in play(start(game, seats=seats, seed=seed, options=options), seed):
            if randomly.random() < max(LEAST_SHARE, 1 / (1 + looked_at[_situation(match)])):
                looked_at[_situation(match)] += 1
                found = next(leaks(match, facts, tally, randomly), None)
                assert found is None, f"seed {seed}, after {match.event_count} events: {found}"
            if tally.positions >= positions:
                return tally
    return tally


def _situation(match: Match) -> Hashable:
    """What is going on: what is rare in play needs as much looking at as what comes in every turn."""
    return match.table.phase, frozenset(type(option) for options in match.asked.values() for option in options)
