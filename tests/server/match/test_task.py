"""Every limit of a match in virtual time, against seats in memory."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import trio
import trio.lowlevel
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.job import TimeControl
from referee.kernel.record import (
    Cause,
    SeatEnd,
    StrikeCause,
)
from tests.server.match.virtual import TIMES, Played, always_illegal, say, two
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
    # The first turn also uses the bank; after the last strike the match does not wait.
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
    # 1.5 s take 0.48 s from the bank: the margin of 20 ms is free.
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
        seat.after(3.5, lambda: say(seat, turn))

    match = Played(two({1: late}, thinks=0.5))
    assert match.strike_causes() == [StrikeCause.TIMEOUT]
    told = [(strike.cause, strike.strikes_left) for strike in match.seats[1].strikes()]
    assert told == [(wire.Strike.CAUSE_TIMEOUT, 2), (wire.Strike.CAUSE_STALE, 2)]


def _illegal_then_good(seat: MemorySeat, turn: wire.Turn) -> None:
    say(seat, turn, option=turn.option_count)
    seat.choose(turn)


def _stale_then_good(seat: MemorySeat, turn: wire.Turn) -> None:
    say(seat, turn, turn=turn.turn + 5)
    seat.choose(turn)


def _twice(seat: MemorySeat, turn: wire.Turn) -> None:
    seat.choose(turn, 0)
    seat.choose(turn, 0)


def _two_minds(seat: MemorySeat, turn: wire.Turn) -> None:
    say(seat, turn, option=0)
    say(seat, turn, option=1)


def _long_note(seat: MemorySeat, turn: wire.Turn) -> None:
    say(seat, turn, option=0, note=b"x" * 1025)
    seat.choose(turn, 0)


@pytest.mark.parametrize(
    ("act", "cause", "strikes", "end"),
    [
        pytest.param(
            _illegal_then_good, Cause.CHOSEN, [StrikeCause.ILLEGAL_OPTION], SeatEnd.PLAYED, id="illegal, then good"
        ),
        pytest.param(always_illegal, Cause.STRUCK_OUT, [StrikeCause.ILLEGAL_OPTION] * 3, SeatEnd.STRIKES, id="illegal"),
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
            id="something that is not an answer",
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


def test_time_that_the_referee_itself_lost_is_not_taken_from_who_is_to_come() -> None:
    def make(nursery: trio.Nursery) -> list[MemorySeat]:
        late = MemorySeat(nursery, answer=1, connected=False, lag=100)  # everything lost since it began to serve
        late.after(4, lambda: setattr(late, "lag", 160))  # it was paused for a minute, and continues
        late.after(64, late.reconnect)
        return [late, MemorySeat(nursery, answer=1)]

    match = Played(make)
    assert match.ends == [SeatEnd.PLAYED, SeatEnd.PLAYED]


@pytest.mark.parametrize("jump", [-86_400.0, -3600.0, 3600.0])
def test_the_time_of_a_match_goes_on_when_somebody_sets_the_clock(jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = time.time()

    def set_clock(seat: MemorySeat, turn: wire.Turn) -> None:
        monkeypatch.setattr(time, "time", lambda: begun + jump)
        seat.choose(turn)

    match = Played(two({3: set_clock}, thinks=0.5))
    assert match.record.header.time is not None
    assert match.record.end is not None
    assert match.record.end.time is not None
    lasted = match.record.end.time.ended_unix_s - match.record.header.time.begun_unix_s
    assert lasted == pytest.approx(match.seconds, abs=0.5)


class LosesConnection(trio.abc.Instrument):
    """Loses a seat's connection at the first pause of a task, and reconnects a second later."""

    def __init__(self, seat: MemorySeat, task: trio.lowlevel.Task) -> None:
        self._seat = seat
        self._task = task

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        """See `Instrument`."""
        if task is self._task and self._seat.connected:
            trio.lowlevel.remove_instrument(self)
            self._seat.disconnect()
            self._seat.after(1, self._seat.reconnect)


def test_a_connection_lost_while_the_match_begins_is_no_absence() -> None:
    def make(nursery: trio.Nursery) -> list[MemorySeat]:
        seats = [MemorySeat(nursery, answer=1), MemorySeat(nursery, answer=1)]
        trio.lowlevel.add_instrument(LosesConnection(seats[1], trio.lowlevel.current_task()))
        return seats

    match = Played(make)
    assert match.ends == [SeatEnd.PLAYED, SeatEnd.PLAYED]
    assert set(match.causes(1)) == {Cause.CHOSEN}
    assert match.seconds == pytest.approx(1)


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
