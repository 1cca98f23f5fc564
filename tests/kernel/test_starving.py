"""What follows for a match in which a bot got no core because others took more than their share."""

from __future__ import annotations

import msgspec
import pytest

from referee.kernel.record import Record
from referee.kernel.starving import is_rated, starved_in, starved_texts
from referee.kernel.times import Starved
from tests.support.matches import whole_match


def with_starved(*starved: Starved, places: list[int] | None = None) -> Record:
    """A whole match of the bots a and b, in which seats waited for a core."""
    record = whole_match("keepers")
    assert record.end is not None
    assert record.end.time is not None
    time = msgspec.structs.replace(record.end.time, starved=[*starved])
    end = msgspec.structs.replace(record.end, time=time, places=places or record.end.places)
    return Record(record.header, record.steps, end)


@pytest.mark.parametrize(
    ("taker", "turns", "places", "rated"),
    [
        pytest.param("x", [], [1, 2], True, id="no strike came of it"),
        pytest.param("x", [3], [1, 2], False, id="a bot of another match took it"),
        pytest.param("a", [3], [1, 2], False, id="who took it came in ahead"),
        pytest.param("a", [3], [1, 1], False, id="who took it shares the place"),
        pytest.param("a", [3], [2, 1], True, id="who took it came in behind"),
    ],
)
def test_a_match_is_not_rated_if_a_strike_came_of_it(
    taker: str, turns: list[int], places: list[int], rated: bool
) -> None:
    assert is_rated(with_starved(Starved(1, 1500, [taker], turns), places=places)) is rated


def test_a_match_without_an_end_says_nothing() -> None:
    record = whole_match("keepers")
    unfinished = Record(record.header, record.steps, None)
    assert (starved_in(unfinished), is_rated(unfinished)) == ([], True)


def test_it_is_told_in_a_sentence() -> None:
    told = starved_texts(with_starved(Starved(1, 1500, ["x", "y"], [2, 5]), Starved(7, 1, ["x"], [])))
    assert told == [
        (
            "seat 1 (b) waited 1.5 s for a core while x and y used more than a fair share, and was therefore late "
            "at turn 2, 5"
        )
    ]
