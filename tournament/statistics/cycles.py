"""Replaces a ranking if bots beat each other in a circle: `cycles` finds the mix of bots that no bot beats.

If you may choose a bot at random before each match, and your opponent may do the same, a certain mix of bots is best:
against it, no bot takes more than half of the points (a Nash equilibrium of the table of pairs). If one bot beats all
others, the mix is that bot alone. In rock-paper-scissors, it is a third of each. A copy of a bot shares its part and
changes nothing else. This is "Nash averaging" (Balduzzi and others, "Re-evaluating evaluation", 2018); if there are
several such mixes, it takes the most even one.

The mix is found as a limit: if both sides prefer even mixes by a small price, there is exactly one best mix, which
follows the exact one as the price goes to zero. `PRICE` is so small that bots which take 1 % of the points less than
the best answer get practically nothing. The errors are those of a bootstrap: whole blocks are drawn again at each
table, and the mix is computed for each draw. The random numbers are the same every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec
import numpy as np

from referee.counts import counted
from tournament.statistics.fit import MOST_IN_PAIRS
from tournament.statistics.league import Floats, Indices
from tournament.statistics.results import Block, MatchResult, blocks_of

DRAWS = 400
PRICE = 1e-3
FIRST_PRICE = 1.0
CONVERGED = 1e-9
MAX_STEPS = 60
INTERVAL = (2.5, 97.5)
"""The percentiles of the draws between which the interval lies."""


class MixShare(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's share of the mix that no bot beats, 0 to 1, and the points that the bot takes from the mix, 0 to 0.5.

    `low` and `high` are a 95 % interval for its share of the mix, and `points_error` is a standard error.
    """

    bot: str
    share: float
    low: float
    high: float
    points: float
    points_error: float


class Cycles(msgspec.Struct, frozen=True, kw_only=True):
    """The mix that no bot beats, the largest share first; or why there is none, in `reason`."""

    mix: tuple[MixShare, ...] = ()
    reason: str = ""


def cycles(results: Iterable[MatchResult]) -> Cycles:
    """Compute the mix. It needs a result of every pair of bots, and at most `MOST_IN_PAIRS` bots."""
    blocks = blocks_of(results)
    bots = sorted({bot for block in blocks for bot in block.bots})
    if len(bots) > MOST_IN_PAIRS:
        return Cycles(reason=f"there are more than {MOST_IN_PAIRS} bots")
    met = {pair for block in blocks for pair in combinations(block.bots, 2)}
    missing = len(bots) * (len(bots) - 1) // 2 - len(met)
    if missing:
        return Cycles(reason=f"{counted(missing, 'pair')} of bots never met")
    if len(bots) < 3 or len(blocks) < 2:
        return Cycles(reason="at least three bots and two deals are needed")
    table = _Table(blocks, bots)
    advantages = np.concatenate([table.observed[None], table.advantages(table.drawn_again())])
    mixes = even_mixes(advantages)
    points = 0.5 + np.einsum("sij,sj->si", advantages, mixes)
    low, high = np.percentile(mixes[1:], INTERVAL, axis=0)
    errors = points[1:].std(axis=0)
    order = sorted(range(len(bots)), key=lambda bot: (-round(float(mixes[0, bot]), 6), -points[0, bot], bot))
    return Cycles(
        mix=tuple(
            MixShare(
                bot=bots[bot],
                share=float(mixes[0, bot]),
                low=min(float(low[bot]), float(mixes[0, bot])),
                high=max(float(high[bot]), float(mixes[0, bot])),
                points=float(points[0, bot]),
                points_error=float(errors[bot]),
            )
            for bot in order
        )
    )


def even_mixes(advantages: Floats, price: float = PRICE) -> Floats:
    """Return the best mix for each table of advantages: the share of points beyond one half, row against column.

    It solves mix = softmax(advantages @ mix / price) by Newton steps, from a large price down to the small one. The
    derivative is never singular: the identity minus the product of a skew-symmetric and a positive matrix.
    """
    size = advantages.shape[-1]
    values: Floats = np.zeros(advantages.shape[:2])
    mixes, now = _softmax(values), FIRST_PRICE
    while now > price:
        now = max(now / 2, price)
        for _ in range(MAX_STEPS):
            mixes = _softmax(values)
            left_over = values - np.einsum("sij,sj->si", advantages, mixes) / now
            change = np.abs(left_over).max(axis=-1)
            if change.max() < CONVERGED / now:
                break
            spread = mixes[:, :, None] * np.eye(size) - mixes[:, :, None] * mixes[:, None, :]
            step = np.linalg.solve(np.eye(size) - advantages @ spread / now, left_over[:, :, None])[:, :, 0]
            values = values - _damped(values, step, advantages, now)
    return mixes


