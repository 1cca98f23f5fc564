"""Decide when a tournament ends before all of it was played: `EarlyEnd`.

The decision depends only on the results, in the order of the schedule. So a tournament that is played in parallel
or with interruptions ends after the same match as one that is played one match after the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from tournament.schedule.slots import Slot
from tournament.statistics.in_order import BlocksInOrder
from tournament.statistics.results import Block, MatchResult
from tournament.statistics.settled import SettledRule, SettledState, SettledTest
from tournament.statistics.sprt import SprtRule, SprtState, SprtTest

StopRule = SprtRule | SettledRule
StopState = SprtState | SettledState


class EarlyEnd:
    """Takes results in any order. `judge` may take some time and can run in a thread of its own beside `add`.

    Attributes:
        rule: When the tournament ends.
        ended_at: The number of the last match that counts; None while nothing is decided (treat as read-only).
    """

    def __init__(self, rule: StopRule, slots: Sequence[Slot]) -> None:
        self.rule = rule
        self.ended_at: int | None = None
        self._in_order = BlocksInOrder(slots)
        self._ready: deque[Block] = deque()
        self._test = SprtTest(rule) if isinstance(rule, SprtRule) else SettledTest(rule)

    def extend(self, slots: Sequence[Slot]) -> None:
        """Add slots that follow those so far in the schedule."""
        self._in_order.extend(slots)

    def add(self, results: Iterable[MatchResult]) -> None:
        """Add results, each match once. Matches that are not rated do not count."""
        self._ready.extend(self._in_order.add(results))

    def judge(self) -> bool:
        """Look at the deals whose turn has come, and return whether the tournament ends."""
        while self._ready and self.ended_at is None:
            block = self._ready.popleft()
            if self._test.add(block):
                self.ended_at = block.results[-1].number
        return self.ended_at is not None

    @property
    def state(self) -> StopState:
        """How close the decision was when it was last judged."""
        return self._test.state
