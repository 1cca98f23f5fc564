"""Simulated leagues of bots whose strengths are known.

A bot performs at its strength plus noise (Gumbel, so that pairs follow Bradley-Terry and rankings Plackett-Luce), and
scores whole points: performances that round to the same score tie. A part of the noise is the luck of the hand, which
is the same for each bot that has the seat in the rotations of a deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import erfc, sqrt

import numpy as np

from tournament.statistics.fit import ELO_PER_UNIT
from tournament.statistics.league import Floats
from tournament.statistics.results import MatchResult

GRID = 4096
"""Of how many equally likely performances a mean is taken."""


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

    def shares(self, skills: Floats) -> Floats:
        """The share of the points that each bot (row) takes from each other one on average; skills in natural units."""
        if not self.points:
            return decisive(skills[:, None] - skills)
        performance = (skills[:, None] - np.log(-np.log((np.arange(GRID) + 0.5) / GRID))) / self.points
        lower = np.floor(performance)
        score = (lower - lower.min()).astype(np.intp)
        highest = score.max() + 2
        # A performance is rounded up as often as it lies near the next score.
        chances = np.array(
            [
                np.bincount(at, 1 - up, highest) + np.bincount(at + 1, up, highest)
                for at, up in zip(score, performance - lower, strict=True)
            ]
        )
        chances /= GRID
        shares: Floats = chances @ (chances.cumsum(axis=1) - chances / 2).T
        return shares


def gumbel(normal: Floats) -> Floats:
    """Normal numbers turned into Gumbel numbers of the same ranks."""
    share = np.array([0.5 * erfc(-value / sqrt(2)) for value in normal])
    turned: Floats = -np.log(-np.log(share))
    return turned


def decisive(differences: Floats) -> Floats:
    """How often the first of two wins by Bradley-Terry, where there are no ties."""
    share: Floats = 1 / (1 + np.exp(-differences))
    return share
