"""How much time a thread lost, from the beats that came late."""

from __future__ import annotations

import pytest

from referee.server.lag import BEATS, NO_LAG, PERIOD, TOLERANCE, Lag, LagMeter


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


def parts(lag: Lag) -> tuple[float, float]:
    return lag.over, lag.lasting


def test_without_a_delay_there_is_no_lag() -> None:
    meter = LagMeter(100.0)
    assert meter.lag_since(meter.lost(100.0), _on_time(meter, 100.0, 50)) is NO_LAG


def test_a_delay_lasts_until_a_beat_comes_on_time() -> None:
    """The beat at its end is late itself, and what has arrived meanwhile is taken after it."""
    meter = LagMeter(100.0)
    now = 100.0 + PERIOD + 3
    assert parts(meter.lag_since(0.0, now)) == pytest.approx((0, 3))
    meter.beat(now)
    assert parts(meter.lag_since(0.0, now + PERIOD / 2)) == pytest.approx((0, 3))
    meter.beat(now + PERIOD)
    assert parts(meter.lag_since(0.0, now + PERIOD)) == pytest.approx((3, 0))


def test_a_thread_that_is_always_late_takes_what_has_arrived_all_the_same() -> None:
    """As on a machine that is too busy: between two beats the thread runs, so only the last ones can hide an answer."""
    meter = LagMeter(100.0)
    now = 100.0
    for _ in range(BEATS):
        now += PERIOD + 1
        meter.beat(now)
    assert parts(meter.lag_since(0.0, now)) == pytest.approx((0, 3))
    for late in range(10):
        now += PERIOD + 1
        meter.beat(now)
        assert parts(meter.lag_since(0.0, now)) == pytest.approx((late + 1, BEATS))


def test_only_what_was_lost_since_the_moment_counts() -> None:
    meter = LagMeter(100.0)
    now = 100.0 + PERIOD + 3
    meter.beat(now)
    asked_in_the_delay = meter.lost(now)
    now = _on_time(meter, now, 1)
    asked_after_it = meter.lost(now)
    now += PERIOD + 0.5
    assert parts(meter.lag_since(asked_in_the_delay, now)) == pytest.approx((0, 0.5))
    meter.beat(now)
    now = _on_time(meter, now, 1) + PERIOD + 0.25
    assert parts(meter.lag_since(asked_after_it, now)) == pytest.approx((0.5, 0.25))
