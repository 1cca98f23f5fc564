"""The collector's settings are restored afterwards, and matches leave it little to do."""

from __future__ import annotations

import gc

import trio
from trio.testing import MockClock

from referee.kernel.match import Match
from referee.server.garbage import THRESHOLDS, seldom_collected
from referee.server.match.task import MatchTask
from tests.support.matches import job
from tests.support.seats import MemorySeat


def test_settings_are_given_back() -> None:
    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_threshold() == THRESHOLDS
    assert gc.get_threshold() == before


def test_a_match_that_is_over_leaves_nothing_to_collect() -> None:
    """Reference cycles stay until a collection: with many matches, that cost memory, or a long pause."""

    async def play(nursery: trio.Nursery) -> None:
        await MatchTask.begin(job(), [MemorySeat(nursery), MemorySeat(nursery)], lambda _line: None).play()

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            await play(nursery)
            gc.collect()
            gc.disable()
            try:
                for _ in range(5):
                    await play(nursery)
                matches = sum(type(one) in {Match, MatchTask} for one in gc.get_objects())
            finally:
                gc.enable()
        assert matches == 0

    gc.collect()
    trio.run(main, clock=MockClock(autojump_threshold=0))
