"""Why a match is void: the record has the full reason; bots and spectators get nothing that may name hidden cards."""

from __future__ import annotations

import pytest

from referee.errors import MatchFailed
from referee.kernel.record import End, SeatEnd
from referee.server.match.messages import told_void_reason, void_reason


@pytest.mark.parametrize(
    ("why", "told"),
    [
        pytest.param(
            void_reason(MatchFailed("the game x failed at x/rules.py:3 in phase 'bid': KeyError: 5")),
            "the referee failed",
            id="a game that raised",
        ),
        pytest.param(void_reason(KeyError(5)), "the referee failed", id="a referee that raised"),
        pytest.param(
            "the referee failed: x failed in phase 'bid': KeyError: 5 (x.rules, line 3)",
            "the referee failed",
            id="a record of an older version",
        ),
        pytest.param("cancelled by an organiser", "cancelled by an organiser", id="an organiser"),
    ],
)
def test_what_was_raised_stays_in_the_record(why: str, told: str) -> None:
    assert told_void_reason(End(ends=[SeatEnd.PLAYED], strikes=[0], void_reason=why)) == told


def test_the_reason_begins_with_the_game_whose_code_raised() -> None:
    cause = "the game x failed at x/rules.py:3 in phase 'bid': KeyError: 5"
    assert void_reason(MatchFailed(cause)) == cause
    assert void_reason(KeyError(5)) == "the referee failed: KeyError: 5"
