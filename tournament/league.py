"""Results as numbers: who met whom at which table, and who took how many points.

A match of k seats is k(k-1)/2 meetings of two bots. The better placed takes the point, equal places share it. The pairs
of one match overlap, so a meeting at a table of k weighs 3/(k+1) of a two-seat match: about the information in it when
the bots are equally strong. Among matches of one size the weight changes nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tournament.results import Block, MatchResult, blocks_of

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True)
class BlockPoints:
    """One block: `points[a, b]` is what the a-th bot of `bots` took from the b-th, of `meetings[a, b]` to be had."""

    bots: Indices
    points: Floats
    meetings: Floats


@dataclass(frozen=True)
class League:
    """All blocks, over bots in the order of their names. Equal results give an equal league, however they arrived."""

    bots: tuple[str, ...]
    blocks: tuple[BlockPoints, ...]
    matches: tuple[int, ...]

    @cached_property
    def points(self) -> Floats:
        """What each bot took from each other one, in all blocks."""
        return self._sum([block.points for block in self.blocks])

    @cached_property
    def meetings(self) -> Floats:
        """What each bot could have taken from each other one, in all blocks."""
        return self._sum([block.meetings for block in self.blocks])

    @cached_property
    def block_counts(self) -> tuple[int, ...]:
        """How many blocks each bot was in."""
        counts = np.zeros(len(self.bots), dtype=np.intp)
        for block in self.blocks:
            counts[block.bots] += 1
        return tuple(int(count) for count in counts)

    def _sum(self, parts: list[Floats]) -> Floats:
        total = np.zeros((len(self.bots), len(self.bots)))
        for block, part in zip(self.blocks, parts, strict=True):
            total[np.ix_(block.bots, block.bots)] += part
        return total


def league_of(results: Iterable[MatchResult]) -> League:
    """Turns results into a league; raises UserError where `blocks_of` does."""
    blocks = sorted(blocks_of(results), key=lambda block: block.id)
    bots = tuple(sorted({bot for block in blocks for bot in block.bots}))
    index = {bot: number for number, bot in enumerate(bots)}
    matches = [0] * len(bots)
    for block in blocks:
        for bot in block.bots:
            matches[index[bot]] += len(block.results)
    return League(bots, tuple(_block_points(block, index) for block in blocks), tuple(matches))


def _block_points(block: Block, index: dict[str, int]) -> BlockPoints:
    names = block.bots
    weight = 3 / (len(names) + 1)
    points = np.zeros((len(names), len(names)))
    for result in block.results:
        place = dict(zip(result.bots, result.places, strict=True))
        places = np.array([place[name] for name in names])
        points += np.where(places[:, None] < places, 1.0, np.where(places[:, None] == places, 0.5, 0.0))
    np.fill_diagonal(points, 0.0)
    meetings = np.full(points.shape, float(len(block.results)))
    np.fill_diagonal(meetings, 0.0)
    return BlockPoints(np.array([index[name] for name in names], dtype=np.intp), points * weight, meetings * weight)
