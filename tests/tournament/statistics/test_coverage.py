"""For leagues of known bots, the 95 % intervals cover as often as the manual says: its figures are checked here."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from referee.manual.contents import text_of
from tests.support.coverage import Held, coverage, endless
from tests.support.duels import Duels, Ties, a_quarter, davidson, none
from tests.support.leagues import Simulation
from tournament.statistics.fit import fit
from tournament.statistics.results import MatchResult

LEAGUES = [
    pytest.param(Simulation(bots=6, seats=2, deals=10), id="2 seats"),
    pytest.param(Simulation(bots=6, seats=2, deals=10, points=1.0), id="2 seats, a quarter of ties"),
    pytest.param(Simulation(bots=5, seats=2, deals=5, duplicate=True, luck=0.6), id="2 seats, duplicate deals"),
    pytest.param(Simulation(bots=6, seats=4, deals=4), id="4 seats"),
    pytest.param(Simulation(bots=6, seats=4, deals=3, duplicate=True, luck=0.6), id="4 seats, duplicate deals"),
    pytest.param(Simulation(bots=9, seats=8, deals=5), id="8 seats"),
    pytest.param(Simulation(bots=9, seats=8, deals=3, duplicate=True, luck=0.6), id="8 seats, duplicate deals"),
]


PAGE = text_of("explanation/ratings")


def assert_held(held: Held, low: float, high: float) -> None:
    """Within three standard errors for this number of leagues."""
    assert low - 3 * held.error <= held.share <= high + 3 * held.error, held


@pytest.mark.long
@pytest.mark.parametrize("simulation", LEAGUES)
def test_an_endless_league_has_the_ratings_of_its_shares(simulation: Simulation) -> None:
    """What coverage is measured against, against a league that is only long."""
    strengths = simulation.strengths(np.random.default_rng(1))
    matches = 20_000 if simulation.seats == 2 else 3_000
    tables = len(list(combinations(strengths, simulation.seats)))
    found = fit(replace(simulation, deals=matches // tables).play(strengths, np.random.default_rng(2)))
    expected = endless(simulation, strengths)
    for rating in found.ratings:
        assert rating.error is not None
        assert rating.rating == pytest.approx(expected[rating.bot], abs=4 * rating.error)


@pytest.mark.parametrize("simulation", LEAGUES)
def test_intervals_hold_what_the_points_say(simulation: Simulation) -> None:
    found = coverage(simulation, leagues=25, seed=1)
    assert_held(found.of_points, 0.94, 0.96)
    assert found.unrated <= 1


@pytest.mark.long
@pytest.mark.parametrize("simulation", LEAGUES)
def test_intervals_hold_what_the_points_say_in_long(simulation: Simulation) -> None:
    found = coverage(simulation, leagues=2000, seed=2)
    print(f"{simulation}: {found}")
    assert_held(found.of_points, 0.94, 0.96)
    assert found.unrated <= 20


@pytest.mark.long
@pytest.mark.parametrize("deals", [10, 40])
@pytest.mark.parametrize(
    "ties",
    [
        pytest.param(none, id="no ties"),
        pytest.param(davidson, id="ties by Davidson"),
        pytest.param(a_quarter, id="a quarter of ties"),
    ],
)
def test_it_does_not_matter_what_makes_the_ties(ties: Ties, deals: int) -> None:
    found = coverage(Duels(ties, deals), leagues=2000, seed=3)
    print(f"{deals} deals: {found}")
    assert_held(found.of_points, 0.94, 0.96)
    assert found.unrated <= 20
    if ties is none:
        assert found.of_strengths == found.of_points


@pytest.mark.long
@pytest.mark.parametrize(
    ("ties", "deals", "claimed"),
    [
        pytest.param(davidson, 10, 89, id="Davidson, 10 deals"),
        pytest.param(davidson, 40, 71, id="Davidson, 40 deals"),
        pytest.param(a_quarter, 10, 81, id="a quarter, 10 deals"),
        pytest.param(a_quarter, 40, 57, id="a quarter, 40 deals"),
    ],
)
def test_a_strength_behind_many_ties_is_held_as_seldom_as_the_readme_says(ties: Ties, deals: int, claimed: int) -> None:
    found = coverage(Duels(ties, deals), leagues=2000, seed=4).of_strengths
    print(f"{deals} deals: {found}")
    assert_held(found, (claimed - 0.5) / 100, (claimed + 0.5) / 100)  # the page has whole per cents
    assert f"{claimed} %" in " ".join(PAGE.split())


@pytest.mark.parametrize("ties", [davidson, a_quarter])
def test_many_ties_take_strengths_out_of_the_intervals_and_not_the_points(ties: Ties) -> None:
    found = coverage(Duels(ties, deals=40), leagues=40, seed=5)
    assert_held(found.of_points, 0.94, 0.96)
    assert found.of_strengths.share < 0.85


def mean_error(results: list[MatchResult]) -> float:
    return float(np.mean([rating.error for rating in fit(results).ratings if rating.error is not None]))


def test_duplicate_deals_narrow_the_intervals_where_hands_matter() -> None:
    simulation = Simulation(bots=5, seats=2, deals=20, luck=0.6)
    strengths = simulation.strengths(np.random.default_rng(1))
    plain = mean_error(simulation.play(strengths, np.random.default_rng(2)))
    duplicate = replace(simulation, deals=10, duplicate=True)
    assert mean_error(duplicate.play(strengths, np.random.default_rng(2))) < 0.85 * plain


def test_matches_that_go_alike_count_as_one_when_they_are_one_block() -> None:
    simulation = Simulation(bots=5, seats=2, deals=20)
    played = simulation.play(simulation.strengths(np.random.default_rng(1)), np.random.default_rng(2))
    copies = [replace_match(result, f"{result.match} again") for result in played]
    assert mean_error(played + copies) == pytest.approx(mean_error(played), rel=0.02)
    apart = [replace_match(result, f"{result.match} again", block=f"{result.match} again") for result in played]
    assert mean_error(played + apart) == pytest.approx(mean_error(played) / 2**0.5, rel=0.05)


def replace_match(result: MatchResult, match: str, block: str | None = None) -> MatchResult:
    return MatchResult(
        match=match,
        number=result.number,
        block=result.block if block is None else block,
        bots=result.bots,
        places=result.places,
    )
