"""The figures of the manual, checked by simulations that share no code with the product (`tests/support/races.py`)."""

from __future__ import annotations

import re
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, pstdev, stdev

import pytest

from referee.manual.contents import text_of
from tests.support.races import leagues, name_of, race
from tournament.statistics.elo import elo_step
from tournament.statistics.expected import expected_errors
from tournament.statistics.fit import Z95, Fit, fit
from tournament.statistics.results import MatchResult, blocks_of

RATINGS = " ".join(text_of("explanation/ratings").split())
DEALS = text_of("howto/how-many-deals")
K = 20.0


def within(found: Fit, strengths: list[float]) -> float:
    """The share of the bots whose interval contains their strength."""
    inside = []
    for number, strength in enumerate(strengths):
        rating = found.of(name_of(number))
        assert rating.low is not None
        assert rating.high is not None
        inside.append(rating.low <= strength <= rating.high)
    return fmean(inside)


def coverage(seed: int, count: int, bots: int, deals: int, seats: int = 2) -> tuple[float, float]:
    """How often intervals contain the strengths, and the standard error of that share between leagues."""
    shares = []
    for strengths, results in leagues(seed, count, bots, deals, seats):
        found = fit(results)
        if all(rating.rating is not None for rating in found.ratings):
            shares.append(within(found, strengths))
    assert len(shares) > 0.9 * count
    return fmean(shares), stdev(shares) / sqrt(len(shares))


@pytest.mark.parametrize(("bots", "deals", "seats"), [(6, 10, 2), (5, 6, 3)])
def test_intervals_contain_the_strength_in_95_of_100_cases(bots: int, deals: int, seats: int) -> None:
    share, error = coverage(1, 40, bots, deals, seats)
    assert share == pytest.approx(0.95, abs=0.01 + 3 * error)


@pytest.mark.long
@pytest.mark.parametrize(("bots", "deals", "seats"), [(6, 10, 2), (6, 40, 2), (20, 10, 2), (6, 10, 4), (9, 5, 8)])
def test_intervals_contain_the_strength_in_95_of_100_cases_in_long(bots: int, deals: int, seats: int) -> None:
    share, error = coverage(2, 1000, bots, deals, seats)
    assert share == pytest.approx(0.95, abs=0.01 + 3 * error)


@pytest.mark.long
def test_intervals_of_few_matches_contain_it_more_often() -> None:
    assert "with 15 matches of each of 6 bots, they contain it in 97 to 98 % of the cases" in RATINGS
    share, error = coverage(3, 1000, bots=6, deals=3)
    assert 0.97 - 3 * error <= share <= 0.98 + 3 * error


def test_p_is_asked_for_from_four_meetings_on() -> None:
    assert "at least 4 times" in RATINGS
    for deals, judged in ((2, False), (3, False), (4, True)):
        ((_, results),) = leagues(4, 1, bots=8, deals=deals)
        assert (fit(results, prior=300).goodness is not None) == judged


@pytest.mark.parametrize("count", [40, pytest.param(400, marks=pytest.mark.long)])
def test_p_is_as_often_small_as_it_says_at_four_meetings(count: int) -> None:
    goodness = [fit(results).goodness for _, results in leagues(5, count, bots=10, deals=4)]
    found = [one.p for one in goodness if one is not None]
    assert len(found) > 0.9 * count
    for level in (0.01, 0.1, 0.5):
        slack = 3 * sqrt(level * (1 - level) / len(found)) + 1 / len(found)
        assert fmean(p < level for p in found) == pytest.approx(level, abs=slack + level / 4)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 60), (4, 60)])
def test_elo_wanders_as_far_as_the_manual_says(seats: int, rounds: int) -> None:
    """40 equal bots; after every 40 matches of each bot, the ratings are looked at."""
    alone, between, extremes = wandering(40, seats, rounds)
    sentence = re.search(
        rf"at {seats} seats its standard deviation is (\d+) points, (\d+) for the difference of two bots", RATINGS
    )
    assert sentence is not None
    assert alone == pytest.approx(float(sentence[1]), rel=0.06)
    assert between == pytest.approx(float(sentence[2]), rel=0.06)
    if seats == 2:
        best_and_worst = re.search(
            r"among 40 equal bots, the highest and the lowest Elo differ by (\d+) points", RATINGS
        )
        assert best_and_worst is not None
        assert extremes == pytest.approx(float(best_and_worst[1]), rel=0.06)


