"""Simulated leagues of two seats with a separate law for ties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tests.support.leagues import decisive
from tournament.statistics.fit import ELO_PER_UNIT
from tournament.statistics.league import Floats
from tournament.statistics.results import MatchResult

PLACES = ((1, 2), (2, 1), (1, 1))
Ties = Callable[[Floats], Floats]
"""How often two bots tie, by the difference of their skills in natural units."""


def none(differences: Floats) -> Floats:
    """There are no ties: Bradley-Terry."""
    return np.zeros_like(differences)


def a_quarter(differences: Floats) -> Floats:
    """As many, however much stronger one bot is."""
    return np.full_like(differences, 0.25)


def davidson(differences: Floats) -> Floats:
    """Davidson's model: the odds of a tie are a part of the geometric mean of both bots' odds. A fifth are ties."""
    odds = 0.58
    ties: Floats = odds / (odds + 2 * np.cosh(differences / 2))
    return ties


@dataclass(frozen=True)
class Duels:
    """How a league is played: every pair plays so many matches; what does not tie follows Bradley-Terry."""

    ties: Ties
    deals: int
    bots: int = 6
    spread: float = 150.0

    def strengths(self, rng: np.random.Generator) -> dict[str, float]:
        """True ratings in Elo with mean 0."""
        drawn = rng.normal(scale=self.spread, size=self.bots)
        return {f"bot{number}": float(value) for number, value in enumerate(drawn - drawn.mean())}

    def shares(self, skills: Floats) -> Floats:
        """The share of the points that each bot (row) takes from each other one on average; skills in natural units."""
        differences = skills[:, None] - skills
        ties = self.ties(differences)
        return ties / 2 + (1 - ties) * decisive(differences)

    def play(self, strengths: dict[str, float], rng: np.random.Generator) -> list[MatchResult]:
        """Every match is a block."""
        results: list[MatchResult] = []
        for bots in combinations(sorted(strengths), 2):
            difference = np.array((strengths[bots[0]] - strengths[bots[1]]) / ELO_PER_UNIT)
            ties, wins = float(self.ties(difference)), float(decisive(difference))
            for outcome in rng.choice(3, size=self.deals, p=((1 - ties) * wins, (1 - ties) * (1 - wins), ties)):
                name = f"m{len(results)}"
                results.append(
                    MatchResult(match=name, number=len(results), block=name, bots=bots, places=PLACES[outcome])
                )
        return results
