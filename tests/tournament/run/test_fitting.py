"""How many matches run at once follows the measurements: more while cores idle, fewer when a bot's clock suffers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.run.fitting import LOOKS_WITHOUT_HARM, Fitting, SeenMeanwhile

DECISION_MS = 1000
CALM = SeenMeanwhile(idle=0.5, runner=0.3, mean_ms=1.0, longest_ms=20.0, overloaded=0)


def calm(**changes: Any) -> SeenMeanwhile:
    return msgspec.structs.replace(CALM, **changes)


@pytest.mark.parametrize(
    ("seen", "chosen"),
    [
        pytest.param(CALM, 5, id="idle cores"),
        pytest.param(calm(idle=0.05), 4, id="no idle cores"),
        pytest.param(calm(idle=None), 4, id="nobody knows how idle they are"),
        pytest.param(calm(runner=0.95), 4, id="the runner is what all wait for"),
        pytest.param(calm(mean_ms=21.0), 3, id="bots think"),
        pytest.param(calm(longest_ms=251.0), 3, id="one answer took long"),
        pytest.param(calm(overloaded=1), 3, id="a match met the referee's own lag"),
    ],
)
def test_what_follows_from_what_is_seen(seen: SeenMeanwhile, chosen: int) -> None:
    fitting = at_four()
    assert fitting.look(seen) == fitting.at_once == chosen


def at_four() -> Fitting:
    fitting = Fitting(1, 16, DECISION_MS)
    for _ in range(3):
        fitting.look(CALM)
    assert fitting.at_once == 4
    return fitting


def test_what_did_harm_is_tried_again_only_after_a_long_calm() -> None:
    fitting = at_four()
    fitting.look(calm(overloaded=1))
    calmly = [fitting.look(CALM) for _ in range(LOOKS_WITHOUT_HARM)]
    assert calmly == [3] * (LOOKS_WITHOUT_HARM - 1) + [4]


def test_many_cores_are_filled_in_a_few_looks() -> None:
    fitting = Fitting(32, 256, DECISION_MS)
    assert [fitting.look(CALM) for _ in range(10)][-1] == 256


seen = st.builds(
    SeenMeanwhile,
    idle=st.none() | st.floats(0, 1),
    runner=st.floats(0, 2),
    mean_ms=st.floats(0, 100),
    longest_ms=st.floats(0, 1000),
    overloaded=st.integers(0, 2),
)


@given(st.integers(1, 64), st.integers(0, 256), st.lists(seen))
def test_it_stays_between_its_bounds_and_never_grows_after_harm(
    least: int, room: int, looks: list[SeenMeanwhile]
) -> None:
    fitting = Fitting(least, least + room, DECISION_MS)
    for look in looks:
        before = fitting.at_once
        after = fitting.look(look)
        assert least <= after <= least + room
        assert after >= before or look.overloaded or look.mean_ms > 20 or look.longest_ms > 250
        assert after <= before or not look.overloaded
