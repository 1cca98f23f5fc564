"""Decides when the order of the bots, the best few or the winner is settled, however often you look: `SettledTest`.

A contest that stops at the first difference of two standard errors is often wrong, because sooner or later chance alone
produces one. So a difference counts as certain only if it is outside a confidence sequence: an interval that is valid
at all times together. It is Robbins' normal mixture, which weighs all differences by a normal distribution with the
standard deviation `TYPICAL`. With the information I = 1 / error^2 and J = 1 / TYPICAL^2, a difference is certain if

    (difference / error)^2 > (1 + J / I) log((1 + I / J) / risk^2)

If the bots are equally strong, this ever becomes true in at most the share `risk` of contests.

The risk of a contest is divided by the number of comparisons that have to be right: see `comparisons`. All pairs on
which the statement depends have to be certain, not only the neighbours in the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from math import log

import msgspec
import numpy as np
from numpy.typing import NDArray

from tournament.statistics.fit import ELO_PER_UNIT, WEAK_PRIOR
from tournament.statistics.league import Floats, League, league_of
from tournament.statistics.likelihood import estimate
from tournament.statistics.results import Block, MatchResult

TYPICAL = 100.0
"""The difference, in Elo, for which the test is best. The risk does not depend on this value."""
LEAST = 20
"""How many blocks every bot needs; with fewer, the errors are not known well enough."""
GROWTH = 1.05
"""The factor by which the number of blocks grows from one look to the next."""

_ALL = ""
"""The key under which all blocks are counted, in addition to those of each bot."""


class SettledRule(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be settled between all `bots`: their whole order, or (`top` not None) which bots are the best few.

    In at most the share `risk` of contests, something is settled that is not true.
    """

    bots: tuple[str, ...]
    top: int | None = None
    risk: float = 0.05

    @property
    def per_comparison(self) -> float:
        """The risk of one comparison."""
        return self.risk / comparisons(len(self.bots), self.top)


class SettledState(msgspec.Struct, frozen=True, kw_only=True, tag_field="test", tag="settled"):
    """The progress of a contest: `certain` of the `needed` pairs of bots are certain.

    `blocks` is the number of blocks at the last look. `order` has the bots of the statement, best first, or is None
    while it is not settled.
    """

    blocks: int
    certain: int
    needed: int
    order: tuple[str, ...] | None


def comparisons(bots: int, top: int | None) -> int:
    """Return how many comparisons have to be right, so that a statement that is certain in all its pairs is true.

    For the whole order: a wrong order reverses at least one pair of neighbours in the true order. For the
    best k: let `a` and `b` be the bots in the true places k and k + 1. A wrong choice leaves out `a`, or has `b`, or
    (only if it has `a` and not `b`) replaces a better bot with a worse one. Then it prefers a worse bot to `a`, or `b`
    to a better one, or either of both. For the winner, these are the comparisons of the best bot with each other bot.
    """
    return bots - 1 if top is None else bots - 1 + min(top - 1, bots - top - 1)


@dataclass
class SettledTest:
    """A contest in progress: add blocks in match order until it is settled; further blocks change nothing."""

    rule: SettledRule
    _results: list[MatchResult] = field(default_factory=list)
    _blocks: Counter[str] = field(default_factory=Counter)
    _next: int = 1
    _state: SettledState | None = None

    def add(self, block: Block) -> bool:
        """Add a complete block, and return whether the contest is settled. Not every block leads to a look."""
        rated = [result for result in block.results if result.rated]
        if self._is_settled or not rated:
            return self._is_settled
        self._results += rated
        self._blocks.update([*block.bots, _ALL])
        if self._blocks[_ALL] >= self._next and all(self._blocks[bot] >= LEAST for bot in self.rule.bots):
            self._next = max(self._blocks[_ALL] + 1, int(self._blocks[_ALL] * GROWTH))
            self._state = self._look()
        return self._is_settled

    @property
    def state(self) -> SettledState:
        """The progress of the contest at the last look."""
        return self._state or SettledState(blocks=0, certain=0, needed=_needed(self.rule), order=None)

    @property
    def _is_settled(self) -> bool:
        return self._state is not None and self._state.order is not None

    def _look(self) -> SettledState:
        league = league_of(self._results)
        order, certain = certain_pairs(league, self.rule.bots, self.rule.per_comparison)
        pairs = _pairs(self.rule, certain)
        return SettledState(
            blocks=self._blocks[_ALL],
            certain=int(pairs.sum()),
            needed=_needed(self.rule),
            order=tuple(order[: self.rule.top]) if pairs.all() else None,
        )


def certain_pairs(league: League, bots: Collection[str], risk: float) -> tuple[list[str], NDArray[np.bool_]]:
    """Return these bots, best first, and whether the bot in each place (row) is certainly better than another one.

    The ratings have the weak prior that `fit` uses for ranks, so that bots without a loss have one as well.
    """
    everyone = tuple(range(len(league.bots)))
    found = estimate(league, everyone, {}, WEAK_PRIOR / ELO_PER_UNIT, judged=False)
    chosen = [number for number in everyone if league.bots[number] in bots]
    order = sorted(chosen, key=lambda bot: (-found.ratings[bot], bot))
    ratings, covariance = found.ratings[order], found.covariance[np.ix_(order, order)]
    differences = ratings[:, None] - ratings
    variances = np.diag(covariance)
    squared = np.maximum(variances[:, None] + variances - 2 * covariance, np.finfo(float).tiny)
    certain: NDArray[np.bool_] = (differences > 0) & (differences**2 > squared * limit(squared, risk))
    return [league.bots[bot] for bot in order], certain


def limit(squared_errors: Floats, risk: float, typical: float = TYPICAL / ELO_PER_UNIT) -> Floats:
    """Return the square of the number of standard errors beyond which a difference is certain; see this module."""
    ratio = typical**2 / squared_errors
    beyond: Floats = (1 + 1 / ratio) * (np.log1p(ratio) - 2 * log(risk))
    return beyond


def _pairs(rule: SettledRule, certain: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pairs on which the statement depends, by places, and whether each is certain."""
    if rule.top is None:
        return np.asarray(certain[np.triu_indices(len(certain), 1)])
    return np.asarray(certain[: rule.top, rule.top :])


def _needed(rule: SettledRule) -> int:
    size = len(rule.bots)
    return size * (size - 1) // 2 if rule.top is None else rule.top * (size - rule.top)
