"""Counts beside the ratings."""

from __future__ import annotations

import pytest

from tests.support.results import result, results
from tournament.statistics.crosstable import Mean, by_seat, pairwise


def test_pairs_count_who_came_out_before_whom() -> None:
    table = pairwise(results("abc 123", "bca 113", "ab 11"))
    assert {pair: (one.wins, one.ties, one.losses) for pair, one in table.items()} == {
        ("a", "b"): (1, 1, 1), ("b", "a"): (1, 1, 1), ("a", "c"): (1, 0, 1), ("c", "a"): (1, 0, 1),
        ("b", "c"): (1, 1, 0), ("c", "b"): (0, 1, 1),
    }  # fmt: skip
    assert table["b", "c"].share.value == 0.75
    assert table["a", "b"].margin is None


def test_margins_are_means_over_blocks() -> None:
    table = pairwise([
        result(1, "ab", "12", block="x", scores=(9, 3)),
        result(2, "ba", "12", block="x", scores=(5, 3)),
        result(3, "ab", "21", scores=(0, 4)),
    ])  # fmt: skip
    margin = table["a", "b"].margin
    assert margin is not None
    assert margin.value == pytest.approx(-1)
    assert margin.error == pytest.approx(3)
    assert table["a", "b"].share == Mean(0.25, 0.25)


def test_one_block_has_a_mean_without_an_error() -> None:
    assert pairwise(results("ab 12"))["a", "b"].share == Mean(1.0, None)


def test_seats_are_counted_for_all_bots_and_for_each() -> None:
    table = {(one.bot, one.seat): one for one in by_seat(results("abc 122", "bca 311"))}
    assert table[None, 0].matches == 2
    assert table[None, 0].first_places == 1
    assert table[None, 0].share.value == pytest.approx(0.5)
    assert table[None, 2].share.value == pytest.approx((0.25 + 0.75) / 2)
    assert table["a", 0].share.value == 1
    assert table["a", 2].place == Mean(1.0, None)
    assert [key for key in table if key[0] is None] == [(None, 0), (None, 1), (None, 2)]
