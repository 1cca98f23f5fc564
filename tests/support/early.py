"""Simulated leagues that end early, as soon as their winner or their order is settled or a test is decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.support.leagues import Simulation
from tournament.statistics.league import Floats
from tournament.statistics.results import MatchResult, blocks_of
from tournament.statistics.settled import SettledTest
from tournament.statistics.sprt import SprtTest


@dataclass(frozen=True)
class EndsEarly:
    """Leagues of a simulation, deal by deal, cut where a test ends; `apart` fixes the strengths of two bots, in Elo."""

    simulation: Simulation
    test: Callable[[tuple[str, ...]], SprtTest | SettledTest]
    apart: float | None = None

    def strengths(self, rng: np.random.Generator) -> dict[str, float]:
        """True ratings in Elo with mean 0."""
        if self.apart is not None:
            return {"bot0": self.apart / 2, "bot1": -self.apart / 2}
        return self.simulation.strengths(rng)

    def play(self, strengths: dict[str, float], rng: np.random.Generator) -> list[MatchResult]:
        """Plays until the test ends."""
        test = self.test(tuple(strengths))
        played: list[MatchResult] = []
        blocks = blocks_of(self.simulation.play(strengths, rng))
        for block in sorted(blocks, key=lambda block: int(block.id.rpartition("/")[2])):
            played += block.results
            if test.add(block):
                break
        return played

    def shares(self, skills: Floats) -> Floats:
        """The share of the points that each bot (row) takes from each other one on average."""
        return self.simulation.shares(skills)
