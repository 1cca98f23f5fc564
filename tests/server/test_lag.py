"""How much time a thread lost, from the beats that came late."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.server.lag import PERIOD, TOLERANCE, TOLERANCE_OF_TRANSPORT, LagMeter, ServerLag


def _on_time(meter: LagMeter, begin: float, beats: int) -> float:
    now = begin
    for _ in range(beats):
        now += PERIOD
        meter.beat(now)
    return now


def test_beats_on_time_lose_nothing() -> None:
    meter = LagMeter(100.0)
    now = _on_time(meter, 100.0, 50)
    assert meter.lost(now) == 0


def test_a_little_late_is_nothing() -> None:
    meter = LagMeter(100.0)
    meter.beat(100.0 + PERIOD + TOLERANCE / 2)
    assert meter.lost(100.0 + PERIOD + TOLERANCE / 2) == 0


def test_late_beats_add_up() -> None:
    meter = LagMeter(100.0)
    before = meter.lost(100.0)
    meter.beat(100.0 + PERIOD + 1)
    between = meter.lost(101.1)
    now = _on_time(meter, 100.0 + PERIOD + 1, 10)
    meter.beat(now + PERIOD + 0.5)
    assert between - before == pytest.approx(1)
    assert meter.lost(now + PERIOD + 0.5) - between == pytest.approx(0.5)


def test_a_delay_that_still_lasts_counts_and_counts_once() -> None:
    meter = LagMeter(100.0)
    assert meter.lost(100.0 + PERIOD + 3) == pytest.approx(3)
    meter.beat(100.0 + PERIOD + 3)
    assert meter.lost(100.0 + PERIOD + 3) == pytest.approx(3)


def test_what_clients_are_not_heard_is_lost_too() -> None:
    lag = ServerLag(100.0)
    lag.thread_runs(100.0)
    lag.clients_are_heard(100.0)
    _run(lag, 100.0, 103.0, thread=True)
    assert lag.lost(103.0) == pytest.approx(3 - PERIOD)
    lag.clients_are_heard(103.0)
    _run(lag, 103.0, 105.0, thread=True, clients=True)
    assert lag.lost(105.0) == pytest.approx(3 - PERIOD)


def test_a_thread_that_was_held_up_is_counted_once() -> None:
    """Nothing can be heard meanwhile."""
    lag = ServerLag(100.0)
    lag.thread_runs(100.0)
    lag.clients_are_heard(100.0)
    assert lag.lost(102.0) == pytest.approx(2 - PERIOD)
    lag.thread_runs(102.0)
    lag.clients_are_heard(102.0)
    assert lag.lost(102.0) == pytest.approx(2 - PERIOD)


def test_a_heartbeat_may_wait_a_little_for_a_core() -> None:
    lag = ServerLag(100.0)
    lag.clients_are_heard(100.0)
    _run(lag, 100.0, 100.0 + PERIOD + TOLERANCE_OF_TRANSPORT - 0.01, thread=True)
    assert lag.lost(100.0 + PERIOD + TOLERANCE_OF_TRANSPORT - 0.01) == 0


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
    """Lets so much time pass, with those heartbeats that there are."""
    for number in range(1, int((end - begin) / PERIOD) + 1):
        now = begin + number * PERIOD
        if thread:
            lag.thread_runs(now)
        if clients:
            lag.clients_are_heard(now)
