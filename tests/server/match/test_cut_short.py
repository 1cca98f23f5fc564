"""Matches that are voided, or interrupted and resumed, in virtual time."""

from __future__ import annotations

import pytest
import trio
import trio.lowlevel
from trio.testing import MockClock

from referee.kernel.record import (
    Record,
    encode_line,
    read_record,
)
from referee.kernel.replay import verify
from referee.server.match.task import MatchTask
from tests.server.match.virtual import Played, two
from tests.support.matches import job
from tests.support.seats import MemorySeat, silent


def test_a_voided_match_has_no_result() -> None:
    async def play() -> Record:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, plan={4: silent}), MemorySeat(nursery)]
            task = MatchTask.begin(job(), seats, lambda _: None)
            nursery.start_soon(task.play)
            await trio.sleep(1)
            task.void("cancelled")
            await trio.lowlevel.checkpoint()
            await trio.testing.wait_all_tasks_blocked()
            assert [seat.ended().void_reason for seat in seats] == ["cancelled", "cancelled"]
            return task.record

    record = trio.run(play, clock=MockClock(autojump_threshold=0))
    assert record.end is not None
    assert (record.end.void, record.end.void_reason, record.end.reason) == (True, "cancelled", "")
    verify(read_record(record.to_bytes()))


def test_a_failure_of_the_referee_voids_the_match(caplog: pytest.LogCaptureFixture) -> None:
    written: list[bytes] = []

    def failing(line: bytes) -> None:
        if len(written) == 5:
            written.append(b"")
            raise OSError("the disk is full")
        written.append(line)

    async def play() -> Record:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery), MemorySeat(nursery)]
            return await MatchTask.begin(job(), seats, failing).play()

    record = trio.run(play, clock=MockClock(autojump_threshold=0))
    assert record.end is not None
    assert record.end.void
    assert "the disk is full" in caplog.text


@pytest.mark.parametrize("steps", [0, 1, 7, 40])
def test_a_match_that_was_cut_short_goes_on_and_ends_the_same(steps: int) -> None:
    whole = Played(two({})).record
    cut = Record(whole.header, whole.steps[:steps])
    lines: list[bytes] = []

    async def go_on() -> list[MemorySeat]:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, answer=1), MemorySeat(nursery, answer=1)]
            await MatchTask.resume(read_record(cut.to_bytes()), seats, lines.append).play()
            return seats

    seats = trio.run(go_on, clock=MockClock(autojump_threshold=0))
    expected = [step.digest for step in whole.steps[steps:]]
    resumed = read_record(cut.to_bytes() + b"".join(lines))
    assert [step.digest for step in resumed.steps[steps:]] == expected
    assert resumed.end is not None
    assert whole.end is not None
    assert resumed.end.digest == whole.end.digest
    assert seats[0].heard[0][1].match_started.resumed == (steps > 0)
    verify(resumed)
    assert encode_line(resumed.header) == encode_line(whole.header)


def test_strikes_and_bank_are_kept_over_a_restart() -> None:
    whole = Played(two({1: silent, 2: silent})).record
    second_late = [number for number, step in enumerate(whole.steps, 1) if step.strikes][1]
    cut = Record(whole.header, whole.steps[:second_late])

    async def go_on() -> tuple[float, Record]:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, answer=1), MemorySeat(nursery, plan=dict.fromkeys(range(1, 500), silent))]
            start = trio.current_time()
            record = await MatchTask.resume(cut, seats, lambda _: None).play()
            return trio.current_time() - start, record

    seconds, record = trio.run(go_on, clock=MockClock(autojump_threshold=0))
    assert seconds == pytest.approx(1.02)
    assert record.end is not None
    assert record.end.strikes == [0, 3]


def test_nobody_hears_of_a_match_that_ended_before_it_began() -> None:
    async def play() -> list[MemorySeat]:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, connected=False), MemorySeat(nursery)]
            task = MatchTask.begin(job(), seats, lambda _: None)
            nursery.start_soon(task.play)
            await trio.testing.wait_all_tasks_blocked()
            task.void("cancelled")
        return seats

    assert [seat.heard for seat in trio.run(play, clock=MockClock(autojump_threshold=0))] == [[], []]
