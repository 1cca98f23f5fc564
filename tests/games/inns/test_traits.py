"""Cases 4 and 5: Matching and Unique, and Range."""

from __future__ import annotations

import pytest

from referee.games.inns.traits import matching, others_reached, unique
from referee.kernel.seats import Seat


@pytest.mark.parametrize(
    ("values", "same", "different"),
    [
        pytest.param([2, 2, 5], 2, 1, id="4 a pair"),
        pytest.param([1, 2, 3], 0, 3, id="4 all different"),
        pytest.param([1, 1, 3, 3, 3, 5], 5, 1, id="4 cards are counted, not values"),
        pytest.param([4], 0, 1, id="4 a single card"),
        pytest.param([], 0, 0, id="4 nothing"),
    ],
)
def test_matching_and_unique(values: list[int], same: int, different: int) -> None:
    assert matching(values) == same
    assert unique(values) == different


@pytest.mark.parametrize(
    ("seats", "seat", "ranged", "reached"),
    [
        pytest.param(3, 0, True, [1, 2], id="5 with 3 players"),
        pytest.param(5, 0, True, [1, 2, 3, 4], id="5 with 5 players"),
        pytest.param(6, 0, True, [1, 2, 4, 5], id="5 with 6 players"),
        pytest.param(8, 0, True, [1, 2, 6, 7], id="5 with 8 players"),
        pytest.param(8, 6, True, [7, 0, 4, 5], id="clockwise from the seat"),
        pytest.param(8, 6, False, [7, 0, 1, 2, 3, 4, 5], id="without Range"),
    ],
)
def test_range(seats: int, seat: int, ranged: bool, reached: list[int]) -> None:
    assert list(others_reached(seats, Seat(seat), ranged)) == reached
