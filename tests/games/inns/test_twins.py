"""The twin test of the battery with the options that the battery leaves at their defaults."""

from __future__ import annotations

import pytest

import referee
from referee.battery.searching import look_for_leaks
from referee.kernel.options import OptionValue
from tests.games.inns.facts import FACTS

pytestmark = pytest.mark.no_cover

POSITIONS = 60


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        pytest.param(3, {"quick_auction": True, "own_card_in_range": True}, id="own card in Range"),
        pytest.param(4, {"quick_auction": True, "round_length": 2}, id="short rounds"),
        pytest.param(5, {"round_length": 1, "hoard_goal": 20}, id="every Turn a Round"),
        pytest.param(7, {"quick_auction": True}, id="Quick Auction"),
    ],
)
def test_no_seat_can_tell_two_worlds_apart(seats: int, options: dict[str, OptionValue]) -> None:
    tally = look_for_leaks(referee.all_games()["inns"], seats, FACTS, POSITIONS, options)
    assert tally.positions == POSITIONS
    assert tally.tables_differ > 0.3 * tally.worlds
