"""Simultaneous perturbation: move several numbers of a bot towards where it plays best, by `tune_course`.

In each batch, all numbers are moved by their step at once, each up or down at random; one version of the bot plays with
these values against another with the opposite ones. Afterwards, all numbers move towards the version that won, by more
if it won clearly. A batch is evaluated as a whole, so it does not matter in which order its matches end. The steps and
the moves become smaller from batch to batch, as in Spall's gain sequences.

`optimum_of` computes how certain the result is. If the strength is a parabola near its top, the expected result of a
batch is linear in the values, and zero at the top. So a line is fitted to all batches, and the top is where it crosses
zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from math import sqrt

import msgspec
import numpy as np

from tournament.statistics.fit import Z95
from tournament.statistics.league import Floats

ALPHA = 0.602
GAMMA = 0.101
STABLE = 0.1
"""The share of all batches for which the moves are kept back at the beginning."""
CLEAREST = 3.0
"""The maximum number of standard errors that a batch counts, so that a lucky one cannot move the values too far."""
CLEAR_FALL = 3.0
"""By how many standard errors the line must fall. Because the values follow the results, it seems to fall by about one
even if a number does not matter; then, one in twenty lines falls by three."""


class TunedNumber(msgspec.Struct, frozen=True, kw_only=True):
    """A number that is tuned: where it begins, its limits, and how far it is moved in the last batch."""

    name: str
    start: float
    lowest: float
    highest: float
    step: float


class BatchScore(msgspec.Struct, frozen=True):
    """The points of the version with the upper values against the other one, and the number of matches."""

    points: float
    matches: int


class TuneBatch(msgspec.Struct, frozen=True, kw_only=True):
    """One batch: the values before it, those of both versions, and once it is played, its score and the values after.

    `number` is from 1.
    """

    number: int
    before: dict[str, float]
    up: dict[str, float]
    down: dict[str, float]
    score: BatchScore | None = None
    after: dict[str, float] = msgspec.field(default_factory=dict)


class Optimum(msgspec.Struct, frozen=True, kw_only=True):
    """The value of a number, and a 95 % interval for the best one; None while the batches do not show where it is."""

    name: str
    value: float
    low: float | None
    high: float | None


class TuneCourse(msgspec.Struct, frozen=True, kw_only=True):
    """All batches that were played, the next one if there is one, and how many there will be."""

    numbers: tuple[TunedNumber, ...]
    batches: tuple[TuneBatch, ...]
    following: TuneBatch | None
    total: int

    @property
    def values(self) -> dict[str, float]:
        """The values now: the mean over the last half of the batches, because single batches are noisy."""
        if not self.batches:
            return {number.name: number.start for number in self.numbers}
        last = self.batches[len(self.batches) // 2 :]
        return {number.name: sum(batch.after[number.name] for batch in last) / len(last) for number in self.numbers}


def tune_course(
    numbers: Sequence[TunedNumber], scores: Sequence[BatchScore], *, batches: int, rate: float, seed: int
) -> TuneCourse:
    """Return the course of the values. The same scores give the same course, so it can go on from them at any time."""
    values = {number.name: number.start for number in numbers}
    played: list[TuneBatch] = []
    for score in scores[:batches]:
        batch = _batch(numbers, values, len(played) + 1, batches, seed)
        values = _moved(numbers, batch, score, batches, rate)
        played.append(msgspec.structs.replace(batch, score=score, after=values))
    following = _batch(numbers, values, len(played) + 1, batches, seed) if len(played) < batches else None
    return TuneCourse(numbers=tuple(numbers), batches=tuple(played), following=following, total=batches)


def optimum_of(course: TuneCourse) -> list[Optimum]:
    """Return for each number its value, and the interval of the best value."""
    found = _line(course)
    optima = []
    for place, number in enumerate(course.numbers):
        low, high = (None, None) if found is None else _zero_of(found, place, len(course.numbers))
        centre = _centre(course, number.name)
        optima.append(
            Optimum(
                name=number.name,
                value=course.values[number.name],
                low=None if low is None else min(max(centre + low, number.lowest), number.highest),
                high=None if high is None else max(min(centre + high, number.highest), number.lowest),
            )
        )
    return optima


def _batch(numbers: Sequence[TunedNumber], values: dict[str, float], number: int, batches: int, seed: int) -> TuneBatch:
    """Return the batch with this number, which is still to be played."""
    wider = (batches / number) ** GAMMA
    moves = {one.name: _sign(seed, number, one.name) * one.step * wider for one in numbers}
    up = {one.name: _within(one, values[one.name] + moves[one.name]) for one in numbers}
    down = {one.name: _within(one, values[one.name] - moves[one.name]) for one in numbers}
    return TuneBatch(number=number, before=dict(values), up=up, down=down)


def _moved(
    numbers: Sequence[TunedNumber], batch: TuneBatch, score: BatchScore, batches: int, rate: float
) -> dict[str, float]:
    """Return the values after a batch."""
    kept_back = STABLE * batches
    gain = rate * ((kept_back + batches) / (kept_back + batch.number)) ** ALPHA
    clear = min(max(_advantage(score) * sqrt(score.matches), -CLEAREST), CLEAREST)
    return {
        one.name: _within(one, batch.before[one.name] + gain * clear * (batch.up[one.name] - batch.down[one.name]) / 2)
        for one in numbers
    }


def _advantage(score: BatchScore) -> float:
    """Return how much more the upper version took than the lower one: -1 to 1."""
    return 2 * score.points / score.matches - 1 if score.matches else 0.0


def _within(number: TunedNumber, value: float) -> float:
    return min(max(value, number.lowest), number.highest)


def _sign(seed: int, batch: int, name: str) -> int:
    """Return 1 or -1 at random, always the same for a number in a batch."""
    return 1 if blake2b(f"{seed}/{batch}/{name}".encode(), digest_size=1).digest()[0] & 1 else -1


class _Line(msgspec.Struct, frozen=True):
    """The coefficients of the line, first all slopes at the centre, then how all slopes fall; and their errors."""

    coefficients: Floats
    covariance: Floats


def _centre(course: TuneCourse, name: str) -> float:
    """Return the mean of the values at which batches were played."""
    return sum(batch.before[name] for batch in course.batches) / max(len(course.batches), 1)


def _line(course: TuneCourse) -> _Line | None:
    """Fit the line to all batches; None if there are too few."""
    played = [batch for batch in course.batches if batch.score is not None and batch.score.matches]
    names = [number.name for number in course.numbers]
    if len(played) < 4 * len(names) + 4:
        return None
    apart = np.array([[(batch.up[name] - batch.down[name]) / 2 for name in names] for batch in played])
    middle = np.array([[(batch.up[name] + batch.down[name]) / 2 for name in names] for batch in played])
    from_centre = middle - np.array([_centre(course, name) for name in names])
    weight = np.sqrt([batch.score.matches for batch in played if batch.score is not None])
    result = np.array([_advantage(batch.score) for batch in played if batch.score is not None])
    table = np.concatenate([apart, -apart * from_centre], axis=1) * weight[:, None]
    if np.linalg.matrix_rank(table) < table.shape[1]:
        return None
    inverse = np.linalg.inv(table.T @ table)
    coefficients = inverse @ table.T @ (result * weight)
    left_over = result * weight - table @ coefficients
    spread = float(left_over @ left_over) / (len(played) - table.shape[1])
    return _Line(coefficients, inverse * spread)


def _zero_of(line: _Line, place: int, count: int) -> tuple[float, float] | tuple[None, None]:
    """Return the interval in which the line crosses zero, by Fieller's theorem; None if it may not fall at all."""
    slope, fall = float(line.coefficients[place]), float(line.coefficients[count + place])
    of_slope = float(line.covariance[place, place])
    of_fall = float(line.covariance[count + place, count + place])
    both = float(line.covariance[place, count + place])
    if fall < CLEAR_FALL * sqrt(of_fall):
        return None, None
    first = fall**2 - Z95**2 * of_fall
    middle = slope * fall - Z95**2 * both
    root = sqrt(max(middle**2 - first * (slope**2 - Z95**2 * of_slope), 0.0))
    return (middle - root) / first, (middle + root) / first
