"""Results mean what they say, and contradictions are refused."""

from __future__ import annotations

import pytest

from tests.support.results import result
from tournament.errors import UserError
from tournament.statistics.results import Forfeit, MatchResult, blocks_of


def match(
    bots: tuple[str, ...] = ("a", "b"),
    places: tuple[int, ...] = (1, 2),
    scores: tuple[float, ...] = (),
    forfeits: tuple[Forfeit, ...] = (),
) -> MatchResult:
    return MatchResult(match="m", number=1, block="m", bots=bots, places=places, scores=scores, forfeits=forfeits)


def test_a_better_place_takes_the_point_and_equal_places_share_it() -> None:
    played = result(1, "abc", "122")
    assert [played.points(0, 1), played.points(1, 0), played.points(1, 2)] == [1, 0, 0.5]


def test_a_forfeit_is_a_result() -> None:
    assert blocks_of([match(forfeits=(Forfeit(1, "too late, 3 strikes"),))])[0].results


@pytest.mark.parametrize(("wrong", "says"), [
    pytest.param({"bots": ("a",), "places": (1,)}, "at least two", id="one bot"),
    pytest.param({"bots": ("a", "a")}, "only one seat in a match", id="a bot twice"),
    pytest.param({"places": (1, 2, 3)}, "2 seats need one place each", id="too many places"),
    pytest.param({"scores": (1.0,)}, "one score each or none", id="a score is missing"),
    pytest.param({"places": (0, 1)}, "the best place is 1", id="place 0"),
    pytest.param({"forfeits": (Forfeit(2, "gone"),)}, "invalid seat of a forfeit", id="a seat that is not there"),
])  # fmt: skip
def test_a_result_that_can_not_be_is_refused(wrong: dict[str, tuple[str, ...]], says: str) -> None:
    with pytest.raises(UserError, match=says):
        match(**wrong)  # type: ignore[arg-type]


def test_blocks_are_in_the_order_of_their_first_matches() -> None:
    played = [
        result(4, "ba", "12", block="x"),
        result(2, "ab", "12", block="y"),
        result(1, "ab", "12", block="x"),
        result(3, "ba", "12", block="y"),
    ]
    assert [(block.id, [one.number for one in block.results]) for block in blocks_of(played)] == [
        ("x", [1, 4]),
        ("y", [2, 3]),
    ]


def test_a_match_counts_once() -> None:
    with pytest.raises(UserError, match="match m1 occurs twice"):
        blocks_of([result(1, "ab", "12"), result(1, "ab", "12")])


def test_the_matches_of_a_block_have_the_same_bots() -> None:
    with pytest.raises(UserError, match="match m2: its bots are not those of its block x"):
        blocks_of([result(1, "ab", "12", block="x"), result(2, "ac", "12", block="x")])
