"""A window that a table holds: each turn may be a phase of its own."""

from __future__ import annotations

import msgspec
import pytest

from referee.kernel.asking import Window
from referee.kernel.seats import Seat


@pytest.mark.parametrize(
    ("turns", "seats"),
    [
        pytest.param("ppp", [1, 2, 0], id="all pass"),
        pytest.param("pappp", [1, 2, 0, 1, 2], id="one acts, and the turn continues"),
        pytest.param("pgppp", [1, 2, 2, 0, 1], id="one acts and continues itself"),
        pytest.param("ggpappp", [1, 1, 1, 2, 0, 1, 2], id="several act"),
    ],
)
def test_turns_of_a_stored_window(turns: str, seats: list[int]) -> None:
    """p: passes; a: acts; g: acts and continues."""
    window, asked = Window([Seat(1), Seat(2), Seat(0)]), []
    for turn in turns:
        window = msgspec.msgpack.decode(msgspec.msgpack.encode(window), type=Window)
        asked.append(window.seat)
        if turn == "p":
            window.passed()
        else:
            window.acted(again=turn == "g")
    assert asked == seats
    assert window.seat is None


def test_a_loop_over_a_window_is_the_same() -> None:
    window, asked = Window([Seat(0), Seat(1)]), []
    for seat in window:
        asked.append(seat)
        if len(asked) == 2:
            window.acted(again=True)
    assert asked == [0, 1, 1, 0]
