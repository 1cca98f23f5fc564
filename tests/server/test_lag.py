"""How much time a thread lost, from the beats that came late."""

from __future__ import annotations

import pytest

from referee.server.lag import PERIOD, TOLERANCE, LagMeter


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
