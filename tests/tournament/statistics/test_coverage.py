"""On leagues with known strengths the 95 % intervals cover the truth as often as they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.support.leagues import Davidson, Simulation, coverage, covered
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


@pytest.mark.parametrize("simulation", LEAGUES)
def test_intervals_cover_the_truth(simulation: Simulation) -> None:
    found = coverage(simulation, leagues=25, seed=1)
    assert 0.9 <= found.share <= 0.99
    assert found.unrated <= 1


@pytest.mark.long
@pytest.mark.parametrize("simulation", LEAGUES)
def test_intervals_cover_the_truth_of_500_leagues(simulation: Simulation) -> None:
    found = coverage(simulation, leagues=500, seed=2)
    print(f"{simulation}: {found}")
    assert 0.92 <= found.share <= 0.98
    assert found.unrated <= 5


def test_intervals_hold_what_the_points_say_and_not_a_strength_behind_many_ties() -> None:
    """With ties that a model of strengths explains, an endless tournament has other ratings than the strengths."""
    strengths = {"a": -220.0, "b": -80.0, "c": 0.0, "d": 90.0, "e": 210.0}
    model = Davidson(strengths, tie=0.6)
    rng = np.random.default_rng(4)
    endless = {rating.bot: rating.rating or 0.0 for rating in fit(model.play(2000, rng)).ratings}
    leagues = [fit(model.play(40, rng)) for _ in range(60)]
    of_the_points = sum(covered(league, endless) for league in leagues) / (5 * len(leagues))
    of_the_strengths = sum(covered(league, strengths) for league in leagues) / (5 * len(leagues))
    assert 0.92 <= of_the_points <= 0.98
    assert of_the_strengths < 0.85


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
