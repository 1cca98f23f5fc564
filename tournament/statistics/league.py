"""Results as numbers: who met whom at which table, and who took how many points.

A match of k seats is k(k-1)/2 meetings of two bots. The better-placed bot takes the point; equal places share it. The
pairs of one match overlap, so a meeting at a table of k weighs 3/(k+1) of a two-seat match: about the information in it
if the bots are equally strong. Among matches of one size, the weight changes nothing.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from tournament.errors import UserError
from tournament.statistics.results import MatchResult, in_order_of_blocks

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

BLOCKS_OF_A_PART = 1 << 14


@dataclass(frozen=True)
class Stack:
    """All blocks at tables of one size, stacked in arrays.

    In block g, the a-th bot of `bots[g]` won `points[g, a, b]` against the b-th one, out of `meetings[g, a, b]`.
    """

    bots: Indices
    points: Floats
    meetings: Floats

    def among(self, members: Indices) -> "Stack":
        """Return the meetings among some of the bots, by their numbers; the others keep seats without meetings."""
        here = np.isin(self.bots, members)
        both = here[:, :, None] & here[:, None, :]
        bots = np.where(here, np.searchsorted(members, self.bots), 0).astype(np.intp)
        return Stack(bots, np.where(both, self.points, 0.0), np.where(both, self.meetings, 0.0))

    def parts(self) -> "Iterator[Stack]":
        """Yield the blocks in parts, for computations that need much memory for each block."""
        for start in range(0, len(self.bots), BLOCKS_OF_A_PART):
            part = slice(start, start + BLOCKS_OF_A_PART)
            yield Stack(self.bots[part], self.points[part], self.meetings[part])

    def add_to(self, total: Floats, parts: Floats) -> None:
        """Add one matrix for each block, over its bots, to a matrix over all bots."""
        np.add.at(total, (self.bots[:, :, None], self.bots[:, None, :]), parts)


@dataclass(frozen=True)
class League:
    """All blocks, over bots in the order of their names.

    The same results give the same league, in whatever order they come.
    """

    bots: tuple[str, ...]
    stacks: tuple[Stack, ...]
    matches: tuple[int, ...]
    """How many matches each bot was in."""
    blocks: tuple[int, ...]
    """How many blocks each bot was in."""
    outcomes: tuple[tuple[int, int, int], ...] = ()
    """How many opponents finished behind, level with and ahead of each bot, in all matches."""

    @cached_property
    def points(self) -> Floats:
        """The points that each bot won against each other one, in all blocks."""
        return totals(self.stacks, len(self.bots))[0]

    @cached_property
    def meetings(self) -> Floats:
        """The points that each bot could have won against each other one, in all blocks."""
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
    return CollectedTables(results).league()


class CollectedTables:
    """The tables of all sizes, collected from results as plain numbers; the results are no longer needed then."""

    def __init__(self, results: Iterable[MatchResult]) -> None:
        """Raises UserError as `blocks_of` does."""
        in_order = in_order_of_blocks(results)
        seated = {result.bots for result in in_order}
        self._bots = tuple(sorted({bot for together in seated for bot in together}))
        self._tables: dict[int, _Table] = {}
        index = {bot: number for number, bot in enumerate(self._bots)}
        for _, block in groupby(in_order, key=lambda result: result.block):
            members = [*block]
            self._tables.setdefault(len(members[0].bots), _Table(index)).add(members)

    def league(self) -> League:
        """Return the league."""
        bots = len(self._bots)
        outcomes = np.zeros((bots, 3), dtype=np.intp)
        matches, blocks = np.zeros(bots, dtype=np.intp), np.zeros(bots, dtype=np.intp)
        stacks = [table.stack(size, outcomes, matches, blocks) for size, table in sorted(self._tables.items())]
        return League(
            bots=self._bots,
            stacks=tuple(stacks),
            matches=tuple(matches.tolist()),
            blocks=tuple(blocks.tolist()),
            outcomes=tuple((won, tied, lost) for won, tied, lost in outcomes.tolist()),
        )


class _Table:
    """The blocks at tables of one size, while they are collected: plain numbers, because there may be a million."""

    def __init__(self, index: Mapping[str, int]) -> None:
        self._index = index
        self._sitting = array("i")
        self._owners = array("i")
        self._places = array("i")

    def add(self, block: Sequence[MatchResult]) -> None:
        """Add a block."""
        names = sorted(block[0].bots)
        number = len(self._sitting) // len(names)
        self._sitting.extend(self._index[name] for name in names)
        for result in block:
            if sorted(result.bots) != names:
                raise UserError(f"match {result.match}: its bots are not those of its block {result.block}")
            place = dict(zip(result.bots, result.places, strict=True))
            self._owners.append(number)
            self._places.extend(place[name] for name in names)

    def stack(self, size: int, outcomes: Indices, matches: Indices, blocks: Indices) -> Stack:
        """Return the blocks as arrays, and count for each bot its outcomes, its matches and its blocks."""
        sitting = np.array(self._sitting, dtype=np.intp).reshape(-1, size)
        owners = np.array(self._owners, dtype=np.intp)
        places = np.array(self._places, dtype=np.int32).reshape(-1, size)
        others = ~np.eye(size, dtype=np.bool_)
        np.add.at(blocks, sitting, 1)
        points = np.zeros((len(sitting), size, size))
        for start in range(0, len(owners), BLOCKS_OF_A_PART):
            owner, place = owners[start : start + BLOCKS_OF_A_PART], places[start : start + BLOCKS_OF_A_PART]
            mine, theirs, seated = place[:, :, None], place[:, None, :], sitting[owner]
            before, level = mine < theirs, (mine == theirs) & others
            np.add.at(matches, seated, 1)
            for column, counted in enumerate((before, level, mine > theirs)):
                np.add.at(outcomes[:, column], seated, counted.sum(axis=-1))
            np.add.at(points, owner, np.where(before, 1.0, np.where(level, 0.5, 0.0)))
        counts = np.bincount(owners, minlength=len(sitting)).astype(np.float64)
        meetings = counts[:, None, None] * others
        weight = 3 / (size + 1)
        points *= weight
        meetings *= weight
        return Stack(sitting, points, meetings)
