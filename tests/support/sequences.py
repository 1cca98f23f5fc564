"""Blocks of two bots as sequential tests see them: their shares of the points, with a known normalized Elo."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.support.leagues import gumbel
from tournament.statistics.league import Floats
from tournament.statistics.sprt import LEAST, NORMALIZED_ELO, SprtRule, llr

POOL = 20_000


@dataclass(frozen=True)
class Tables:
    """Where two bots meet: `seats` at the table, each deal once or in all rotations. For the rest see `Simulation`."""

    seats: int
    duplicate: bool
    points: float = 0.5
    luck: float = 0.5

    @property
    def rotations(self) -> int:
        """The matches in a block."""
        return self.seats if self.duplicate else 1

    def blocks(self, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """The shares that one of two equal bots takes in a block, and how often it does, both ways alike."""
        hands = rng.normal(size=(POOL, self.seats))
        shares = np.zeros(POOL)
        for rotation in range(self.rotations):
            noise = self.luck**0.5 * hands + (1 - self.luck) ** 0.5 * rng.normal(size=(POOL, self.seats))
            performance = gumbel(noise.ravel()).reshape(noise.shape)
            scores = np.floor(performance / self.points) if self.points else performance
            one, other = scores[:, rotation], scores[:, (rotation + 1) % self.seats]
            shares += np.where(one > other, 1.0, np.where(one == other, 0.5, 0.0)) / self.rotations
        values, counts = np.unique(np.round(np.concatenate([shares, 1 - shares]), 9), return_counts=True)
        return values, counts / counts.sum()

    def stronger(self, blocks: tuple[Floats, Floats], elo: float) -> tuple[Floats, Floats]:
        """The blocks of a bot that is this much stronger, in normalized Elo: better shares come more often."""
        values, chances = blocks
        low, high, tilted = -100.0, 100.0, chances
        for _ in range(100):
            tilt = (low + high) / 2
            tilted = chances * np.exp(tilt * (values - 0.5))
            tilted /= tilted.sum()
            mean = float(tilted @ values)
            error = float(tilted @ (values - mean) ** 2) ** 0.5
            found = NORMALIZED_ELO * (mean - 0.5) / (error * self.rotations**0.5)
            low, high = (tilt, high) if found < elo else (low, tilt)
        return values, tilted


def share_of_h1(
    rule: SprtRule, blocks: tuple[Floats, Floats], runs: int, most: int, rng: np.random.Generator
) -> tuple[float, float]:
    """How often tests accept H1, and how often they accept nothing within so many blocks."""
    values, chances = blocks
    away = values[rng.choice(len(values), size=(runs, most), p=chances)] - 0.5
    ratios = llr(rule, np.arange(1.0, most + 1), away.cumsum(axis=1), (away**2).cumsum(axis=1))
    ratios[:, : LEAST - 1] = 0.0
    lower, upper = rule.bounds
    over, under = ratios >= upper, ratios <= lower
    first_over = np.where(over.any(axis=1), over.argmax(axis=1), most)
    first_under = np.where(under.any(axis=1), under.argmax(axis=1), most)
    open_ = (first_over == most) & (first_under == most)
    return float((first_over < first_under).mean()), float(open_.mean())