def wandering(bots: int, seats: int, rounds: int) -> tuple[float, float, float]:
    """The standard deviation of the Elo of equal bots, that of differences, and how far best and worst are apart."""
    random = Random(6)
    ratings: dict[str, float] = {}
    seen: list[list[float]] = []
    for number in range(rounds):
        for _ in range(40):
            order = random.sample(range(bots), bots)
            tables = [order[at : at + seats] for at in range(0, bots, seats)]
            for block in blocks_of(races_at(random, tables, bots)):
                ratings |= elo_step(block, ratings, start=1500, k=K, anchors={}).ratings
        if number >= 5:  # they all began at 1500
            seen.append([*ratings.values()])
    between = [one - other for values in seen for one, other in combinations(values, 2)]
    return (
        fmean(pstdev(values) for values in seen),
        sqrt(fmean(one**2 for one in between)),
        fmean(max(values) - min(values) for values in seen),
    )


def races_at(random: Random, tables: list[list[int]], bots: int) -> list[MatchResult]:
    return [race(random, number, table, [0.0] * bots) for number, table in enumerate(tables)]


ROWS = re.findall(r"^\| (\d) \| (\d+) / √N \| (\d+) / √N \| (\d+) \| (\d+) \|$", DEALS, re.MULTILINE)
FIGURES = [pytest.param(*map(float, row), id=f"{row[0]} seats") for row in ROWS]


@pytest.mark.parametrize(("seats", "rating", "difference", "matches50", "matches20"), FIGURES)
def test_the_table_of_deals_is_what_the_forecast_says(
    seats: float, rating: float, difference: float, matches50: float, matches20: float
) -> None:
    """The table is for many bots, and the page says by what it has to be multiplied for fewer."""
    assert "multiply the error of a rating by (m - 1) / m, and the error of a difference by √((m - 1) / m)" in " ".join(
        DEALS.split()
    )
    bots = 10
    tables = list(combinations(map(name_of, range(bots)), int(seats)))
    found = expected_errors(tables)
    assert found is not None
    root = sqrt(len(tables) * seats / bots)
    assert found.rating * root == pytest.approx(rating * (bots - 1) / bots, rel=0.005)
    assert found.difference * root == pytest.approx(difference * sqrt((bots - 1) / bots), rel=0.005)
    for matches, elo in ((matches50, 50), (matches20, 20)):
        assert matches == pytest.approx((Z95 * difference / elo) ** 2, rel=0.04)


def test_the_table_of_deals_has_four_rows() -> None:
    assert [row[0] for row in ROWS] == ["2", "3", "4", "8"]


@pytest.mark.parametrize("count", [30, pytest.param(600, marks=pytest.mark.long)])
@pytest.mark.parametrize(("bots", "seats", "deals"), [(2, 2, 60), (6, 2, 12), (5, 4, 20)])
def test_errors_are_as_forecast(bots: int, seats: int, deals: int, count: int) -> None:
    ratings, differences = [], []
    for _, results in leagues(8, count, bots, deals, seats, spread=0):
        found = {rating.bot: rating.rating or 0.0 for rating in fit(results).ratings}
        ratings += [value**2 for value in found.values()]
        differences += [(one - other) ** 2 for one, other in combinations(found.values(), 2)]
    expected = expected_errors(list(combinations(map(name_of, range(bots)), seats)) * deals)
    assert expected is not None
    slack = 3 / sqrt(2 * count * (bots - 1)) + 0.03  # of a standard deviation, and the fit is not exactly normal
    assert sqrt(fmean(ratings)) == pytest.approx(expected.rating, rel=slack)
    assert sqrt(fmean(differences)) == pytest.approx(expected.difference, rel=slack)


def test_bots_that_never_meet_have_no_forecast() -> None:
    assert expected_errors([("a", "b"), ("c", "d")]) is None
    assert expected_errors([]) is None


@pytest.mark.parametrize("count", [40, pytest.param(600, marks=pytest.mark.long)])
@pytest.mark.parametrize("spread", [20.0, 200.0])
def test_ranges_of_ranks_contain_the_rank_at_least_as_often_as_they_say(spread: float, count: int) -> None:
    inside, widths = [], []
    for strengths, results in leagues(9, count, bots=8, deals=10, spread=spread):
        for rating in fit(results).ratings:
            true = sorted(strengths, reverse=True).index(strengths[int(rating.bot[1:])]) + 1
            inside.append(rating.rank_best <= true <= rating.rank_worst)
            widths.append(rating.rank_worst - rating.rank_best)
    assert fmean(inside) >= 0.95 - 3 * sqrt(0.95 * 0.05 / len(inside))
    assert (fmean(widths) < 5) == (spread > 50), "a range that says nothing always contains the rank"
