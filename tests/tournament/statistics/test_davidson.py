"""Davidson's model: it recovers the strengths and the ties of simulated leagues, and says when it cannot."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest

from tests.support import duels
from tests.support.duels import Duels
from tests.support.leagues import Simulation
from tests.support.results import result, results
from tournament.statistics.davidson import davidson
from tournament.statistics.fit import ELO_PER_UNIT, fit

A_FIFTH = 0.58 / (0.58 + 2)
"""How often equally strong bots tie in `duels.davidson`."""


@pytest.mark.parametrize("leagues", [40, pytest.param(400, marks=pytest.mark.long)])
def test_the_strengths_behind_the_results_are_in_their_intervals(leagues: int) -> None:
    rng = np.random.default_rng(5)
    kind = Duels(ties=duels.davidson, deals=60)
    inside, beyond, ties = [], [], []
    for _ in range(leagues):
        strengths = kind.strengths(rng)
        found = davidson(kind.play(strengths, rng))
        assert found is not None
        ties.append(found.ties)
        for one in found.strengths:
            beyond.append(one.strength - strengths[one.bot])
            inside.append(abs(beyond[-1]) < 1.96 * one.standard_error)
    slack = 3 / np.sqrt(leagues * kind.bots)
    assert np.mean(inside) == pytest.approx(0.95, abs=0.22 * slack + 0.01)
    assert np.mean(beyond) == pytest.approx(0, abs=1e-6)
    assert np.std(beyond) < 40
    assert np.mean(ties) == pytest.approx(A_FIFTH, abs=0.01)


def test_two_bots_have_the_strengths_of_their_counts() -> None:
    """12 won, 6 tied, 3 lost: odds of 4 to 1, and a tie is 6 / √(12 · 3) of their geometric mean."""
    matches = [result(number, "ab", "12" if number < 12 else "11" if number < 18 else "21") for number in range(21)]
    found = davidson(matches)
    assert found is not None
    assert [one.bot for one in found.strengths] == ["a", "b"]
    assert found.strengths[0].strength == pytest.approx(log(4) / 2 * ELO_PER_UNIT)
    assert found.strengths[1].strength == pytest.approx(-log(4) / 2 * ELO_PER_UNIT)
    assert found.ties == pytest.approx(1 / 3)
    rating = fit(matches).ratings[0].rating
    assert rating is not None
    assert found.strengths[0].strength > 1.2 * rating


def test_without_ties_the_strengths_are_the_ratings() -> None:
    rng = np.random.default_rng(1)
    kind = Duels(ties=duels.none, deals=20)
    matches = kind.play(kind.strengths(rng), rng)
    found, rated = davidson(matches), fit(matches)
    assert found is not None
    assert found.ties == 0
    for one in found.strengths:
        assert one.strength == pytest.approx(rated.of(one.bot).rating, abs=1e-3)
        assert one.standard_error == pytest.approx(rated.of(one.bot).error, rel=0.1)


def test_points_and_ties_are_those_that_were_observed() -> None:
    """At the maximum, every bot's expected points and the expected number of ties are those of the results."""
    rng = np.random.default_rng(2)
    kind = Simulation(bots=5, seats=3, deals=10, duplicate=True, points=1.0)
    matches = kind.play(kind.strengths(rng), rng)
    found = davidson(matches)
    assert found is not None
    strength = {one.bot: exp(one.strength / ELO_PER_UNIT) for one in found.strengths}
    tie = 2 * found.ties / (1 - found.ties)
    points, ties = dict.fromkeys(strength, 0.0), 0.0
    for match in matches:
        for seat, bot in enumerate(match.bots):
            for other_seat, other in enumerate(match.bots):
                if other != bot:
                    drawn = tie * (strength[bot] * strength[other]) ** 0.5
                    total = strength[bot] + strength[other] + drawn
                    points[bot] += match.points(seat, other_seat) - (strength[bot] + drawn / 2) / total
                    ties += (match.points(seat, other_seat) == 0.5) - drawn / total
    assert list(points.values()) == pytest.approx([0] * 5, abs=1e-6)
    assert ties == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("matches", [
    pytest.param((), id="no results"),
    pytest.param(("ab 12", "ab 12", "ab 11"), id="a bot never lost"),
    pytest.param(("ab 12", "ba 12", "cd 12", "dc 12"), id="two groups that never met"),
    pytest.param(("ab 11", "ab 11"), id="nothing but ties"),
    pytest.param(("ab 12", "bc 12"), id="everyone either always wins or always loses"),
])  # fmt: skip
def test_without_finite_strengths_there_are_none(matches: tuple[str, ...]) -> None:
    assert davidson(results(*matches)) is None


def test_equal_results_in_another_order_give_the_same_numbers() -> None:
    rng = np.random.default_rng(3)
    kind = Duels(ties=duels.a_quarter, deals=10)
    matches = kind.play(kind.strengths(rng), rng)
    assert davidson(matches) == davidson(reversed(matches))
