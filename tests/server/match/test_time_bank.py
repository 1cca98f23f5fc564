"""Bank and increment, as a table of cases."""

from __future__ import annotations

import pytest

from referee.kernel.job import TimeControl
from referee.server.lag import Lag
from referee.server.match.time_bank import TimeBank

FISCHER = TimeControl(decision_ms=0, bank_ms=60_000, increment_ms=2_000, margin_ms=20)
PLAIN = TimeControl(decision_ms=10_000, bank_ms=0, margin_ms=20)
BOTH = TimeControl(decision_ms=1_000, bank_ms=5_000, increment_ms=500, margin_ms=0)


@pytest.mark.parametrize(
    ("control", "taken", "left", "limit"),
    [
        pytest.param(PLAIN, [], 0, 10.02, id="no bank: the decision's own time and the margin"),
        pytest.param(PLAIN, [3, 10.02], 0, 10.02, id="own time does not add up"),
        pytest.param(FISCHER, [], 60, 60.02, id="bank only"),
        pytest.param(FISCHER, [10.02], 52, 52.02, id="taken from the bank, increment added, margin free"),
        pytest.param(FISCHER, [0.01], 62, 62.02, id="within the margin nothing is taken"),
        pytest.param(FISCHER, [60.02], 2, 2.02, id="bank used up: the increment is what is left"),
        pytest.param(FISCHER, [70], 2, 2.02, id="the bank never falls below nothing"),
        pytest.param(FISCHER, [60.02, 2.02, 2.02], 2, 2.02, id="living on the increment"),
        pytest.param(BOTH, [1], 5.5, 6.5, id="own time first"),
        pytest.param(BOTH, [3], 3.5, 4.5, id="what is longer comes from the bank"),
        pytest.param(BOTH, [6, 1.5], 0.5, 1.5, id="increment after an empty bank"),
    ],
)
def test_what_is_left(control: TimeControl, taken: list[float], left: float, limit: float) -> None:
    bank = TimeBank(control)
    for seconds in taken:
        bank.charge(seconds)
    assert bank.left == pytest.approx(left)
    assert bank.limit() == pytest.approx(limit)


@pytest.mark.parametrize(
    ("elapsed", "shown"),
    [
        pytest.param(0, (1, 5), id="at the start"),
        pytest.param(0.4, (0.6, 5), id="within the decision's own time"),
        pytest.param(3, (0, 3), id="within the bank"),
        pytest.param(60, (0, 0), id="long after"),
    ],
)
def test_what_a_bot_is_told(elapsed: float, shown: tuple[float, float]) -> None:
    assert TimeBank(BOTH).shown(elapsed) == pytest.approx(shown)


@pytest.mark.parametrize(
    ("lags", "not_charged"),
    [
        pytest.param([Lag()], [0], id="no lag"),
        pytest.param([Lag(lasting=100)], [100], id="a delay that lasts: the answer may have been there all the time"),
        pytest.param([Lag(lasting=100)] * 3, [100] * 3, id="however often"),
        pytest.param([Lag(over=4)], [4], id="a delay that was over before the answer"),
        pytest.param([Lag(over=4)] * 3, [4, 2, 0], id="only for as long as the first answer might take, in all"),
        pytest.param([Lag(over=60)] * 2, [6, 0], id="which one delay can use up"),
        pytest.param([Lag(over=4, lasting=1)] * 3, [5, 3, 1], id="both"),
    ],
)
def test_how_much_of_the_referees_lag_is_not_charged(lags: list[Lag], not_charged: list[float]) -> None:
    bank = TimeBank(BOTH)
    for lag, expected in zip(lags, not_charged, strict=True):
        assert bank.not_charged(lag) == pytest.approx(expected)
        bank.charge(1.0, lag)


def test_lag_that_is_not_charged_does_not_touch_the_bank() -> None:
    bank = TimeBank(BOTH)
    bank.charge(1.0, Lag(over=2, lasting=2))
    assert bank.left == pytest.approx(5.5)


def test_without_a_limit_all_lag_is_forgiven() -> None:
    bank = TimeBank(BOTH, timed=False)
    for _ in range(3):
        assert bank.not_charged(Lag(over=100)) == 100
        bank.charge(200, Lag(over=100))
