"""Which time controls make sense."""

from __future__ import annotations

import pytest

from referee.errors import UsageError
from referee.kernel.job import MAX_TIME_MS, TimeControl


@pytest.mark.parametrize(
    ("control", "message"),
    [
        pytest.param(TimeControl(decision_ms=-1), "decision_ms = -1", id="negative"),
        pytest.param(TimeControl(startup_ms=MAX_TIME_MS + 1), "startup_ms", id="too long"),
        pytest.param(TimeControl(startup_ms=0), "startup_ms = 0 is not from 1 to", id="no time to connect"),
        pytest.param(TimeControl(max_strikes=0), "max_strikes = 0", id="no strikes"),
        pytest.param(TimeControl(max_strikes=1001), "max_strikes = 1001", id="too many strikes"),
        pytest.param(TimeControl(decision_ms=0, bank_ms=0), "both 0", id="no time at all"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused(control: TimeControl, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        control.check()


@pytest.mark.parametrize(
    "control",
    [
        pytest.param(TimeControl(), id="the default"),
        pytest.param(TimeControl(decision_ms=0, bank_ms=1), id="bank alone"),
        pytest.param(TimeControl(decision_ms=1, bank_ms=0), id="no bank"),
        pytest.param(TimeControl(startup_ms=1), id="the shortest time to connect"),
        pytest.param(TimeControl(bank_ms=MAX_TIME_MS, max_strikes=1000), id="the largest"),
    ],
)
def test_a_limit_that_makes_sense_is_not(control: TimeControl) -> None:
    control.check()
