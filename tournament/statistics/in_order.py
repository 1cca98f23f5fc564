"""Complete deals in the order of the schedule, in whatever order their matches finish: `BlocksInOrder`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tournament.errors import DamagedError
from tournament.schedule.slots import Slot
from tournament.statistics.results import Block, MatchResult


class BlocksInOrder:
    """Accepts results in any order, and returns blocks in the order of the schedule.

    A block is returned when it and all blocks before it are complete. So what was returned so far is always the
    beginning of the whole tournament.
    """

    def __init__(self, slots: Sequence[Slot]) -> None:
        self._blocks: list[str] = []
        self._bots: dict[str, tuple[str, ...]] = {}
        self._missing: Counter[str] = Counter()
        self._results: dict[str, list[MatchResult]] = {}
        self._next = 0
        self.extend(slots)

    def extend(self, slots: Sequence[Slot]) -> None:
        """Add slots that follow those so far in the schedule."""
        sizes = Counter(slot.block for slot in slots)
        self._blocks += sizes
        self._missing += sizes
        self._results |= {block: [] for block in sizes}
        self._bots |= {slot.match: slot.bots for slot in slots}

    def add(self, results: Iterable[MatchResult]) -> list[Block]:
        """Add results, each match once, and return in order the blocks that are complete and next in the schedule.

        Raises `DamagedError` for a result of a block or of bots that are not in the schedule.
        """
        for result in results:
            if result.block not in self._missing:
                raise DamagedError(f"match {result.match}: its block {result.block!r} is not one of the plan's")
            if result.bots != self._bots.get(result.match):
                raise DamagedError(f"match {result.match}: {', '.join(result.bots)} are not its bots in the plan")
            self._results[result.block].append(result)
            self._missing[result.block] -= 1
        blocks = []
        while self._next < len(self._blocks) and not self._missing[self._blocks[self._next]]:
            name = self._blocks[self._next]
            members = sorted(self._results.pop(name), key=lambda result: result.number)
            blocks.append(Block(name, tuple(members)))
            self._next += 1
        return blocks
