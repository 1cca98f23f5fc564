"""How much duplicate deals gained, against leagues of which it is known."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from tests.support.leagues import Simulation
from tests.support.results import result, results
from tournament.statistics.crosstable import pairwise
from tournament.statistics.duplicates import FEWEST, DuplicateGain, gain_of_duplicates
from tournament.statistics.results import MatchResult


def gain_of(matches: list[MatchResult]) -> DuplicateGain:
    found = gain_of_duplicates(matches)
    assert found is not None
    return found


def lucky(luck: float, deals: int, rng: np.random.Generator) -> list[MatchResult]:
    """Two bots; with this chance, a deal lets the same seat win both rotations, else both are a coin toss."""
    matches: list[MatchResult] = []
    for deal in range(deals):
        seats = np.repeat(rng.integers(2), 2) if rng.random() < luck else rng.integers(2, size=2)
        for bots, seat in zip(("ab", "ba"), seats, strict=True):
            matches.append(result(len(matches), bots, "21" if seat else "12", block=f"d{deal}"))
    return matches


@pytest.mark.parametrize("luck", [0.0, 0.5, 0.8])
def test_the_gain_is_that_of_the_luck_that_cancels(luck: float) -> None:
    """The points of a bot in both rotations have the correlation -luck: the variance is 1 - luck times as large."""
    found = gain_of(lucky(luck, 4000, np.random.default_rng(1)))
    assert found.gain == pytest.approx(1 / (1 - luck), rel=0.1)
    assert found.low < 1 / (1 - luck) < found.high
    assert (found.deals, found.matches) == (4000, 8000)
    assert found.matches_without == round(found.gain * 8000)


@pytest.mark.parametrize("leagues", [40, pytest.param(500, marks=pytest.mark.long)])
def test_the_intervals_hold_as_often_as_they_say(leagues: int) -> None:
    rng = np.random.default_rng(2)
    found = [gain_of(lucky(0.5, 150, rng)) for _ in range(leagues)]
    held = np.mean([one.low <= 2 <= one.high for one in found])
    assert held == pytest.approx(0.95, abs=3 * 0.22 / np.sqrt(leagues) + 0.02)


@pytest.mark.parametrize("seats", [2, 4])
def test_as_many_more_matches_without_duplicates_are_as_precise(seats: int) -> None:
    """What the gain promises, measured: the shares of pairs vary from league to league as it says."""
    rng = np.random.default_rng(3)
    strengths = {f"bot{number}": 40.0 * number for number in range(seats)}
    once = Simulation(bots=seats, seats=seats, deals=30 * seats, luck=0.7)
    duplicate = Simulation(bots=seats, seats=seats, deals=30, duplicate=True, luck=0.7)
    variances = []
    gains = []
    for kind in (once, duplicate):
        shares = []
        for _ in range(100):
            matches = kind.play(strengths, rng)
            shares.append([record.share.value for record in pairwise(matches).values()])
            gains += [gain_of(matches).gain] if kind is duplicate else []
        variances.append(np.var(shares, axis=0).sum())
    assert np.mean(gains) == pytest.approx(variances[0] / variances[1], rel=0.2)
    assert np.mean(gains) > 1.15


@pytest.mark.parametrize("matches", [
    pytest.param([], id="no results"),
    pytest.param(results(*["ab 12", "ba 21"] * 50), id="every match is a deal"),
    pytest.param(lucky(0.5, FEWEST - 1, np.random.default_rng(1)), id="too few deals"),
    pytest.param([match for deal in range(40) for match in (result(2 * deal, "ab", "12", block=f"d{deal}"),
                  result(2 * deal + 1, "ba", "21", block=f"d{deal}"))], id="the same bot always wins"),
])  # fmt: skip
def test_without_a_gain_that_can_be_measured_there_is_none(matches: list[MatchResult]) -> None:
    assert gain_of_duplicates(matches) is None


def test_deals_without_all_rotations_are_left_out() -> None:
    rng = np.random.default_rng(4)
    kind = Simulation(bots=3, seats=3, deals=40, duplicate=True, luck=0.5)
    matches = kind.play(kind.strengths(rng), rng)
    cut = {match.block for match in matches[:15]}
    without = [match for match in matches if match.block not in cut]
    assert gain_of([match for match in matches if match.block not in cut or match.match[-1] != "2"]) == gain_of(without)


def test_the_order_of_the_bots_and_of_the_matches_changes_nothing() -> None:
    rng = np.random.default_rng(5)
    kind = Simulation(bots=3, seats=3, deals=30, duplicate=True, luck=0.5)
    matches = kind.play(kind.strengths(rng), rng)
    expected = gain_of(matches)
    assert gain_of(matches[::-1]) == expected
    names = dict(zip(("bot0", "bot1", "bot2"), [*permutations(("bot0", "bot1", "bot2"))][3], strict=True))
    renamed = [
        MatchResult(
            match=one.match, number=one.number, block=one.block,
            bots=tuple(names[bot] for bot in one.bots), places=one.places,
        )
        for one in matches
    ]  # fmt: skip
    assert gain_of(renamed).gain == pytest.approx(expected.gain)
