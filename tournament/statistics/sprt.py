"""Tests one bot against another while they play, and stops as soon as one of two hypotheses is accepted: `SprtTest`.

This is Wald's sequential probability ratio test on blocks: the share of the points that the bot took from the other one
in all rotations of a deal is one observation. The error between blocks is not known beforehand, so for each hypothesis
the most likely error that agrees with it is used. The log-likelihood ratio (LLR) then has a closed form, for any number
of seats and rotations. For the two games of a pair, it agrees with the pentanomial LLR of fishtest and fastchess.

One block of pure chance is added before the first one. Without it, the error of a pair whose blocks are all alike would
be zero, and the ratio would not be finite. Nothing is accepted before there are `LEAST` blocks, because with fewer the
error is not known well enough.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import fsum, log, sqrt
from typing import Literal

import msgspec
import numpy as np

from tournament.statistics.elo import expected_points
from tournament.statistics.league import Floats
from tournament.statistics.results import Block

NORMALIZED_ELO = 800 / log(10)
"""Normalized Elo is this number times (share - 1/2) / standard deviation of a match."""

Model = Literal["normalized", "logistic"]
Hypothesis = Literal["H0", "H1"]

LEAST = 20
"""The number of blocks from which on a hypothesis may be accepted."""

_CHANCE = 1.0
"""How many blocks of pure chance are added; half of each is won, and half is lost."""


class SprtRule(msgspec.Struct, frozen=True, kw_only=True):
    """What is tested: H1, that `bot` is stronger than `other` by `elo1`, against H0: only by `elo0`.

    `alpha` is how often H1 is accepted although H0 is true, and `beta` the reverse. In the model "normalized", `elo0`
    and `elo1` are in units of the standard deviation of a match, as in fishtest; in the model "logistic", they are the
    Elo of the expected share of the points. `rotations` is the number of matches in a whole block.
    """

    bot: str
    other: str
    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"
    rotations: int = 1

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 is accepted, and the one at which H1 is."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class SprtState(msgspec.Struct, frozen=True, kw_only=True, tag_field="test", tag="sprt"):
    """How far a test is.

    `counts` says in how many blocks the bot won which share of the points against the other one. `elo` is the estimated
    difference in the units of the test, None before there are two blocks.
    """

    llr: float
    lower: float
    upper: float
    blocks: int
    counts: dict[float, int]
    accepted: Hypothesis | None
    elo: float | None


@dataclass
class SprtTest:
    """A test in progress: add blocks in match order until one hypothesis is accepted; further blocks change nothing."""

    rule: SprtRule
    _counts: Counter[float] = field(default_factory=Counter)
    _accepted: Hypothesis | None = None

    def add(self, block: Block) -> bool:
        """Add a complete block, and return whether a hypothesis is accepted.

        A block counts if both bots are at its table and at least one of its matches is rated.
        """
        share = share_of(block, self.rule.bot, self.rule.other)
        if share is not None and self._accepted is None:
            self._counts[share] += 1
            self._accepted = self._conclusion()
        return self._accepted is not None

    @property
    def state(self) -> SprtState:
        """How far the test is."""
        lower, upper = self.rule.bounds
        return SprtState(
            llr=self._llr(),
            lower=lower,
            upper=upper,
            blocks=self._counts.total(),
            counts=dict(sorted(self._counts.items())),
            accepted=self._accepted,
            elo=self._elo(),
        )

    def _conclusion(self) -> Hypothesis | None:
        lower, upper = self.rule.bounds
        found = self._llr()
        if self._counts.total() < LEAST or lower < found < upper:
            return None
        return "H1" if found >= upper else "H0"

    def _llr(self) -> float:
        return float(llr(self.rule, *_sums(self._counts)))

    def _elo(self) -> float | None:
        blocks, total, squares = _sums(self._counts)
        if blocks < 2:
            return None
        mean, spread = total / blocks, (squares + _CHANCE / 4) / blocks - (total / blocks) ** 2
        if self.rule.model == "normalized":
            return NORMALIZED_ELO * mean / sqrt(spread * self.rule.rotations)
        share = (blocks * (0.5 + mean) + _CHANCE / 2) / (blocks + _CHANCE)
        return 400 * (log(share / (1 - share)) / log(10))


def llr(rule: SprtRule, blocks: Floats | int, total: Floats | float, squares: Floats | float) -> Floats:
    """Return the LLR of H1 over H0: how much more likely H1 makes the blocks, each with its most likely error.

    Args:
        rule: what is tested.
        blocks: the number of blocks.
        total: the sum of (share - 1/2) over the blocks.
        squares: the sum of (share - 1/2)^2 over the blocks.
    """
    count, total = np.asarray(blocks) + _CHANCE, np.asarray(total)
    squares = np.asarray(squares) + _CHANCE / 4
    found: Floats
    if rule.model == "logistic":
        far0, far1 = (
            squares - 2 * total * away + count * away**2
            for away in (expected_points(elo, 0.0) - 0.5 for elo in (rule.elo0, rule.elo1))
        )
        found = count / 2 * np.log(far0 / far1)
    else:
        per_block = sqrt(rule.rotations) / NORMALIZED_ELO
        likely0, likely1 = (_log_likelihood(elo * per_block, count, total, squares) for elo in (rule.elo0, rule.elo1))
        found = likely1 - likely0
    return found


def _log_likelihood(ratio: float, count: Floats, total: Floats, squares: Floats) -> Floats:
    """Return the largest log-likelihood of normal blocks whose mean is `ratio` standard deviations above 1/2.

    With the precision p (one over the standard deviation), it is count log(p) - squares p^2 / 2 + ratio total p - count
    ratio^2 / 2, without what does not depend on p. The derivative is zero at this p.
    """
    precision = (ratio * total + np.sqrt((ratio * total) ** 2 + 4 * count * squares)) / (2 * squares)
    likely: Floats = (
        count * np.log(precision) - squares * precision**2 / 2 + ratio * total * precision - count * ratio**2 / 2
    )
    return likely


def share_of(block: Block, bot: str, other: str) -> float | None:
    """Return the share of the points that a bot took from another one in the rated matches of a block.

    None if there are no such matches.
    """
    if bot not in block.bots or other not in block.bots:
        return None
    points = [
        result.points(result.bots.index(bot), result.bots.index(other)) for result in block.results if result.rated
    ]
    return fsum(points) / len(points) if points else None


def _sums(counts: Counter[float]) -> tuple[int, float, float]:
    """Return the number of blocks, and the sums of (share - 1/2) and of its square."""
    total = fsum((share - 0.5) * blocks for share, blocks in counts.items())
    squares = fsum((share - 0.5) ** 2 * blocks for share, blocks in counts.items())
    return counts.total(), total, squares
