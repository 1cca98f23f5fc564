"""The table: in an order that everyone accepts, with counts, ranges of ranks, and what separates neighbours."""

from __future__ import annotations

from itertools import pairwise as pairwise_of

import numpy as np
import pytest
from hypothesis import given, settings

from tests.support.races import leagues
from tests.support.results import results
from tests.tournament.statistics.test_fit import MATCHES, RATED_CIRCLE
from tournament.report.ratings import rating_table
from tournament.statistics.crosstable import pairwise
from tournament.statistics.fit import MOST_IN_PAIRS, Fit, fit
from tournament.statistics.ranking import rank_ranges
from tournament.statistics.results import MatchResult


def order(found: Fit) -> str:
    return "".join(rating.bot for rating in found.ratings)


@pytest.mark.parametrize(
    ("matches", "expected"),
    [
        pytest.param(["dc 12", "ab 11"], "dabc", id="won elsewhere is above tied"),
        pytest.param([*RATED_CIRCLE, "da 12"], "dabc", id="unbeaten by the rated ones"),
        pytest.param([*RATED_CIRCLE, "ad 12"], "abcd", id="no points"),
        pytest.param(["ab 12", "bc 12", "cd 12"], "abcd", id="each beat the next"),
        pytest.param([*["ab 12"] * 9, *["ba 12"] * 1, "ca 12"], "cab", id="beat a strong bot once"),
        pytest.param(
            [*["ab 12", "bc 12"] * 200, "ba 12", "cb 12", "ua 12"], "uabc", id="beat a bot with a much larger number"
        ),
        pytest.param([*["ab 12"] * 9, "ba 12", *["ac 12"] * 9, "bd 12", "dc 12"], "abdc", id="between"),
    ],
)
def test_bots_without_a_rating_have_a_sensible_place(matches: list[str], expected: str) -> None:
    assert order(fit(results(*matches))) == expected


@settings(max_examples=60)
@given(played=MATCHES)
def test_no_bot_without_a_rating_is_below_one_that_it_beat_without_losing(played: list[MatchResult]) -> None:
    found = fit(played)
    place = {rating.bot: rating.place for rating in found.ratings}
    unrated = {rating.bot for rating in found.ratings if rating.rating is None}
    for (bot, other), record in pairwise(played).items():
        if {bot, other} & unrated and record.share.value == 1:
            assert place[bot] < place[other]


@settings(max_examples=60)
@given(played=MATCHES)
def test_rated_bots_of_a_group_are_in_the_order_of_their_ratings(played: list[MatchResult]) -> None:
    found = fit(played)
    assert [rating.place for rating in found.ratings] == [*range(1, len(found.ratings) + 1)]
    for group in {rating.group for rating in found.ratings}:
        numbers = [rating.rating for rating in found.ratings if rating.group == group and rating.rating is not None]
        assert numbers == sorted(numbers, reverse=True)


@settings(max_examples=60)
@given(played=MATCHES)
def test_won_tied_and_lost_are_those_of_the_pairs(played: list[MatchResult]) -> None:
    records = pairwise(played).values()
    for rating in fit(played).ratings:
        mine = [record for record in records if record.bot == rating.bot]
        assert rating.won == sum(record.wins for record in mine)
        assert rating.tied == sum(record.ties for record in mine)
        assert rating.lost == sum(record.losses for record in mine)


def test_a_bot_without_a_rating_has_a_number_with_a_mark_and_the_reason_instead_of_an_interval() -> None:
    found = fit(results(*RATED_CIRCLE, *["ab 11"] * 3, *["da 12"] * 4, "de 12"))
    unbeaten, winless = found.of("d"), found.of("e")
    assert unbeaten.prior_rating is not None
    assert winless.prior_rating is not None
    assert unbeaten.prior_rating > 100
    assert winless.prior_rating < 0
    assert found.of("a").prior_rating is None
    lines = rating_table(found).splitlines()
    (row,) = [line.split() for line in lines if " d " in line]
    assert row[:5] == ["1", "d", f"~{unbeaten.prior_rating:.0f}", "-", "unbeaten"]
    (row,) = [line.split() for line in lines if " e " in line]
    assert row[3:6] == ["-", "no", "points"]
    assert any(line.startswith("~ marks a rating") for line in lines)
    assert "~" not in rating_table(fit(results(*RATED_CIRCLE)))


def test_the_number_of_a_bot_without_a_rating_leaves_those_of_the_others_alone() -> None:
    circle = [*RATED_CIRCLE, "ab 11"]
    without, with_one = fit(results(*circle)), fit(results(*circle, "da 12"))
    for bot in "abc":
        assert with_one.of(bot).rating == pytest.approx(without.of(bot).rating)


def test_over_next_is_the_superiority_over_the_next_bot() -> None:
    found = fit(results(*["ab 12"] * 12, *["ab 21"] * 4, *["bc 12"] * 9, *["bc 21"] * 7, "xa 12"))
    sure = {(pair.bot, pair.other): pair.probability for pair in found.superiority}
    names = order(found)
    assert names == "xabc"
    assert [rating.over_next for rating in found.ratings] == [None, sure["a", "b"], sure["b", "c"], None]


def test_ranges_of_ranks_are_whole_where_nothing_is_known_and_one_rank_where_all_is() -> None:
    alike = fit(results("ab 11", "bc 11", "ca 11"))
    assert {(rating.rank_best, rating.rank_worst) for rating in alike.ratings} == {(1, 3)}
    clear = fit(results(*(["ab 12", "bc 12", "ac 12"] * 200), "ba 12", "cb 12", "ca 12"))
    assert [(rating.rank_best, rating.rank_worst) for rating in clear.ratings] == [(1, 1), (2, 2), (3, 3)]
    half = fit(results(*["ab 12", "ab 21"] * 200, *["ac 12", "bc 12"] * 200, "ca 12", "cb 12"))
    assert [(rating.rank_best, rating.rank_worst) for rating in half.ratings] == [(1, 2), (1, 2), (3, 3)]


@pytest.mark.parametrize(("bots", "errors"), [(2, 1.96), (3, 2.24), (11, 2.81)])
def test_ranks_are_told_apart_by_bonferroni(bots: int, errors: float) -> None:
    """The best bot and the others, which are alike; independent errors of 1, so differences have errors of √2."""
    for factor, worst in ((0.99, bots), (1.01, 1)):
        ratings = np.array([errors * factor * 2**0.5, *[0.0] * (bots - 1)])
        best, *others = rank_ranges(ratings, np.eye(bots))
        assert best == (1, worst)
        assert {*others} == {(1 if worst > 1 else 2, bots)}


def test_many_bots_have_only_neighbours_in_the_list_of_pairs() -> None:
    for bots in (MOST_IN_PAIRS, MOST_IN_PAIRS + 1):
        ((_, played),) = leagues(1, 1, bots, deals=1, spread=20)
        found = fit(played)
        names = [rating.bot for rating in found.ratings]
        assert len(found.superiority) == (bots * (bots - 1) if bots <= MOST_IN_PAIRS else 2 * (bots - 1))
        pairs = {(pair.bot, pair.other) for pair in found.superiority}
        assert {*pairwise_of(names)} <= pairs
        assert all(rating.over_next is not None for rating in found.ratings[:-1])
