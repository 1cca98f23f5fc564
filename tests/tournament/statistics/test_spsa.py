"""Tuning by simultaneous perturbation, against bots whose best values are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from tournament.statistics.spsa import BatchScore, TuneCourse, TunedNumber, optimum_of, tune_course

DEPTH = TunedNumber(name="DEPTH", start=2.0, lowest=0.0, highest=20.0, step=1.0)
WIDTH = TunedNumber(name="WIDTH", start=0.8, lowest=0.0, highest=1.0, step=0.05)
BEST = {"DEPTH": 9.0, "WIDTH": 0.4}
COST = {"DEPTH": 3.0, "WIDTH": 1500.0}
"""How many Elo a bot loses by the square of the distance from the best value."""

Strength = Callable[[Mapping[str, float]], float]


def strength(values: Mapping[str, float]) -> float:
    return -sum(COST[name] * (value - BEST[name]) ** 2 for name, value in values.items())


def tuned(
    numbers: list[TunedNumber], batches: int, matches: int, seed: int, by: Strength = strength, rate: float = 0.15
) -> TuneCourse:
    """Plays the batches, one after the other."""
    rng = np.random.default_rng(seed)
    scores: list[BatchScore] = []
    while True:
        course = tune_course(numbers, scores, batches=batches, rate=rate, seed=seed)
        if course.following is None:
            return course
        share = 1 / (1 + 10 ** ((by(course.following.down) - by(course.following.up)) / 400))
        scores.append(BatchScore(float(rng.binomial(matches, share)), matches))


def test_the_values_reach_the_best_ones() -> None:
    found = [tuned([DEPTH, WIDTH], 150, 40, seed).values for seed in range(12)]
    for name, step in (("DEPTH", 1.0), ("WIDTH", 0.05)):
        assert np.mean([values[name] for values in found]) == pytest.approx(BEST[name], abs=step)
        assert max(abs(values[name] - BEST[name]) for values in found) < 3 * step


@pytest.mark.parametrize("courses", [30, pytest.param(600, marks=pytest.mark.long)])
def test_the_best_values_are_in_their_intervals(courses: int) -> None:
    inside, there = [], 0
    for seed in range(courses):
        for one in optimum_of(tuned([DEPTH, WIDTH], 100, 40, seed)):
            if one.low is not None and one.high is not None:
                there += 1
                inside.append(one.low <= BEST[one.name] <= one.high)
    assert there > courses
    assert np.mean(inside) == pytest.approx(0.96, abs=0.02 + 3 * 0.24 / np.sqrt(there))


def test_a_number_that_does_not_matter_has_no_interval() -> None:
    known = 0
    for seed in range(40):
        course = tuned([DEPTH, WIDTH], 60, 40, seed, by=lambda values: strength({"DEPTH": values["DEPTH"]}))
        (width,) = [one for one in optimum_of(course) if one.name == "WIDTH"]
        known += width.low is not None
    assert known <= 4
    assert all(one.low is None for one in optimum_of(tuned([DEPTH], 5, 10, 1)))


def test_the_course_goes_on_from_any_number_of_scores() -> None:
    whole = tuned([DEPTH, WIDTH], 30, 10, 7)
    scores = [batch.score for batch in whole.batches if batch.score is not None]
    for played in (0, 1, 17, 29):
        part = tune_course([DEPTH, WIDTH], scores[:played], batches=30, rate=0.15, seed=7)
        assert part.batches == whole.batches[:played]
        assert part.following is not None
        assert (part.following.up, part.following.down) == (whole.batches[played].up, whole.batches[played].down)


def test_values_and_steps_stay_within_their_limits() -> None:
    narrow = TunedNumber(name="DEPTH", start=0.5, lowest=0.0, highest=1.0, step=0.8)
    course = tune_course([narrow], [BatchScore(10.0, 10)] * 20, batches=20, rate=2.0, seed=1)
    for batch in course.batches:
        for values in (batch.up, batch.down, batch.after):
            assert 0 <= values["DEPTH"] <= 1


def test_a_batch_moves_towards_the_version_that_won_and_later_ones_move_less() -> None:
    won, lost, even = (
        tune_course([DEPTH], [BatchScore(points, 20)] * 40, batches=40, rate=0.1, seed=3).batches
        for points in (14.0, 6.0, 10.0)
    )
    first = won[0]
    towards = first.up["DEPTH"] - first.down["DEPTH"]
    assert (first.after["DEPTH"] - first.before["DEPTH"]) * towards > 0
    assert (lost[0].after["DEPTH"] - lost[0].before["DEPTH"]) * towards < 0
    assert even[0].after == even[0].before
    assert abs(won[-1].after["DEPTH"] - won[-1].before["DEPTH"]) < abs(towards) / 2 * 0.2
    assert {np.sign(batch.up["DEPTH"] - batch.down["DEPTH"]) for batch in won} == {-1.0, 1.0}


def test_a_batch_without_a_result_moves_nothing() -> None:
    (batch,) = tune_course([DEPTH], [BatchScore(0.0, 0)], batches=3, rate=0.5, seed=1).batches
    assert batch.after == batch.before
