"""How much time a thread lost, from the beats that came late."""

from __future__ import annotations

import pytest

from referee.server.lag import PERIOD, LagMeter


def _on_time(meter: LagMeter, begin: float, beats: int) -> float:
    now = begin
    for _ in range(beats):
        now += PERIOD
        meter.beat(now)
    return now


def test_beats_on_time_lose_nothing() -> None:
    meter = LagMeter(100.0)
    now = _on_time(meter, 100.0, 50)
    assert meter.since(100.0, now) == 0


@pytest.mark.parametrize(
    ("since", "now", "lost"),
    [
        pytest.param(100.0, 102.0, 1.0, id="the whole of it"),
        pytest.param(101.5, 102.5, 1.0, id="begun before the question, noticed in it"),
        pytest.param(102.06, 103.0, 0.0, id="over before"),
        pytest.param(101.9, 102.06, 0.16, id="never more than there was"),
    ],
)
def test_a_late_beat_is_a_loss(since: float, now: float, lost: float) -> None:
    meter = LagMeter(100.0)
    _on_time(meter, 100.0, 20)
    late = 101.0 + PERIOD + 1.0
    meter.beat(late)
    _on_time(meter, late, max(0, int((now - late) / PERIOD)))
    assert meter.since(since, now) == pytest.approx(lost, abs=0.05)


def test_a_delay_that_still_lasts_counts() -> None:
    meter = LagMeter(100.0)
    assert meter.since(100.0, 100.0 + PERIOD + 3) == pytest.approx(3)
