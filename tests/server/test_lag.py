"""How much time a thread lost, from the beats that came late."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.server.lag import (
    BEATS,
    NO_LAG,
    SECONDS_BETWEEN_BEATS,
    SECONDS_LATE,
    SECONDS_LATE_IN_TRANSPORT,
    Lag,
    LagMeter,
    ServerLag,
)


def _on_time(meter: LagMeter | ServerLag, begin: float, beats: int) -> float:
    now = begin
    for _ in range(beats):
        now += SECONDS_BETWEEN_BEATS
        meter.beat(now) if isinstance(meter, LagMeter) else meter.thread_runs(now)
    return now


def test_beats_on_time_lose_nothing() -> None:
    meter = LagMeter(100.0)
    now = _on_time(meter, 100.0, 50)
    assert meter.lost(now) == 0


def test_a_little_late_is_nothing() -> None:
    meter = LagMeter(100.0)
    meter.beat(100.0 + SECONDS_BETWEEN_BEATS + SECONDS_LATE / 2)
    assert meter.lost(100.0 + SECONDS_BETWEEN_BEATS + SECONDS_LATE / 2) == 0


def test_late_beats_add_up() -> None:
    meter = LagMeter(100.0)
    before = meter.lost(100.0)
    meter.beat(100.0 + SECONDS_BETWEEN_BEATS + 1)
    between = meter.lost(101.1)
    now = _on_time(meter, 100.0 + SECONDS_BETWEEN_BEATS + 1, 10)
    meter.beat(now + SECONDS_BETWEEN_BEATS + 0.5)
    assert between - before == pytest.approx(1)
    assert meter.lost(now + SECONDS_BETWEEN_BEATS + 0.5) - between == pytest.approx(0.5)


def test_a_delay_that_still_lasts_counts_and_counts_once() -> None:
    meter = LagMeter(100.0)
    assert meter.lost(100.0 + SECONDS_BETWEEN_BEATS + 3) == pytest.approx(3)
    meter.beat(100.0 + SECONDS_BETWEEN_BEATS + 3)
    assert meter.lost(100.0 + SECONDS_BETWEEN_BEATS + 3) == pytest.approx(3)


def parts(lag: Lag) -> tuple[float, float]:
    return lag.over, lag.lasting


def test_without_a_delay_there_is_no_lag() -> None:
    meter = ServerLag(100.0)
    assert meter.lag_since(meter.lost(100.0), _on_time(meter, 100.0, 50)) is NO_LAG


def test_a_delay_lasts_until_a_beat_comes_on_time() -> None:
    """The beat at its end is late itself, and what has arrived meanwhile is handled after it."""
    meter = ServerLag(100.0)
    now = 100.0 + SECONDS_BETWEEN_BEATS + 3
    assert parts(meter.lag_since(0.0, now)) == pytest.approx((0, 3))
    meter.thread_runs(now)
    assert parts(meter.lag_since(0.0, now + SECONDS_BETWEEN_BEATS / 2)) == pytest.approx((0, 3))
    meter.thread_runs(now + SECONDS_BETWEEN_BEATS)
    assert parts(meter.lag_since(0.0, now + SECONDS_BETWEEN_BEATS)) == pytest.approx((3, 0))


def test_a_thread_that_is_always_late_takes_what_has_arrived_all_the_same() -> None:
    """As on a machine that is too busy: between two beats the thread runs, so only the last ones can hide an answer."""
    meter = ServerLag(100.0)
    now = 100.0
    for _ in range(BEATS):
        now += SECONDS_BETWEEN_BEATS + 1
        meter.thread_runs(now)
    assert parts(meter.lag_since(0.0, now)) == pytest.approx((0, 3))
    for late in range(10):
        now += SECONDS_BETWEEN_BEATS + 1
        meter.thread_runs(now)
        assert parts(meter.lag_since(0.0, now)) == pytest.approx((late + 1, BEATS))


def test_only_what_was_lost_since_the_moment_counts() -> None:
    meter = ServerLag(100.0)
    now = 100.0 + SECONDS_BETWEEN_BEATS + 3
    meter.thread_runs(now)
    asked_in_the_delay = meter.lost(now)
    now = _on_time(meter, now, 1)
    asked_after_it = meter.lost(now)
    now += SECONDS_BETWEEN_BEATS + 0.5
    assert parts(meter.lag_since(asked_in_the_delay, now)) == pytest.approx((0, 0.5))
    meter.thread_runs(now)
    now = _on_time(meter, now, 1) + SECONDS_BETWEEN_BEATS + 0.25
    assert parts(meter.lag_since(asked_after_it, now)) == pytest.approx((0.5, 0.25))


def test_a_delay_of_the_transport_is_over_when_clients_are_heard_on_time_again() -> None:
    lag = ServerLag(100.0)
    lag.thread_runs(100.0)
    lag.clients_are_heard(100.0)
    _run(lag, 100.0, 103.0, thread=True)
    assert parts(lag.lag_since(0.0, 103.0)) == pytest.approx((0, 3 - SECONDS_BETWEEN_BEATS))
    lag.clients_are_heard(103.0)
    assert parts(lag.lag_since(0.0, 103.0)) == pytest.approx((0, 3 - SECONDS_BETWEEN_BEATS))
    _run(lag, 103.0, 103.0 + 2.5 * SECONDS_BETWEEN_BEATS, thread=True, clients=True)
    assert parts(lag.lag_since(0.0, 103.0 + 2.5 * SECONDS_BETWEEN_BEATS)) == pytest.approx(
        (3 - SECONDS_BETWEEN_BEATS, 0)
    )


def test_what_clients_are_not_heard_is_lost_too() -> None:
    lag = ServerLag(100.0)
    lag.thread_runs(100.0)
    lag.clients_are_heard(100.0)
    _run(lag, 100.0, 103.0, thread=True)
    assert lag.lost(103.0) == pytest.approx(3 - SECONDS_BETWEEN_BEATS)
    lag.clients_are_heard(103.0)
    _run(lag, 103.0, 105.0, thread=True, clients=True)
    assert lag.lost(105.0) == pytest.approx(3 - SECONDS_BETWEEN_BEATS)


def test_a_thread_that_was_held_up_is_counted_once() -> None:
    """Nothing can be heard meanwhile."""
    lag = ServerLag(100.0)
    lag.thread_runs(100.0)
    lag.clients_are_heard(100.0)
    assert lag.lost(102.0) == pytest.approx(2 - SECONDS_BETWEEN_BEATS)
    lag.thread_runs(102.0)
    lag.clients_are_heard(102.0)
    assert lag.lost(102.0) == pytest.approx(2 - SECONDS_BETWEEN_BEATS)


def test_a_heartbeat_may_wait_a_little_for_a_core() -> None:
    lag = ServerLag(100.0)
    lag.clients_are_heard(100.0)
    _run(lag, 100.0, 100.0 + SECONDS_BETWEEN_BEATS + SECONDS_LATE_IN_TRANSPORT - 0.01, thread=True)
    assert lag.lost(100.0 + SECONDS_BETWEEN_BEATS + SECONDS_LATE_IN_TRANSPORT - 0.01) == 0


def test_without_a_heartbeat_the_thread_alone_counts() -> None:
    lag = ServerLag(100.0)
    _run(lag, 100.0, 200.0, thread=True)
    assert lag.lost(200.0) == 0


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.floats(0.0, 0.4)), max_size=60))
def test_what_is_lost_never_falls_and_is_no_more_than_the_time(beats: list[tuple[bool, bool, float]]) -> None:
    lag, now, before = ServerLag(0.0), 0.0, 0.0
    for thread, clients, seconds in beats:
        now += seconds
        if thread:
            lag.thread_runs(now)
        if clients:
            lag.clients_are_heard(now)
        lost = lag.lost(now)
        assert before <= lost <= now
        before = lost


def _run(lag: ServerLag, begin: float, end: float, *, thread: bool = False, clients: bool = False) -> None:
    """Let time pass, with its heartbeats."""
    for number in range(1, int((end - begin) / SECONDS_BETWEEN_BEATS) + 1):
        now = begin + number * SECONDS_BETWEEN_BEATS
        if thread:
            lag.thread_runs(now)
        if clients:
            lag.clients_are_heard(now)
