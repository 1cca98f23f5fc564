"""Elo while matches finish in any order: a rating is returned as soon as no later match can change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournament.schedule.slots import Slot
from tournament.statistics.elo import EloStep, elo_step
from tournament.statistics.in_order import BlocksInOrder
from tournament.statistics.results import Block, MatchResult


class Ladder:
    """Ratings in schedule order.

    A block is rated when it and all blocks before it are complete. So the steps returned so far are always the
    beginning of the history of the whole tournament, in whatever order the matches were played.

    Attributes:
        ratings: The ratings after the last step returned (treat as read-only).
    """

    def __init__(self, slots: Sequence[Slot], *, start: float, k: float, anchors: Mapping[str, float]) -> None:
        self._in_order = BlocksInOrder(())
        self._start = start
        self._k = k
        self._anchors = anchors
        self.ratings: dict[str, float] = {}
        self.extend(slots)

    def extend(self, slots: Sequence[Slot]) -> None:
        """Add slots that follow those so far in the schedule."""
        self._in_order.extend(slots)
        for bot in sorted({bot for slot in slots for bot in slot.bots}):
            self.ratings.setdefault(bot, self._anchors.get(bot, self._start))

    def add(self, results: Iterable[MatchResult]) -> list[EloStep]:
        """Add results, each match once, and return the steps that have become certain, in order.

        Raises `DamagedError` for a result of a block or of bots that are not in the schedule.
        """
        return [step for block in self._in_order.add(results) for step in self._rate(block)]

    def _rate(self, block: Block) -> list[EloStep]:
        """Compute one step; none for a block without rated matches."""
        rated = tuple(result for result in block.results if result.rated)
        if not rated:
            return []
        step = elo_step(Block(block.id, rated), self.ratings, start=self._start, k=self._k, anchors=self._anchors)
        self.ratings |= step.ratings
        return [step]