def _damped(values: Floats, step: Floats, advantages: Floats, price: float) -> Floats:
    """Return the step. For each table, it is halved as long as it would make the solution worse."""
    before = np.linalg.norm(values - np.einsum("sij,sj->si", advantages, _softmax(values)) / price, axis=-1)
    factor: Floats = np.ones(len(values))
    for _ in range(20):
        moved = values - factor[:, None] * step
        after = np.linalg.norm(moved - np.einsum("sij,sj->si", advantages, _softmax(moved)) / price, axis=-1)
        worse = after > before * (1 - 1e-4 * factor) + CONVERGED
        if not worse.any():
            break
        factor = np.where(worse, factor / 2, factor)
    damped: Floats = factor[:, None] * step
    return damped


def _softmax(values: Floats) -> Floats:
    grown = np.exp(values - values.max(axis=-1, keepdims=True))
    mixes: Floats = grown / grown.sum(axis=-1, keepdims=True)
    return mixes


class _Table:
    """The points of each pair in each block."""

    def __init__(self, blocks: Sequence[Block], bots: Sequence[str]) -> None:
        index = {bot: number for number, bot in enumerate(bots)}
        rows = [
            (number, index[one], index[other], *_points(block, one, other))
            for number, block in enumerate(blocks)
            for one, other in combinations(block.bots, 2)
        ]
        columns = np.array(rows, dtype=np.float64).T
        self._block, self._first, self._second = (column.astype(np.intp) for column in columns[:3])
        self._points, self._meetings = columns[3], columns[4]
        self._size = len(bots)
        self._strata = _strata(blocks)
        self.observed = np.zeros((self._size, self._size))
        self.observed = self.advantages(np.ones((1, len(blocks))))[0]

    def drawn_again(self) -> Floats:
        """Return how often each block counts in each draw.

        At each table, one block less than there are is drawn, and all are scaled up: so the draws spread as much as
        new blocks would.
        """
        rng = np.random.default_rng(0)
        weights: Floats = np.zeros((DRAWS, sum(map(len, self._strata))))
        for members in self._strata:
            count = len(members) - 1
            drawn = rng.multinomial(count, np.full(len(members), 1 / len(members)), size=DRAWS)
            weights[:, members] = drawn * (len(members) / count)
        return weights

    def advantages(self, weights: Floats) -> Floats:
        """Return for each row of weights the share of points beyond one half that each bot wins against each other one.

        Bots that do not meet in any of the blocks that count have the share that was observed.
        """
        found: Floats = np.zeros((len(weights), self._size, self._size))
        pair = self._first * self._size + self._second
        for number, weight in enumerate(weights):
            met = np.bincount(pair, self._meetings * weight[self._block], self._size**2)
            taken = np.bincount(pair, self._points * weight[self._block], self._size**2)
            share = np.where(met > 0, taken / np.where(met > 0, met, 1.0) - 0.5, 0.0).reshape(self._size, self._size)
            there = (met > 0).reshape(self._size, self._size)
            found[number] = np.where(there | there.T, share - share.T, self.observed)
        return found


def _points(block: Block, one: str, other: str) -> tuple[float, int]:
    taken = sum(result.points(result.bots.index(one), result.bots.index(other)) for result in block.results)
    return taken, len(block.results)


def _strata(blocks: Sequence[Block]) -> list[Indices]:
    """Return the blocks that are drawn among each other: those of a table or, if one has a single block, all."""
    tables: dict[tuple[str, ...], list[int]] = {}
    for number, block in enumerate(blocks):
        tables.setdefault(block.bots, []).append(number)
    if min(map(len, tables.values())) < 2:
        return [np.arange(len(blocks))]
    return [np.array(members, dtype=np.intp) for members in tables.values()]
