"""Simulated leagues of bots whose strengths are known.

A bot performs at its strength plus noise (Gumbel, so that pairs follow Bradley-Terry and rankings Plackett-Luce), and
scores whole points: performances that round to the same score tie. A part of the noise is the luck of the hand, which
is the same for whoever has the seat in the rotations of a deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import erfc, sqrt

import numpy as np

from tournament.statistics.fit import ELO_PER_UNIT, Fit, fit
from tournament.statistics.league import Floats
from tournament.statistics.results import MatchResult


@dataclass(frozen=True)
class Simulation:
    """How a league is played.

    `points` is the size of a score's point in natural units (0: no ties), `luck` the correlation of the noise in the
    same seat of the same deal, 0 to 1, and `spread` the standard deviation of the strengths in Elo.
    """

    bots: int
    seats: int
    deals: int
    duplicate: bool = False
    points: float = 0.5
    luck: float = 0.0
    spread: float = 150.0

    def strengths(self, rng: np.random.Generator) -> dict[str, float]:
        """True ratings in Elo with mean 0."""
        drawn = rng.normal(scale=self.spread, size=self.bots)
        return {f"bot{number}": float(value) for number, value in enumerate(drawn - drawn.mean())}

    def play(self, strengths: dict[str, float], rng: np.random.Generator) -> list[MatchResult]:
        """Every table plays every deal, once or in all rotations."""
        results: list[MatchResult] = []
        for table in combinations(sorted(strengths), self.seats):
            for deal in range(self.deals):
                hands = rng.normal(size=self.seats)
                block = f"{'-'.join(table)}/{deal}"
                for rotation in range(self.seats if self.duplicate else 1):
                    bots = table[rotation:] + table[:rotation]
                    skill = np.array([strengths[bot] / ELO_PER_UNIT for bot in bots])
                    noise = self.luck**0.5 * hands + (1 - self.luck) ** 0.5 * rng.normal(size=self.seats)
                    performance = skill + gumbel(noise)
                    scores = np.floor(performance / self.points + rng.random()) if self.points else performance
                    results.append(
                        MatchResult(
                            match=f"{block}/{rotation}",
                            number=len(results),
                            block=block,
                            bots=bots,
                            places=tuple(int((scores > score).sum()) + 1 for score in scores),
                            scores=tuple(float(score) for score in scores),
                        )
                    )
        return results


def gumbel(normal: Floats) -> Floats:
    """Normal numbers turned into Gumbel numbers of the same ranks."""
    share = np.array([0.5 * erfc(-value / sqrt(2)) for value in normal])
    turned: Floats = -np.log(-np.log(share))
    return turned


@dataclass(frozen=True)
class Coverage:
    """How often the true value lay in its 95 % interval."""

    share: float
    leagues: int
    unrated: int
    error: float


def coverage(simulation: Simulation, leagues: int, seed: int) -> Coverage:
    """Plays and rates many leagues; a bot without a finite rating counts as `unrated` and is left out."""
    rng = np.random.default_rng(seed)
    inside, unrated, errors = 0, 0, []
    for _ in range(leagues):
        strengths = simulation.strengths(rng)
        found = fit(simulation.play(strengths, rng))
        if any(rating.rating is None for rating in found.ratings):
            unrated += 1
            continue
        inside += covered(found, strengths)
        errors += [rating.error for rating in found.ratings if rating.error is not None]
    return Coverage(inside / len(errors), leagues, unrated, sum(errors) / len(errors))


def covered(found: Fit, strengths: dict[str, float]) -> int:
    """How many of the bots' true ratings lie in their intervals."""
    return sum(
        rating.low is not None and rating.high is not None and rating.low <= strengths[rating.bot] <= rating.high
        for rating in found.ratings
    )


@dataclass(frozen=True)
class Davidson:
    """Leagues of two seats with ties by the model of Davidson: the odds of a tie are `tie` times the mean of both."""

    strengths: dict[str, float]
    tie: float

    def play(self, deals: int, rng: np.random.Generator) -> list[MatchResult]:
        """Every pair plays so many matches."""
        results: list[MatchResult] = []
        for bots in combinations(sorted(self.strengths), 2):
            one, other = (np.exp(self.strengths[bot] / ELO_PER_UNIT) for bot in bots)
            odds = np.array([one, other, self.tie * np.sqrt(one * other)])
            for outcome in rng.choice(3, size=deals, p=odds / odds.sum()):
                name = f"m{len(results)}"
                places = ((1, 2), (2, 1), (1, 1))[outcome]
                results.append(MatchResult(match=name, number=len(results), block=name, bots=bots, places=places))
        return results
