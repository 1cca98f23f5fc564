"""What intervals hold after an early end: the manual's figures are checked here."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.coverage import coverage
from tests.support.early import EndsEarly
from tests.support.leagues import Simulation
from tests.tournament.statistics.test_coverage import assert_held
from tournament.report.stops import interval_at_all_times
from tournament.statistics.fit import fit
from tournament.statistics.settled import SettledRule, SettledTest
from tournament.statistics.sprt import SprtRule, SprtTest

SETTLED = [
    pytest.param(
        EndsEarly(Simulation(bots=4, seats=2, deals=60), lambda bots: SettledTest(SettledRule(bots=bots, top=1))),
        id="winner",
    ),
    pytest.param(
        EndsEarly(
            Simulation(bots=3, seats=2, deals=60, duplicate=True), lambda bots: SettledTest(SettledRule(bots=bots))
        ),
        id="order, duplicate deals",
    ),
    pytest.param(
        EndsEarly(
            Simulation(bots=5, seats=4, deals=40, duplicate=True, luck=0.6),
            lambda bots: SettledTest(SettledRule(bots=bots, top=2)),
        ),
        id="best 2 at 4 seats",
    ),
]


def leagues_with_a_test(apart: float) -> EndsEarly:
    """Leagues of two bots that end when a test is decided."""
    return EndsEarly(
        Simulation(bots=2, seats=2, deals=1500),
        lambda bots: SprtTest(SprtRule(bot=bots[0], other=bots[1], elo0=0, elo1=50)),
        apart=apart,
    )


@pytest.mark.parametrize("league", SETTLED)
def test_intervals_hold_after_something_was_settled(league: EndsEarly) -> None:
    assert_held(coverage(league, leagues=12, seed=1).of_points, 0.94, 0.96)


@pytest.mark.long
@pytest.mark.parametrize("league", SETTLED)
def test_intervals_hold_after_something_was_settled_in_long(league: EndsEarly) -> None:
    found = coverage(league, leagues=1000, seed=2)
    print(found)
    assert_held(found.of_points, 0.94, 0.96)


@pytest.mark.long
@pytest.mark.parametrize("apart", [0, 20])
def test_intervals_hold_less_often_after_a_test(apart: float) -> None:
    found = coverage(leagues_with_a_test(apart), leagues=1000, seed=3)
    print(f"{apart} Elo: {found}")
    assert_held(found.of_points, 0.88, 0.94)


def held_at_all_times(apart: float, leagues: int, seed: int) -> float:
    """How often the interval of the standings holds the difference of the two bots."""
    rng = np.random.default_rng(seed)
    league, held = leagues_with_a_test(apart), 0
    shares = league.shares(np.array([apart, 0.0]) * np.log(10) / 400)
    true = 400 * np.log10(shares[0, 1] / shares[1, 0])
    for _ in range(leagues):
        low, high = interval_at_all_times(fit(league.play(league.strengths(rng), rng)), "bot0", "bot1")
        held += low is None or high is None or low <= true <= high
    return held / leagues


@pytest.mark.parametrize("apart", [0, 40])
def test_the_interval_of_the_standings_holds_after_a_test(apart: float) -> None:
    assert held_at_all_times(apart, leagues=15, seed=4) >= 0.8


@pytest.mark.long
@pytest.mark.parametrize("apart", [0, 20, 40, 80])
def test_the_interval_of_the_standings_holds_after_a_test_in_long(apart: float) -> None:
    assert held_at_all_times(apart, leagues=1000, seed=5) >= 0.95 - 3 * (0.05 * 0.95 / 1000) ** 0.5
