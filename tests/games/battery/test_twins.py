"""The twin test: no seat learns anything that it may not, in any game, with any number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

import referee
from referee.kernel.options import OptionValue
from tests.games.battery.twins import Tally, leaks
from tests.games.facts import Facts, facts_of
from tests.support.play import EVERY_SEATING, play

POSITIONS = 700
POSITIONS_IN_A_CAMPAIGN = 20_000


def look_for_leaks(game_id: str, seats: int, positions: int, options: Mapping[str, OptionValue] | None = None) -> Tally:
    """Redeals at random points of random matches; fails at the first leak."""
    facts, tally = facts_of(game_id), Tally()
    share = 1 / 8
    for seed in range(positions):
        randomly = Random(seed)
        for match in play(referee.start(game_id, seats=seats, seed=seed, options=options), seed):
            if randomly.random() < share:
                found = next(leaks(match, facts, tally, randomly), None)
                assert found is None, f"seed {seed}, after {match.event_count} events: {found}"
            if tally.positions >= positions:
                return tally
    return tally


def demand_different_worlds(tally: Tally, facts: Facts) -> None:
    """Fails when the twins were too much like the originals to prove anything."""
    assert tally.without_other_world < 0.2 * (tally.worlds + tally.without_other_world)
    assert tally.tables_differ > facts.tables_differ * tally.worlds
    assert tally.other_lists_differ > facts.lists_differ * tally.others_asked


@pytest.mark.parametrize(("game_id", "seats"), EVERY_SEATING)
def test_no_seat_can_tell_two_worlds_apart(game_id: str, seats: int) -> None:
    tally = look_for_leaks(game_id, seats, POSITIONS)
    assert tally.positions >= POSITIONS
    demand_different_worlds(tally, facts_of(game_id))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game_id", "seats"), EVERY_SEATING)
def test_no_seat_can_tell_many_worlds_apart(game_id: str, seats: int) -> None:
    demand_different_worlds(look_for_leaks(game_id, seats, POSITIONS_IN_A_CAMPAIGN), facts_of(game_id))
