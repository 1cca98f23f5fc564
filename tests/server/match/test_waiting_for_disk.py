"""A match whose journal cannot be written for a while: it waits, no clock runs, and the record is unaffected."""

from __future__ import annotations

import errno
from collections.abc import Callable

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from referee.kernel.record import Record, read_record
from referee.kernel.replay import verify
from referee.server.match.hooks import MatchHooks
from referee.server.match.task import MatchTask
from tests.support.matches import job, without_times
from tests.support.seats import MemorySeat

SECONDS = 3600.0


class FullDisk:
    """A journal that refuses lines from number `full_from` on, until there is `room` an hour later."""

    def __init__(self, full_from: int) -> None:
        self.lines: list[bytes] = []
        self.waits = 0
        self.seats: list[MemorySeat] = []
        self._full_from = full_from
        self._room = trio.Event()

    def write(self, line: bytes) -> None:
        if len(self.lines) >= self._full_from and not self._room.is_set():
            raise OSError(errno.ENOSPC, "No space left on device")
        self.lines.append(line)

    async def until_writable(self, _error: OSError) -> None:
        self.waits += 1
        with trio.move_on_after(SECONDS):
            await self._room.wait()
        self._room.set()

    def play(self, meanwhile: Callable[[MatchTask], None] = lambda _task: None) -> Record:
        """Play a match; do something while it waits for the disk."""

        async def play() -> Record:
            async with trio.open_nursery() as nursery:
                self.seats = [MemorySeat(nursery, answer=1, thinks=0.5) for _ in range(2)]
                task = MatchTask.begin(job(), self.seats, self.write, MatchHooks(self.until_writable))

                async def act() -> None:
                    await trio.sleep(SECONDS / 2)
                    meanwhile(task)

                nursery.start_soon(act)
                record = await task.play()
                nursery.cancel_scope.cancel()
            return record

        return trio.run(play, clock=MockClock(autojump_threshold=0))


UNHINDERED = FullDisk(10**9).play()
LINES = len(UNHINDERED.lines())


@pytest.mark.parametrize("full_from", [1, 2, LINES // 2, LINES - 2, LINES - 1])
def test_the_match_waits_and_ends_as_if_nothing_had_been(full_from: int) -> None:
    disk = FullDisk(full_from)
    record = disk.play()
    assert disk.waits == 1
    assert b"".join(disk.lines) == record.to_bytes()
    assert without_times(record) == without_times(UNHINDERED)
    timings = [timing for step in record.steps for timing in step.time or []]
    assert max(timing.wall_ms for timing in timings) < 1000
    verify(read_record(record.to_bytes()))


@pytest.mark.parametrize("full_from", [1, LINES // 2])
def test_a_match_that_is_voided_while_it_waits_is_void_once_that_is_written(full_from: int) -> None:
    disk = FullDisk(full_from)
    record = disk.play(meanwhile=lambda task: task.void("cancelled"))
    assert record.end is not None
    assert (record.end.void, record.end.void_reason) == (True, "cancelled")
    assert b"".join(disk.lines) == record.to_bytes()
    verify(read_record(record.to_bytes()))
    ends = [time for seat in disk.seats for time, response in seat.heard if response.HasField("match_ended")]
    assert len(ends) == 2
    assert min(ends) >= SECONDS


def test_what_ends_while_it_waits_leaves_a_record_to_go_on_with() -> None:
    disk = FullDisk(LINES // 2)

    async def play() -> None:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, answer=1) for _ in range(2)]
            task = MatchTask.begin(job(), seats, disk.write, MatchHooks(disk.until_writable))
            nursery.start_soon(task.play)
            await trio.sleep(SECONDS / 2)
            assert b"".join(disk.lines) == task.record.to_bytes()
            nursery.cancel_scope.cancel()

    trio.run(play, clock=MockClock(autojump_threshold=0))
    left = read_record(b"".join(disk.lines))
    assert left.end is None
    assert len(left.steps) == LINES // 2 - 1

    async def go_on() -> Record:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, answer=1) for _ in range(2)]
            return await MatchTask.resume(left, seats, lambda _line: None).play()

    again = trio.run(go_on, clock=MockClock(autojump_threshold=0))
    assert [step.digest for step in again.steps] == [step.digest for step in UNHINDERED.steps]
