"""The search for leaks: at random points of random matches, preferring rarely checked situations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from random import Random
from typing import Any

from referee.battery.facts import Facts
from referee.battery.playing import play
from referee.battery.revealing import told_in_two_forms
from referee.battery.tally import Tally
from referee.battery.twins import leaks
from referee.counts import counted
from referee.kernel.game import Game
from referee.kernel.match import Match, start
from referee.kernel.options import OptionValue

LEAST_SHARE = 1 / 32
"""The share of positions that are checked in a frequently checked situation."""


def look_for_leaks(
    game: Game[Any], seats: int, facts: Facts, positions: int, options: Mapping[str, OptionValue] | None = None
) -> Tally:
    """Check `positions` positions of random matches with these options. Raises `AssertionError` at the first leak.

    The returned tally says how much the search proves: `[*tally.complaints(facts)]` is empty if the other worlds
    differed enough.
    """
    tally, looked_at = Tally(), Counter[Hashable]()
    for seed in range(round(positions / LEAST_SHARE)):
        randomly, told = Random(seed), 0
        for match in play(start(game, seats=seats, seed=seed, options=options), seed):
            if found := told_in_two_forms(match, told, facts):
                raise AssertionError(f"seed {seed}: {found}")
            told = match.event_count
            if randomly.random() < max(LEAST_SHARE, 1 / (1 + looked_at[situation(match)])):
                looked_at[situation(match)] += 1
                if found := next(leaks(match, facts, tally, randomly), None):
                    raise AssertionError(f"seed {seed}, after {counted(match.event_count, 'event')}: {found}")
            if tally.positions >= positions:
                return tally
    return tally


def situation(match: Match) -> Hashable:
    """The kind of situation: rare ones must be checked as often as those of every turn."""
    return match.table.phase, frozenset(type(option) for options in match.asked.values() for option in options)
