"""Every limit of a match in virtual time, against seats in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
import trio
import trio.lowlevel
from referee_client.v1 import play_service_pb2 as wire
from trio.testing import MockClock

from referee.kernel.job import TimeControl
from referee.kernel.record import (
    Cause,
    Record,
    SeatEnd,
    StrikeCause,
    encode_line,
    header_of,
    read_record,
)
from referee.kernel.replay import verify
from referee.server.match.task import MatchTask
from referee.server.match.writer import RecordWriter
from tests.server.match.virtual import TIMES, Played, two
from tests.support.matches import job
from tests.support.sealed_game import sealed_match
from tests.support.seats import MemorySeat, silent


def test_good_bots_are_told_start_turns_and_end() -> None:
    match = Played(two({}))
    assert set(match.causes(0) + match.causes(1)) == {Cause.CHOSEN}
    for number, seat in enumerate(match.seats):
        kinds = [response.WhichOneof("response") for _, response in seat.heard]
        turns = [turn.turn for turn in seat.turns()]
        assert kinds == ["match_started", *["turn"] * len(turns), "match_ended"]
        assert turns == list(range(1, len(turns) + 1))
        assert seat.heard[0][1].match_started.seat == number
        assert not seat.heard[0][1].match_started.resumed
        assert [result.place for result in seat.ended().results] == match.places


def test_a_silent_bot_costs_its_own_time_and_is_forfeited_by_the_third_strike() -> None:
    match = Played(two(dict.fromkeys(range(1, 500), silent)))
    causes = match.causes(1)
    assert causes[:4] == [Cause.TIMEOUT] * 3 + [Cause.STRUCK_OUT]
    assert set(causes[3:]) == {Cause.STRUCK_OUT}
    assert match.ends == [SeatEnd.PLAYED, SeatEnd.STRIKES]
    assert match.places == [1, 2]
    # The first turn draws the bank too; after the last strike nobody waits.
    assert match.seconds == pytest.approx((1 + 2 + 0.02) + 2 * (1 + 0.02))
    assert [strike.strikes_left for strike in match.seats[1].strikes()] == [2, 1, 0]


def test_nobody_else_hears_of_strikes_and_forfeits_before_the_end() -> None:
    match = Played(two(dict.fromkeys(range(1, 500), silent)))
    assert match.seats[0].strikes() == []
    ended = match.seats[0].ended()
    assert [result.strikes for result in ended.results] == [0, 3]


def test_what_is_left_is_told_with_every_turn() -> None:
    match = Played(two({}, thinks=1.5))
    left = [(t.decision_left.ToMilliseconds(), t.bank_left.ToMilliseconds()) for t in match.seats[1].turns()[:6]]
    # 1.5 s take 0.48 s from the bank: 20 ms of the way are free.
    assert left == [(1000, bank) for bank in (2000, 1520, 1040, 560, 80, 0)]


def test_the_bank_ends_and_then_answers_are_late() -> None:
    match = Played(two({}, thinks=1.5), TIMES)
    assert match.causes(1)[:6] == [Cause.CHOSEN] * 4 + [Cause.TIMEOUT] * 2


@pytest.mark.parametrize(
    ("thinks", "lag", "cause"),
    [
        pytest.param(3.0, 0.0, Cause.CHOSEN, id="with the last of the bank"),
        pytest.param(3.019, 0.0, Cause.CHOSEN, id="with the last of the margin"),
        pytest.param(3.03, 0.0, Cause.TIMEOUT, id="just too late"),
        pytest.param(3.5, 1.0, Cause.CHOSEN, id="late through the referee's own lag"),
        pytest.param(3.5, 0.4, Cause.TIMEOUT, id="late in spite of the referee's own lag"),
    ],
)
def test_where_the_limit_is(thinks: float, lag: float, cause: Cause) -> None:
    match = Played(two({}, thinks=thinks, lag=lag))
    assert match.causes(1)[0] is cause


def test_the_referees_lag_is_recorded_not_charged_and_marks_the_match() -> None:
    match = Played(two({}, thinks=1.5, lag=0.6))
    first = next(
        time
        for step in match.record.steps
        for answer, time in zip(step.answers, step.time or [], strict=True)
        if answer.seat == 1
    )
    assert (first.wall_ms, first.lag_ms, first.bank_ms) == (1500, 600, 2000)
    assert match.record.end is not None
    assert match.record.end.time is not None
    assert match.record.end.time.overloaded
    calm = Played(two({}, thinks=1.0)).record.end
    assert calm is not None
    assert calm.time is not None
    assert not calm.time.overloaded


def test_an_increment_keeps_the_bank_alive() -> None:
    times = TimeControl(decision_ms=0, bank_ms=2_000, increment_ms=1_000, margin_ms=0)
    match = Played(two({}, thinks=1.0), times)
    assert set(match.causes(1)) == {Cause.CHOSEN}


def test_a_late_answer_costs_one_strike_not_two() -> None:
    def late(seat: MemorySeat, turn: wire.Turn) -> None:
        seat.after(3.5, lambda: _say(seat, turn))

    match = Played(two({1: late}, thinks=0.5))
    assert match.strike_causes() == [StrikeCause.TIMEOUT]
    told = [(strike.cause, strike.strikes_left) for strike in match.seats[1].strikes()]
    assert told == [(wire.Strike.CAUSE_TIMEOUT, 2), (wire.Strike.CAUSE_STALE, 2)]


def _say(seat: MemorySeat, turn: wire.Turn, /, **choice: object) -> None:
    seat.say(wire.Choice(match_id=turn.match_id, **{"turn": turn.turn, **choice}))  # type: ignore[arg-type]


def _illegal_then_good(seat: MemorySeat, turn: wire.Turn) -> None:
    _say(seat, turn, option=turn.option_count)
    seat.choose(turn)


def _always_illegal(seat: MemorySeat, turn: wire.Turn) -> None:
    for _ in range(5):
        _say(seat, turn, option=250)


def _stale_then_good(seat: MemorySeat, turn: wire.Turn) -> None:
    _say(seat, turn, turn=turn.turn + 5)
    seat.choose(turn)


def _twice(seat: MemorySeat, turn: wire.Turn) -> None:
    seat.choose(turn, 0)
    seat.choose(turn, 0)


def _two_minds(seat: MemorySeat, turn: wire.Turn) -> None:
    _say(seat, turn, option=0)
    _say(seat, turn, option=1)


def _long_note(seat: MemorySeat, turn: wire.Turn) -> None:
    _say(seat, turn, option=0, note=b"x" * 1025)
    seat.choose(turn, 0)


@pytest.mark.parametrize(
    ("act", "cause", "strikes", "end"),
    [
        pytest.param(
            _illegal_then_good, Cause.CHOSEN, [StrikeCause.ILLEGAL_OPTION], SeatEnd.PLAYED, id="illegal, then good"
        ),
        pytest.param(
            _always_illegal, Cause.STRUCK_OUT, [StrikeCause.ILLEGAL_OPTION] * 3, SeatEnd.STRIKES, id="illegal"
        ),
        pytest.param(_stale_then_good, Cause.CHOSEN, [StrikeCause.STALE], SeatEnd.PLAYED, id="a turn never asked"),
        pytest.param(_twice, Cause.CHOSEN, [], SeatEnd.PLAYED, id="the same answer twice"),
        pytest.param(_two_minds, Cause.CHOSEN, [StrikeCause.STALE], SeatEnd.PLAYED, id="two answers"),
        pytest.param(_long_note, Cause.CHOSEN, [StrikeCause.MALFORMED], SeatEnd.PLAYED, id="a note that is too long"),
        pytest.param(lambda seat, _: seat.resign(), Cause.RESIGNED, [], SeatEnd.RESIGNED, id="resigning"),
        pytest.param(
            lambda seat, turn: (seat.misbehave(StrikeCause.FLOOD), seat.choose(turn)),
            Cause.CHOSEN,
            [StrikeCause.FLOOD],
            SeatEnd.PLAYED,
            id="something that is no answer",
        ),
    ],
)
def test_what_a_bot_does_at_its_third_turn(
    act: Callable[[MemorySeat, wire.Turn], None], cause: Cause, strikes: list[StrikeCause], end: SeatEnd
) -> None:
    match = Played(two({3: act}))
    assert match.causes(1)[:2] == [Cause.CHOSEN] * 2
    assert match.causes(1)[2] is cause
    assert match.strike_causes() == strikes
    assert match.ends == [SeatEnd.PLAYED, end]
    assert set(match.causes(0)) == {Cause.CHOSEN}


def test_a_note_is_in_the_record() -> None:
    match = Played(two({1: lambda seat, turn: seat.choose(turn, 0, note="thinking: é")}))
    notes = [answer.note for step in match.record.steps for answer in step.answers if answer.note]
    assert notes == ["thinking: é"]


def test_a_bot_that_never_connects_is_a_no_show() -> None:
    match = Played(lambda nursery: [MemorySeat(nursery, connected=False), MemorySeat(nursery, answer=1)])
    assert match.ends == [SeatEnd.NO_SHOW, SeatEnd.PLAYED]
    assert set(match.causes(0)) == {Cause.NO_SHOW}
    assert match.places == [2, 1]
    assert match.seconds == pytest.approx(5)


def test_a_match_begins_as_soon_as_the_last_bot_has_come() -> None:
    def make(nursery: trio.Nursery) -> list[MemorySeat]:
        late = MemorySeat(nursery, answer=1, connected=False)
        late.after(2, late.reconnect)
        return [late, MemorySeat(nursery, answer=1)]

    match = Played(make)
    assert match.seconds == pytest.approx(2)
    assert match.ends == [SeatEnd.PLAYED, SeatEnd.PLAYED]


def test_the_clock_runs_on_for_a_lost_connection() -> None:
    match = Played(two({2: lambda seat, _: seat.disconnect()}))
    assert match.causes(1)[1:5] == [Cause.DISCONNECTED] * 3 + [Cause.STRUCK_OUT]
    assert match.seconds == pytest.approx(3.02 + 2 * 1.02)


def test_a_bot_that_comes_back_gets_its_open_turn_again_with_the_time_that_is_left() -> None:
    def leave(seat: MemorySeat, turn: wire.Turn) -> None:
        if seat.reconnects:
            seat.choose(turn)
            return
        seat.reconnects += 1
        seat.disconnect()
        seat.after(1.5, seat.reconnect)

    match = Played(two({2: leave}))
    assert set(match.causes(1)) == {Cause.CHOSEN}
    second, again = [turn for turn in match.seats[1].turns() if turn.turn == 2]
    assert second.position == again.position
    assert (again.decision_left.ToMilliseconds(), again.bank_left.ToMilliseconds()) == (0, 1500)
    starts = match.seats[1].said("match_started")
    assert [start.match_started.resumed for start in starts] == [False, True]


def test_nobody_waits_for_a_bot_that_left_for_good() -> None:
    match = Played(two({2: lambda seat, _: seat.disconnect(for_good=True)}))
    assert match.causes(1)[1:5] == [Cause.DISCONNECTED] * 3 + [Cause.STRUCK_OUT]
    assert match.seconds == 0


def test_cards_and_seed_stay_hidden_at_the_start() -> None:
    match = Played(two({}))
    started = match.seats[0].heard[0][1].match_started
    assert bytes.fromhex(match.record.header.seed) not in started.SerializeToString()
    assert started.seed_commitment.hex() == match.record.header.commitment


def test_texts_and_events_are_sent_to_those_who_want_them() -> None:
    match = Played(
        lambda nursery: [
            MemorySeat(nursery, answer=1, wants_text=True, wants_events=False),
            MemorySeat(nursery, answer=1),
        ]
    )
    wordy, plain = (seat.turns() for seat in match.seats)
    assert all(turn.text and len(turn.option_texts) == turn.option_count for turn in wordy)
    assert not any(turn.text or turn.option_texts for turn in plain)
    assert len(wordy[1].position.value) < len(plain[1].position.value)


def _sealed(plans: Sequence[dict[int, Callable[[MemorySeat, wire.Turn], None]]]) -> tuple[Record, list[MemorySeat]]:
    """Plays a sealed round of three seats that take 0.3, 0.1 and 0.2 seconds."""

    async def play() -> tuple[Record, list[MemorySeat]]:
        async with trio.open_nursery() as nursery:
            match = sealed_match()
            seats = [
                MemorySeat(nursery, answer=1, plan=plan, thinks=thinks)
                for plan, thinks in zip(plans, [0.3, 0.1, 0.2], strict=True)
            ]
            writer = RecordWriter.begin(header_of(job(3, time_control=TIMES), match), lambda _: None)
            return await MatchTask(match, writer, seats).play(), seats

    return trio.run(play, clock=MockClock(autojump_threshold=0))


def test_a_sealed_round_is_one_step_with_the_answers_in_seat_order() -> None:
    record, seats = _sealed([{}, {}, {}])
    (step,) = record.steps
    assert [(answer.seat, answer.option) for answer in step.answers] == [(0, 1), (1, 1), (2, 1)]
    assert [time.wall_ms for time in step.time or []] == [300, 100, 200]
    assert {at for seat in seats for at, response in seat.heard if response.HasField("turn")} == {seats[0].heard[0][0]}


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(MemorySeat.choose, id="answers"),
        pytest.param(_always_illegal, id="is forfeited"),
        pytest.param(lambda seat, _: seat.resign(), id="resigns"),
        pytest.param(lambda seat, _: seat.disconnect(), id="leaves"),
        pytest.param(silent, id="is silent"),
    ],
)
def test_nobody_can_tell_what_another_seat_does_in_a_sealed_round(
    act: Callable[[MemorySeat, wire.Turn], None],
) -> None:
    """The others hear the same before the end, and hear it at the same time."""
    _, calm = _sealed([{}, {}, {}])
    _, seats = _sealed([{}, {1: act}, {}])
    for seat in (0, 2):
        heard, heard_calmly = (
            [(at - there[seat].heard[0][0], said) for at, said in there[seat].heard if not said.HasField("match_ended")]
            for there in (seats, calm)
        )
        assert heard == heard_calmly


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
