"""How often 95 % intervals hold what they are about, over many simulated leagues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tournament.statistics.fit import ELO_PER_UNIT, Fit, fit
from tournament.statistics.league import Floats, League, Stack
from tournament.statistics.likelihood import estimate
from tournament.statistics.results import MatchResult


class Kind(Protocol):
    """A kind of leagues: `Simulation` or `Duels`."""

    def strengths(self, rng: np.random.Generator) -> dict[str, float]:
        """Draws the bots."""

    def play(self, strengths: dict[str, float], rng: np.random.Generator) -> list[MatchResult]:
        """Plays a league."""

    def shares(self, skills: Floats) -> Floats:
        """What an endless league would show."""


@dataclass(frozen=True)
class Held:
    """A share of intervals, and its standard error: between leagues, for the intervals of one are not independent."""

    share: float
    error: float


@dataclass(frozen=True)
class Coverage:
    """How often the intervals held an endless league's ratings, and the strengths behind the results."""

    of_points: Held
    of_strengths: Held
    unrated: int
    """Leagues with a bot without a finite rating; they are left out."""


def coverage(kind: Kind, leagues: int, seed: int) -> Coverage:
    """Plays and rates many leagues, each of other bots."""
    rng = np.random.default_rng(seed)
    of_points, of_strengths = [], []
    for _ in range(leagues):
        strengths = kind.strengths(rng)
        found = fit(kind.play(strengths, rng))
        if all(rating.rating is not None for rating in found.ratings):
            of_points.append(_covered(found, endless(kind, strengths)))
            of_strengths.append(_covered(found, strengths))
    return Coverage(_held(of_points), _held(of_strengths), leagues - len(of_points))


def endless(kind: Kind, strengths: dict[str, float]) -> dict[str, float]:
    """The ratings that reproduce the shares of the points themselves: what a fit of finite results estimates."""
    size = len(strengths)
    meetings = 1 - np.eye(size)
    shares = kind.shares(np.array(list(strengths.values())) / ELO_PER_UNIT)
    everyone = Stack(np.arange(size)[None], (shares * meetings)[None], meetings[None])
    league = League(tuple(strengths), (everyone,), (1,) * size, (1,) * size)
    ratings = estimate(league, tuple(range(size)), {}, None).ratings * ELO_PER_UNIT
    return dict(zip(strengths, ratings.tolist(), strict=True))


def _covered(found: Fit, truth: dict[str, float]) -> float:
    held = [
        rating.low is not None and rating.high is not None and rating.low <= truth[rating.bot] <= rating.high
        for rating in found.ratings
    ]
    return sum(held) / len(held)


def _held(shares: list[float]) -> Held:
    return Held(float(np.mean(shares)), float(np.std(shares, ddof=1) / len(shares) ** 0.5))
