"""Results as numbers: who met whom at which table, and who took how many points.

A match of k seats is k(k-1)/2 meetings of two bots. The better-placed bot takes the point; equal places share it. The
pairs of one match overlap, so a meeting at a table of k weighs 3/(k+1) of a two-seat match: about the information in it
if the bots are equally strong. Among matches of one size, the weight changes nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tournament.statistics.results import Block, MatchResult, blocks_of

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Stack:
    """All blocks at tables of one size, stacked in arrays.

    In block g, the a-th bot of `bots[g]` took `points[g, a, b]` from the b-th, out of `meetings[g, a, b]`.
    """

    bots: Indices
    points: Floats
    meetings: Floats

    def among(self, members: Indices) -> "Stack":
        """Return the meetings among some of the bots, in their numbering; others keep their seat but meet nobody."""
        here = np.isin(self.bots, members)
        both = here[:, :, None] & here[:, None, :]
        bots = np.where(here, np.searchsorted(members, self.bots), 0).astype(np.intp)
        return Stack(bots, np.where(both, self.points, 0.0), np.where(both, self.meetings, 0.0))

    def add_to(self, total: Floats, parts: Floats) -> None:
        """Add one matrix for each block, over its bots, to a matrix over all bots."""
        np.add.at(total, (self.bots[:, :, None], self.bots[:, None, :]), parts)


@dataclass(frozen=True)
class League:
    """All blocks, over bots in the order of their names. Equal results give an equal league, in whatever order."""

    bots: tuple[str, ...]
    stacks: tuple[Stack, ...]
    matches: tuple[int, ...]
    """How many matches each bot was in."""
    blocks: tuple[int, ...]
    """How many blocks each bot was in."""
    outcomes: tuple[tuple[int, int, int], ...] = ()
    """How many opponents each bot finished before, level with and behind, in all matches."""

    @cached_property
    def points(self) -> Floats:
        """The points that each bot took from each other one, in all blocks."""
        return totals(self.stacks, len(self.bots))[0]

    @cached_property
    def meetings(self) -> Floats:
        """The points that each bot could have taken from each other one, in all blocks."""
        return totals(self.stacks, len(self.bots))[1]


def totals(stacks: Iterable[Stack], size: int) -> tuple[Floats, Floats]:
    """Return the points and the meetings of all blocks over `size` bots."""
    points, meetings = np.zeros((size, size)), np.zeros((size, size))
    for stack in stacks:
        stack.add_to(points, stack.points)
        stack.add_to(meetings, stack.meetings)
    return points, meetings


def league_of(results: Iterable[MatchResult]) -> League:
    """Turn results into a league; raises UserError as `blocks_of` does."""
    blocks = sorted(blocks_of(results), key=lambda block: block.id)
    played = Counter(bot for block in blocks for result in block.results for bot in result.bots)
    seen = Counter(bot for block in blocks for bot in block.bots)
    bots = tuple(sorted(seen))
    index = {bot: number for number, bot in enumerate(bots)}
    sizes = sorted({len(block.bots) for block in blocks})
    outcomes = np.zeros((len(bots), 3), dtype=np.intp)
    return League(
        bots=bots,
        stacks=tuple(
            _stack([block for block in blocks if len(block.bots) == size], index, size, outcomes) for size in sizes
        ),
        matches=tuple(played[bot] for bot in bots),
        blocks=tuple(seen[bot] for bot in bots),
        outcomes=tuple((won, tied, lost) for won, tied, lost in outcomes.tolist()),
    )


def _stack(blocks: Sequence[Block], index: Mapping[str, int], size: int, outcomes: Indices) -> Stack:
    """Return the blocks at tables of one size, and add the outcomes of their matches."""
    bots, owners, rows = [], [], []
    for number, block in enumerate(blocks):
        names = block.bots
        bots.append([index[name] for name in names])
        for result in block.results:
            place = dict(zip(result.bots, result.places, strict=True))
            owners.append(number)
            rows.append([place[name] for name in names])
    places = np.array(rows)
    mine, theirs = places[:, :, None], places[:, None, :]
    pairs = np.where(mine < theirs, 1.0, np.where(mine == theirs, 0.5, 0.0)) * (1 - np.eye(size))
    sitting = np.array(bots, dtype=np.intp)
    for column, counted in enumerate((mine < theirs, (mine == theirs) & ~np.eye(size, dtype=np.bool_), mine > theirs)):
        np.add.at(outcomes[:, column], sitting[owners], counted.sum(axis=-1))
    points = np.zeros((len(blocks), size, size))
    np.add.at(points, np.array(owners), pairs)
    counts = np.array([len(block.results) for block in blocks], dtype=np.float64)
    weight = 3 / (size + 1)
    meetings = counts[:, None, None] * (1 - np.eye(size))
    return Stack(sitting, points * weight, meetings * weight)
