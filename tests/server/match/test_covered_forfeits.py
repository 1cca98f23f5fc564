"""A seat without a bot answers as slowly as its bot did, so that the other bots do not notice."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
import trio
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import MockClock

from referee.kernel.record import Cause, Record, SeatEnd, read_record
from referee.kernel.replay import verify
from referee.server.match.pace import Pace
from referee.server.match.task import MatchTask
from tests.server.match.virtual import TIMES, MakeSeats, Played
from tests.support.seats import MemorySeat, silent

THINKS = 0.5
LATER = 5
OPENLY = msgspec.structs.replace(TIMES, cover_forfeits=False)
Act = Callable[[MemorySeat, wire.Turn], None]


def _default(seat: MemorySeat, turn: wire.Turn) -> None:
    seat.choose(turn, turn.default_option)


def _beside(act: Act) -> MakeSeats:
    """A bot that answers at once, and one that plays the defaults itself until it does something else."""
    return lambda nursery: [
        MemorySeat(nursery, answer=1),
        MemorySeat(nursery, thinks=THINKS, plan={turn: act if turn == LATER else _default for turn in range(1, 999)}),
    ]


def _heard(match: Played) -> list[tuple[float, wire.PlayResponse]]:
    """What the first seat received before the end, and when."""
    start = match.seats[0].heard[0][0]
    return [(at - start, said) for at, said in match.seats[0].heard if not said.HasField("match_ended")]


def _resigns(seat: MemorySeat, _turn: wire.Turn) -> None:
    seat.after(THINKS, seat.resign)


def _leaves(seat: MemorySeat, _turn: wire.Turn) -> None:
    seat.after(THINKS, lambda: seat.disconnect(for_good=True))


@pytest.mark.parametrize("act", [pytest.param(_resigns, id="resigns"), pytest.param(_leaves, id="leaves")])
def test_the_others_hear_the_same_at_the_same_time(act: Act) -> None:
    plays, stopped = Played(_beside(_default)), Played(_beside(act))
    assert stopped.ends[1] is not SeatEnd.PLAYED
    assert len(stopped.causes(1)) > 2 * LATER
    heard, expected = _heard(stopped), _heard(plays)
    assert [said for _, said in heard] == [said for _, said in expected]
    assert [at for at, _ in heard] == pytest.approx([at for at, _ in expected])


def test_it_can_be_switched_off() -> None:
    plays, stopped = Played(_beside(_default), OPENLY), Played(_beside(_resigns), OPENLY)
    assert stopped.seconds == pytest.approx(LATER * THINKS)
    assert plays.seconds > stopped.seconds


def test_what_is_covered_is_in_the_record_with_its_cause() -> None:
    match = Played(_beside(_resigns))
    walls = {
        time.wall_ms
        for step in match.record.steps
        for answer, time in zip(step.answers, step.time or [], strict=True)
        if answer.cause is Cause.RESIGNED
    }
    assert walls == {1000 * THINKS}


def test_who_never_came_takes_as_long_as_the_others() -> None:
    match = Played(
        lambda nursery: [MemorySeat(nursery, thinks=THINKS), MemorySeat(nursery, connected=False)],
    )
    assert match.ends == [SeatEnd.PLAYED, SeatEnd.NO_SHOW]
    covered = [
        time.wall_ms
        for step in match.record.steps
        for answer, time in zip(step.answers, step.time or [], strict=True)
        if answer.seat == 1
    ]
    assert set(covered[1:]) == {1000 * THINKS}
    assert covered[0] in {0, 1000 * THINKS}, "who is asked first has nobody's pace to follow"


def test_it_never_takes_longer_than_the_seat_has_left() -> None:
    """The bot used up its bank with its only answers, and then was silent until it was struck out."""
    slow = dict.fromkeys(range(3, 999), silent)
    match = Played(lambda nursery: [MemorySeat(nursery, answer=1), MemorySeat(nursery, thinks=1.9, plan=slow)])
    assert match.ends[1] is SeatEnd.STRIKES
    last = match.record.steps[-1]
    covered = [time.wall_ms for answer, time in zip(last.answers, last.time or [], strict=True) if answer.seat == 1]
    assert covered == [1020]


def test_a_bot_that_left_and_comes_back_is_asked_again() -> None:
    def _leaves_and_comes_back(seat: MemorySeat, _turn: wire.Turn) -> None:
        def come_back() -> None:
            seat.gone = False
            seat.reconnect()

        seat.disconnect(for_good=True)
        seat.after(THINKS / 2, come_back)

    match = Played(_beside(_leaves_and_comes_back))
    causes = match.causes(1)
    assert causes.count(Cause.DISCONNECTED) == 1
    assert causes[LATER:] == [Cause.CHOSEN] * (len(causes) - LATER)


def test_a_match_that_goes_on_after_a_restart_remembers_the_pace() -> None:
    whole = Played(_beside(_resigns)).record
    cut = Record(whole.header, whole.steps[: len(whole.steps) // 2])

    async def go_on() -> Record:
        async with trio.open_nursery() as nursery:
            seats = [MemorySeat(nursery, answer=1), MemorySeat(nursery)]
            return await MatchTask.resume(read_record(cut.to_bytes()), seats, lambda _: None).play()

    resumed = trio.run(go_on, clock=MockClock(autojump_threshold=0))
    verify(resumed)
    (walls,) = {
        tuple(time.wall_ms for answer, time in zip(step.answers, step.time or [], strict=True) if answer.seat == 1)
        for step in resumed.steps[-5:]
        if any(answer.seat == 1 for answer in step.answers)
    }
    assert walls == (1000 * THINKS,)


def test_the_pace_is_one_of_the_seats_own_last_answers() -> None:
    pace = Pace(2)
    assert pace.draw(0) == 0
    pace.note(1, 3.0)
    assert pace.draw(0) == 3
    for seconds in range(100):
        pace.note(0, 10.0 + seconds)
    drawn = {pace.draw(0) for _ in range(1000)}
    assert drawn <= {10.0 + seconds for seconds in range(68, 100)}
    assert len(drawn) > 20
