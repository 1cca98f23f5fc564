"""Elo while matches finish in any order: a rating is returned as soon as no later match can change it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tournament.errors import DamagedError
from tournament.schedule.slots import Slot
from tournament.statistics.elo import EloStep, elo_step
from tournament.statistics.results import Block, MatchResult


class Ladder:
    """Ratings in schedule order.

    A block is rated when it and all blocks before it are complete. So the steps returned so far are always the
    beginning of the history of the whole tournament, in whatever order the matches were played.

    Attributes:
        ratings: The ratings after the last step returned (treat as read-only).
    """

    def __init__(self, slots: Sequence[Slot], *, start: float, k: float, anchors: Mapping[str, float]) -> None:
        self._blocks: list[str] = []
        self._bots: dict[str, tuple[str, ...]] = {}
        self._missing: Counter[str] = Counter()
        self._results: dict[str, list[MatchResult]] = {}
        self._next = 0
        self._start = start
        self._k = k
        self._anchors = anchors
        self.ratings: dict[str, float] = {}
        self.extend(slots)

    def extend(self, slots: Sequence[Slot]) -> None:
        """Add slots that follow those so far in the schedule."""
        sizes = Counter(slot.block for slot in slots)
        self._blocks += sizes
        self._missing += sizes
        self._results |= {block: [] for block in sizes}
        self._bots |= {slot.match: slot.bots for slot in slots}
        for bot in sorted({bot for slot in slots for bot in slot.bots}):
            self.ratings.setdefault(bot, self._anchors.get(bot, self._start))

    def add(self, results: Iterable[MatchResult]) -> list[EloStep]:
        """Add results, each match once, and return the steps that have become certain, in order.

        Raises `DamagedError` for a result of a block or of bots that are not in the schedule.
        """
        for result in results:
            if result.block not in self._missing:
                raise DamagedError(f"match {result.match}: its block {result.block!r} is not one of the plan's")
            if result.bots != self._bots.get(result.match):
                raise DamagedError(f"match {result.match}: {', '.join(result.bots)} are not its bots in the plan")
            self._results[result.block].append(result)
            self._missing[result.block] -= 1
        steps = []
        while self._next < len(self._blocks) and not self._missing[self._blocks[self._next]]:
            steps += self._rate(self._blocks[self._next])
            self._next += 1
        return steps

    def _rate(self, name: str) -> list[EloStep]:
        """Compute one step; none for a block without rated matches."""
        results = sorted(self._results.pop(name), key=lambda result: result.number)
        results = [result for result in results if result.rated]
        if not results:
            return []
        block = Block(name, tuple(results))
        step = elo_step(block, self.ratings, start=self._start, k=self._k, anchors=self._anchors)
        self.ratings |= step.ratings
        return [step]
