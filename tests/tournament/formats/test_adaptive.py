"""The adaptive schedule: tables that reveal most about the ranking, and no bot left out."""

from __future__ import annotations

from collections import Counter
from math import log
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.contests import Playing, by_strength, played
from tests.support.tournaments import a_plan, check_that_interruptions_change_nothing
from tournament.errors import UserError
from tournament.formats.adaptive import FLOOR
from tournament.formats.contract import Contest
from tournament.formats.information import Information, met_at, points_of
from tournament.plan.plan import Plan

GAPS = (5, 60, 10, 200, 15, 30, 120, 8, 250, 40, 20, 90, 10, 300, 25, 60, 12, 150, 35)
"""The differences of neighbouring strengths of 20 bots, in Elo."""


def adaptive(bots: int, seats: int = 2, **keys: Any) -> Plan:
    names = " ".join(f"b{number}=first" for number in range(bots))
    chosen: dict[str, Any] = {"schedule": "adaptive", "deals": 3, "duplicate": False} | keys
    return a_plan(names, seats, **chosen)


def strengths(gaps: tuple[int, ...]) -> dict[str, float]:
    return {f"b{number}": log(10) / 400 * sum(gaps[:number]) for number in range(len(gaps) + 1)}


def misplaced(contest: Contest) -> int:
    """How many pairs of bots the fitted strengths put in the wrong order; the true order is that of the plan."""
    numbers = {bot.name: number for number, bot in enumerate(contest.plan.bots)}
    points = points_of((result for block in contest.results.values() for result in block), numbers)
    found = Information(points, np.zeros_like(points)).strengths
    return sum(found[low] > found[high] for high in range(len(found)) for low in range(high))


@settings(max_examples=8, deadline=None)
@given(st.integers(3, 8), st.integers(2, 3), st.integers(0, 1000))
def test_it_has_as_many_deals_as_a_round_robin_and_starves_nobody(bots: int, seats: int, seed: int) -> None:
    plan = adaptive(bots, seats, seed=seed)
    contest = played(plan, by_strength(strengths((60,) * (bots - 1)), seed=seed)).contest
    whole = played(adaptive(bots, seats, schedule="all"), by_strength(strengths((60,) * (bots - 1))))
    assert len(contest.drawn) == len(whole.slots)
    assert len({drawn.block for drawn in contest.drawn}) == len(contest.drawn)
    deals = Counter(bot for drawn in contest.drawn for bot in drawn.bots)
    mean = sum(deals.values()) / bots
    assert min(deals[f"b{number}"] for number in range(bots)) >= FLOOR * mean - seats
    sat = Counter((bot, seat) for drawn in contest.drawn for seat, bot in enumerate(drawn.bots))
    for bot in deals:
        uneven = max(sat[bot, seat] for seat in range(seats)) - min(sat[bot, seat] for seat in range(seats))
        assert uneven <= bots, "within one at each table"


@settings(max_examples=5, deadline=None)
@given(st.integers(3, 6), st.integers(0, 1000), st.integers(1, 6))
def test_matches_at_once_and_interruptions_change_nothing(bots: int, seed: int, at_once: int) -> None:
    plan, outcome = adaptive(bots, seed=seed), by_strength(strengths((90,) * (bots - 1)), seed=seed)
    unbroken = played(plan, outcome, duplicate=True).contest
    playing = Playing(plan, outcome, duplicate=True)
    while not playing.is_over:
        playing.play(Random(seed), at_once=at_once, most=1 + seed % 7)
    assert playing.contest.drawn == unbroken.drawn


def test_close_neighbours_play_more_than_bots_far_apart() -> None:
    """Two pairs of nearly equal bots, far from each other."""
    contest = played(adaptive(4, deals=25), by_strength(strengths((5, 900, 5)))).contest
    met = Counter(frozenset(drawn.bots) for drawn in contest.drawn)
    close = met[frozenset(("b0", "b1"))] + met[frozenset(("b2", "b3"))]
    assert close > 0.6 * len(contest.drawn)


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 6), st.randoms(use_true_random=False))
def test_the_value_of_a_match_is_what_it_changes(bots: int, chance: Random) -> None:
    """The covariance after an added match is that of the model with this match, computed from the beginning."""
    names = {f"b{number}": number for number in range(bots)}
    points = np.array([[0.0 if i == j else chance.randrange(5) for j in range(bots)] for i in range(bots)])
    known = Information(points, np.zeros_like(points))
    assert np.allclose(known.gains(), known.gains().T)
    assert (known.gains() >= -1e-12).all()
    known.add(0, 1, 3)
    again = Information(points, met_at([(("b0", "b1"), 3)], names))
    assert np.allclose(known.covariance, again.covariance)
    assert np.allclose(known.gains(), again.gains())


def compare(seeds: range) -> tuple[float, float]:
    """The mean number of misplaced pairs after a round robin, and after an adaptive one of half as many matches."""
    errors: tuple[list[int], list[int]] = ([], [])
    for seed in seeds:
        outcome = by_strength(strengths(GAPS), seed=seed)
        errors[0].append(misplaced(played(adaptive(20, schedule="all", deals=20, seed=seed), outcome).contest))
        errors[1].append(misplaced(played(adaptive(20, deals=10, seed=seed), outcome).contest))
    return float(np.mean(errors[0])), float(np.mean(errors[1]))


def test_half_the_matches_misplace_about_as_many_pairs() -> None:
    """Briefly; `make test-long` compares them exactly."""
    whole, half = compare(range(1))
    assert half <= whole + 3


@pytest.mark.long
def test_half_the_matches_misplace_no_more_pairs() -> None:
    whole, half = compare(range(100, 140))
    print(f"pairs in the wrong order: {whole} after a round robin, {half} after half the matches")
    assert half <= whole


def test_every_match_can_be_the_last_one_before_an_interruption(tmp_path: Path) -> None:
    plan = a_plan("a=greedy b=random c=first d=greedy", schedule="adaptive", deals=2, deals_from_seed=True)
    check_that_interruptions_change_nothing(tmp_path, plan)


def test_only_a_round_robin_is_adaptive() -> None:
    with pytest.raises(UserError, match='only a round robin has schedule: write kind = "round-robin"'):
        adaptive(4, kind="swiss")
