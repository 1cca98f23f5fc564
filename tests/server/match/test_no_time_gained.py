"""Ways in which a bot may try to exceed its time limit, in virtual time. Each also succeeds where that is allowed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from referee_client.v1 import play_service_pb2 as wire

from referee.kernel.job import TimeControl
from referee.kernel.record import Cause, SeatEnd, Timing
from tests.server.match.virtual import TIMES, Played, two
from tests.support.seats import MemorySeat

SHORT = TimeControl(decision_ms=1_000, bank_ms=0, margin_ms=20, startup_ms=5_000, max_strikes=3)
LIMIT = 1.02
OFTEN = 0.1
"""Seconds between two reconnections."""


def times(match: Played, seat: int) -> list[Timing]:
    """When each answer of a seat came, and the time charged for it."""
    return [
        time
        for step in match.record.steps
        for answer, time in zip(step.answers, step.time or [], strict=True)
        if answer.seat == seat
    ]


def was_overloaded(match: Played) -> bool:
    assert match.record.end is not None
    assert match.record.end.time is not None
    return match.record.end.time.overloaded


def test_delays_of_the_referee_that_were_over_give_one_longest_answer_in_a_match() -> None:
    """A bot that slows down the referee whenever it is asked, and thinks for half as long again."""
    match = Played(two({}, thinks=1.5, lag_over=0.6), SHORT)
    assert match.causes(1)[:5] == [Cause.CHOSEN, *[Cause.TIMEOUT] * 3, Cause.STRUCK_OUT]
    assert match.ends == [SeatEnd.PLAYED, SeatEnd.STRIKES]
    assert sum(time.lag_ms for time in times(match, 1)) == pytest.approx(1000 * LIMIT)
    assert was_overloaded(match)


def test_a_delay_in_which_the_answer_came_is_never_charged() -> None:
    """The counterpart: the time of arrival is unknown, and only the referee is slow."""
    match = Played(two({}, thinks=1.5, lag=0.6), SHORT)
    assert set(match.causes(1)) == {Cause.CHOSEN}
    assert was_overloaded(match)


@pytest.mark.parametrize(
    ("lag", "seconds"),
    [
        pytest.param({}, LIMIT, id="no delay"),
        pytest.param({"lag_over": 0.5}, LIMIT + 0.5, id="a delay that was over"),
        pytest.param({"lag_over": 50.0}, 2 * LIMIT, id="a long one"),
    ],
)
def test_how_long_a_silent_bot_is_waited_for(lag: dict[str, float], seconds: float) -> None:
    match = Played(two({1: lambda *_: None}, **lag), SHORT)
    assert match.causes(1)[0] is Cause.TIMEOUT
    assert times(match, 1)[0].wall_ms == pytest.approx(1000 * seconds)


def test_a_silent_bot_is_not_waited_for_as_long_as_a_delay_lasted() -> None:
    """After a delay is over, its time stays uncharged only up to the limit for the whole match."""

    def silent_while_the_referee_stops(seat: MemorySeat, _: wire.Turn) -> None:
        def go_on() -> None:
            seat.lag, seat.lag_over = 0.0, 60.0

        seat.lag = 60.0
        seat.after(1.2, go_on)

    match = Played(two({1: silent_while_the_referee_stops}), SHORT)
    assert match.causes(1)[0] is Cause.TIMEOUT
    assert times(match, 1)[0].wall_ms == pytest.approx(1000 * 2 * LIMIT)


def reconnecting(thinks: float) -> Callable[[MemorySeat, wire.Turn], None]:
    """Loses the connection and comes back again and again while it thinks."""

    def act(seat: MemorySeat, turn: wire.Turn) -> None:
        if not seat.reconnects:
            seat.after(thinks, lambda: seat.say(wire.Choice(match_id=turn.match_id, turn=turn.turn, option=0)))
        if seat.reconnects < thinks / OFTEN - 1:
            seat.reconnects += 1
            seat.after(OFTEN / 2, seat.disconnect)
            seat.after(OFTEN, seat.reconnect)

    return act


@pytest.mark.parametrize(
    ("thinks", "cause", "bank_ms"),
    [
        pytest.param(0.9, Cause.CHOSEN, 2000, id="in the decision's own time"),
        pytest.param(3.0, Cause.CHOSEN, 20, id="with the bank, from which the margin is taken once"),
        pytest.param(3.03, Cause.TIMEOUT, 0, id="too late"),
    ],
)
def test_who_reconnects_again_and_again_gains_nothing(thinks: float, cause: Cause, bank_ms: float) -> None:
    match = Played(two({1: reconnecting(thinks)}))
    assert match.seats[1].reconnects > 7
    assert match.causes(1)[0] is cause
    assert times(match, 1)[0].bank_ms == pytest.approx(bank_ms)
    shown = [turn.decision_left.ToMilliseconds() + turn.bank_left.ToMilliseconds() for turn in match.seats[1].turns()]
    again = shown[: match.seats[1].reconnects]
    assert again == sorted(again, reverse=True)


def test_who_leaves_and_comes_back_has_used_its_bank_until_then() -> None:
    def leave_and_come_back(seat: MemorySeat, _: wire.Turn) -> None:
        def leave() -> None:
            seat.disconnect(for_good=True)
            seat.gone = False
            seat.reconnect()

        seat.after(2.5, leave)

    match = Played(two({1: leave_and_come_back}))
    assert match.causes(1)[0] is Cause.DISCONNECTED
    assert times(match, 1)[0].bank_ms == pytest.approx(2000 - 1480)
    assert set(match.causes(1)[1:]) == {Cause.CHOSEN}


@pytest.mark.parametrize(
    ("late_by", "cause"),
    [
        pytest.param(-0.001, Cause.CHOSEN, id="just in time"),
        pytest.param(0.0, Cause.TIMEOUT, id="at the limit"),
        pytest.param(0.001, Cause.TIMEOUT, id="just too late"),
    ],
)
@pytest.mark.parametrize("margin_ms", [0, 20])
@pytest.mark.parametrize("bank_ms", [0, 2_000])
def test_the_edge_is_the_same_for_everybody(late_by: float, cause: Cause, margin_ms: int, bank_ms: int) -> None:
    """Exactly at the limit, answer and alarm come at the same moment, in any order; so this is repeated."""
    control = TimeControl(decision_ms=1_000, bank_ms=bank_ms, margin_ms=margin_ms, startup_ms=5_000, max_strikes=3)
    limit = 1 + margin_ms / 1000 + bank_ms / 1000
    for _ in range(8):
        match = Played(two({1: lambda seat, turn: seat.after(limit + late_by, lambda: seat.say(first(turn)))}), control)
        assert match.causes(1)[0] is cause


def first(turn: wire.Turn) -> wire.Choice:
    return wire.Choice(match_id=turn.match_id, turn=turn.turn, option=0)


def test_the_margin_is_no_time_to_think_that_adds_up() -> None:
    """Each decision has it once, whatever the previous one left of it."""
    match = Played(two({}, thinks=1.019), SHORT)
    assert set(match.causes(1)) == {Cause.CHOSEN}
    late = Played(two({1: lambda seat, turn: seat.choose(turn), 2: lambda *_: None}, thinks=0.1), SHORT)
    assert times(late, 1)[1].wall_ms == pytest.approx(1000 * LIMIT)
    assert TIMES.margin_ms == SHORT.margin_ms
