"""Elo as rows of numbers."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.elo import elo_history, final_ratings
from tests.support.results import result, results
from tournament.statistics.elo import expected_points


@pytest.mark.parametrize(("difference", "points"), [
    (0, 0.5), (100, 0.6401), (200, 0.7597), (400, 0.9091), (-100, 0.3599), (800, 0.9901),
    (4000, 1), (-4000, 0), (200_000, 1), (-200_000, 0), (1e300, 1), (-1e300, 0),
])  # fmt: skip
def test_expected_points(difference: float, points: float) -> None:
    assert expected_points(1500 + difference, 1500) == pytest.approx(points, abs=5e-5)


@pytest.mark.parametrize(("matches", "ratings"), [
    pytest.param(["ab 12"], {"a": 1510, "b": 1490}, id="a win"),
    pytest.param(["ab 21"], {"b": 1510, "a": 1490}, id="a loss"),
    pytest.param(["ab 11"], {"a": 1500, "b": 1500}, id="a tie of equals moves nothing"),
    pytest.param(["ab 12", "ab 12"], {"a": 1519.43, "b": 1480.57}, id="the second win counts less"),
    pytest.param(["ab 12", "ab 11"], {"a": 1509.43, "b": 1490.57}, id="a tie with a weaker bot costs"),
    pytest.param(["abc 123"], {"a": 1510, "b": 1500, "c": 1490}, id="three seats: pairs, K shared"),
    pytest.param(["abc 133"], {"a": 1510, "b": 1495, "c": 1495}, id="three seats: a shared last place"),
    pytest.param(["abc 111"], {"a": 1500, "b": 1500, "c": 1500}, id="three seats: all level"),
])  # fmt: skip
def test_elo_moves_by_what_was_scored_beyond_the_expectation(matches: list[str], ratings: dict[str, float]) -> None:
    final = final_ratings(elo_history(results(*matches)))
    assert final.keys() == ratings.keys()
    assert all(final[bot] == pytest.approx(ratings[bot], abs=0.01) for bot in ratings)


def test_a_shared_first_place_of_four_to_the_last_digit() -> None:
    final = final_ratings(elo_history(results("abcd 1134")))
    assert final == pytest.approx({"a": 1500 + 20 / 3, "b": 1500 + 20 / 3, "c": 1500 - 10 / 3, "d": 1490})


def test_the_rotations_of_a_duplicate_deal_move_the_ratings_once_by_their_mean() -> None:
    rotations = [result(1, "ab", "12", block="x"), result(2, "ba", "12", block="x")]
    assert final_ratings(elo_history(rotations)) == {"a": 1500, "b": 1500}
    won_both = [result(1, "ab", "12", block="x"), result(2, "ba", "21", block="x")]
    assert final_ratings(elo_history(won_both)) == {"a": 1510, "b": 1490}


def test_an_anchor_keeps_its_rating() -> None:
    final = final_ratings(elo_history(results("ab 12", "ab 12"), start=1500, k=20, anchors={"a": 1500}))
    assert final["a"] == 1500
    assert final["b"] < 1490


def test_the_history_has_a_step_for_each_block_in_match_order() -> None:
    history = elo_history([result(2, "ab", "12"), result(1, "bc", "12")])
    assert [(step.block, step.number, sorted(step.ratings)) for step in history] == [
        ("m1", 1, ["b", "c"]),
        ("m2", 2, ["a", "b"]),
    ]
    assert history[1].changes["b"] == pytest.approx(history[1].ratings["b"] - 1510)


@given(
    rows=st.lists(st.tuples(st.permutations("abcd"), st.lists(st.integers(1, 4), min_size=4, max_size=4)), max_size=12),
    order=st.integers(),
)
def test_elo_is_the_same_however_the_results_arrive_and_keeps_the_mean(
    rows: list[tuple[list[str], list[int]]], order: int
) -> None:
    played = [result(number, "".join(bots), "".join(map(str, places))) for number, (bots, places) in enumerate(rows)]
    mixed = played.copy()
    Random(order).shuffle(mixed)
    assert elo_history(mixed) == elo_history(played)
    final = final_ratings(elo_history(played))
    assert sum(final.values()) == pytest.approx(1500 * len(final))
