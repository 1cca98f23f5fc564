"""How a seat forfeited a match is said with its strikes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.kernel.forfeiting import forfeit_of
from referee.kernel.record import Record, SeatEnd
from tests.support.matches import job, played


def record_with(**changes: Any) -> Record:
    """A match in which seat 0 was late three times, but for these changes of its end."""
    record = played(job(), late=[0])
    assert record.end is not None
    return Record(record.header, record.steps, msgspec.structs.replace(record.end, **changes))


@pytest.mark.parametrize(
    ("record", "said"),
    [
        pytest.param(record_with(ends=[SeatEnd.PLAYED] * 2), ["", ""], id="nobody did"),
        pytest.param(
            record_with(ends=[SeatEnd.STRIKES, SeatEnd.RESIGNED]),
            ["forfeited match m-1: strikes (3 x timeout)", "forfeited match m-1: resigned"],
            id="with strikes and without",
        ),
        pytest.param(record_with(ends=[SeatEnd.STRIKES] * 2, void_reason="x"), ["", ""], id="a void match"),
        pytest.param(Record(record_with().header, [], None), ["", ""], id="a match without an end"),
    ],
)
def test_a_forfeit_is_said_with_its_strikes(record: Record, said: list[str]) -> None:
    assert [forfeit_of(record, seat) for seat in (0, 1)] == said
