"""The goodness of a fit: a large p if ratings explain everything, a small one if they do not."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from tests.support.leagues import Simulation
from tournament.report.ratings import notes
from tournament.statistics import goodness
from tournament.statistics.fit import fit
from tournament.statistics.goodness import Goodness, _probability
from tournament.statistics.results import MatchResult

EXPLAINED = [
    pytest.param(Simulation(bots=6, seats=2, deals=10, points=0.0), id="2 seats"),
    pytest.param(Simulation(bots=6, seats=2, deals=30), id="2 seats, ties"),
    pytest.param(Simulation(bots=5, seats=2, deals=10, duplicate=True, luck=0.6), id="2 seats, duplicate deals"),
    pytest.param(Simulation(bots=6, seats=4, deals=10, points=0.0), id="4 seats"),
    pytest.param(Simulation(bots=6, seats=4, deals=4, duplicate=True, points=0.0, luck=0.6), id="4 seats, duplicates"),
    pytest.param(Simulation(bots=9, seats=8, deals=10, points=0.0), id="8 seats"),
]


@pytest.mark.parametrize("leagues", [30, pytest.param(300, marks=pytest.mark.long)])
@pytest.mark.parametrize("simulation", EXPLAINED)
def test_p_is_as_often_small_as_it_says(simulation: Simulation, leagues: int) -> None:
    rng = np.random.default_rng(3)
    found = [_goodness(simulation.play(simulation.strengths(rng), rng)) for _ in range(leagues)]
    for level in (0.01, 0.1, 0.5):
        assert sum(one.p < level for one in found) / leagues == pytest.approx(level, abs=slack(level, leagues))
    assert np.mean([one.deviation / one.expected for one in found]) == pytest.approx(1, abs=slack(0.5, leagues))


def slack(share: float, count: int) -> float:
    """Three standard errors of a share, plus one of the counted samples."""
    return 3 * float(np.sqrt(share * (1 - share) / count)) + 1 / count


def test_rock_paper_scissors_is_told() -> None:
    """Each takes nine of ten points from the next one, so that all ratings are equal and explain nothing."""
    results = [
        _duel(number, winner, loser) if number % 10 else _duel(number, loser, winner)
        for winner, loser in (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock"))
        for number in range(1, 41)
    ]
    found = _goodness(_numbered(results))
    # 36 of 40 points where 20 were expected, and an error of half a point for each block: (16 / (sqrt(40) / 2))^2.
    assert found.deviation == pytest.approx(3 * 16**2 / 10)
    assert found.expected == pytest.approx(1, abs=0.2)
    assert found.p < 1e-6
    (line,) = [line for line in notes(fit(_numbered(results))) if line.startswith("Goodness")]
    assert "over 3 pairs" in line
    assert "76.8; by chance it would be" in line
    assert "(p < 0.01). Some bots do better or worse against certain others" in line


def test_two_bots_can_not_disagree_with_their_ratings() -> None:
    results = _numbered([_duel(0, "ann", "bob"), _duel(1, "ann", "bob"), _duel(2, "bob", "ann")])
    assert fit(results).goodness is None
    assert not any(line.startswith("Goodness") for line in notes(fit(results)))


def test_anchors_can_be_wrong() -> None:
    results = _numbered([_duel(n, "ann", "bob") if n % 2 else _duel(n, "bob", "ann") for n in range(60)])
    wrong = fit(results, anchors={"ann": 400, "bob": 0}).goodness
    right = fit(results, anchors={"ann": 0, "bob": 0}).goodness
    assert wrong is not None
    assert right is not None
    assert wrong.p < 0.001
    assert right.p > 0.5


def test_where_chance_could_make_one_sum_only_that_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by a search: three matches with many ties, where all drawn sums are equal to the last bit."""
    places = [("abc", (1, 1, 1)), ("abc", (1, 1, 1)), ("abcd", (2, 2, 2, 1))]
    results = [
        MatchResult(match=str(number), number=number, block=str(number), bots=tuple(bots), places=given)
        for number, (bots, given) in enumerate(places)
    ]
    monkeypatch.setattr(goodness, "MEETINGS", 2)
    found = fit(results, prior=300).goodness
    assert found is not None
    assert 0 <= found.p <= 1


@pytest.mark.parametrize(("deviation", "p"), [(20.0, 0.0), (4.0, 1.0)])
def test_a_sum_that_never_varies_has_no_tail(deviation: float, p: float) -> None:
    assert _probability(deviation, [4.321] * 256) == p


def test_the_order_of_results_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    simulation = Simulation(bots=5, seats=3, deals=5)
    results = simulation.play(simulation.strengths(rng), rng)
    shuffled = random.Random(1).sample(results, len(results))
    assert _goodness(results) == _goodness(shuffled)


def test_a_bot_that_never_lost_leaves_the_others_comparable() -> None:
    """It has no rating, and its results are not a deviation."""
    others = [_duel(n, *pair) for n in range(8) for pair in combinations(("a", "b", "c"), 2)]
    others += [_duel(n, *pair[::-1]) for n in range(8) for pair in combinations(("a", "b", "c"), 2)]
    champion = [_duel(n, "champion", bot) for n in range(8) for bot in "abc"]
    found = _goodness(_numbered(others + champion))
    assert (found.pairs, found.deviation) == (3, 0.0)
    assert found.expected == pytest.approx(1, abs=0.3)


def _goodness(results: list[MatchResult]) -> Goodness:
    found = fit(results).goodness
    assert found is not None
    return found


def _duel(number: int, winner: str, loser: str) -> MatchResult:
    return MatchResult(match=str(number), number=number, block=str(number), bots=(winner, loser), places=(1, 2))


def _numbered(results: list[MatchResult]) -> list[MatchResult]:
    return [
        MatchResult(match=f"m{n}", number=n, block=f"m{n}", bots=result.bots, places=result.places)
        for n, result in enumerate(results)
    ]
