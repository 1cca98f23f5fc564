"""The joint fit: right if the answer is known by hand or from another library, and no number if nobody can know it."""

from __future__ import annotations

from math import log10
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.leagues import Simulation
from tests.support.results import result, results
from tournament.errors import UserError
from tournament.statistics.fit import ELO_PER_UNIT, fit
from tournament.statistics.groups import Standing
from tournament.statistics.results import MatchResult

RATED_CIRCLE = ("ab 12", "bc 12", "ca 12")
MATCHES = st.lists(
    st.tuples(st.permutations("abcdef"), st.integers(2, 5), st.lists(st.integers(1, 5), min_size=5, max_size=5)),
    min_size=1,
    max_size=25,
).map(
    lambda rows: [
        result(number, "".join(bots[:seats]), "".join(map(str, places[:seats])))
        for number, (bots, seats, places) in enumerate(rows)
    ]
)


@pytest.mark.parametrize("seed", range(5))
def test_two_seats_without_ties_agree_with_choix_to_one_elo(seed: int) -> None:
    import choix  # imports all of scipy, which every worker would otherwise load to collect the tests

    simulation = Simulation(bots=8, seats=2, deals=12, points=0.0, spread=200)
    rng = np.random.default_rng(seed)
    strengths = simulation.strengths(rng)
    played = simulation.play(strengths, rng)
    index = {bot: number for number, bot in enumerate(sorted(strengths))}
    beaten = [sorted(match.bots, key=lambda bot: match.places[match.bots.index(bot)]) for match in played]
    independent = choix.opt_pairwise(len(index), [(index[winner], index[loser]) for winner, loser in beaten])
    independent = (independent - independent.mean()) * ELO_PER_UNIT
    found = fit(played)
    for bot, number in index.items():
        assert found.of(bot).rating == pytest.approx(independent[number], abs=0.01)


@pytest.mark.parametrize(("wins", "ties", "losses"), [(6, 0, 4), (6, 3, 4), (1, 9, 0), (5, 50, 2), (0, 1, 7)])
def test_two_bots_differ_by_what_their_share_of_the_points_means(wins: int, ties: int, losses: int) -> None:
    found = fit(results(*["ab 12"] * wins, *["ab 11"] * ties, *["ab 21"] * losses))
    share = (wins + ties / 2) / (wins + ties + losses)
    expected = 400 * log10(share / (1 - share))
    assert found.superiority[0].difference == pytest.approx(expected)
    assert found.of("a").rating == pytest.approx(expected / 2)
    assert found.of("a").share == share


@pytest.mark.parametrize("matches", [
    pytest.param(["abcd 1111"], id="all four level"),
    pytest.param(["abc 111", "abc 111"], id="three level, twice"),
    pytest.param(["abcd 1133", "cdab 1133"], id="shared first places, in turn"),
    pytest.param(["abcd 1444", "bacd 1444", "cabd 1444", "dabc 1444"], id="three share the last place, in turn"),
    pytest.param(["abc 113", "bca 113", "cab 113"], id="a cycle of shared first places"),
    pytest.param(["ab 11", "bc 11", "ca 11"], id="two seats, ties only"),
])  # fmt: skip
def test_bots_that_did_alike_are_rated_alike(matches: list[str]) -> None:
    found = fit(results(*matches))
    for rating in found.ratings:
        assert rating.rating == pytest.approx(0, abs=1e-6)
        assert rating.error is not None
        assert rating.error > 50
    assert all(pair.probability == pytest.approx(0.5) for pair in found.superiority)


@settings(max_examples=60)
@given(played=MATCHES, order=st.integers(0, 2**32))
def test_the_order_of_arrival_and_of_seats_changes_nothing_to_the_bit(played: list[MatchResult], order: int) -> None:
    random = Random(order)
    mixed = [turned(match, random) for match in played]
    random.shuffle(mixed)
    assert fit(mixed) == fit(played)
    assert fit(mixed, prior=200) == fit(played, prior=200)


def turned(match: MatchResult, random: Random) -> MatchResult:
    """Return the same match with its seats listed in another order and with another number."""
    seats = list(range(len(match.bots)))
    random.shuffle(seats)
    return MatchResult(
        match=match.match,
        number=random.randrange(100),
        block=match.block,
        bots=tuple(match.bots[seat] for seat in seats),
        places=tuple(match.places[seat] for seat in seats),
    )


@given(played=MATCHES)
def test_results_upside_down_turn_the_ratings_round(played: list[MatchResult]) -> None:
    upside_down = [
        MatchResult(
            match=match.match,
            number=match.number,
            block=match.block,
            bots=match.bots,
            places=tuple(6 - place for place in match.places),
        )
        for match in played
    ]
    found, turned_round = fit(played), fit(upside_down)
    for rating in found.ratings:
        other = turned_round.of(rating.bot)
        if rating.rating is None:
            assert other.rating is None
        else:
            assert other.rating == pytest.approx(-rating.rating, abs=1e-4)


@given(played=MATCHES)
def test_every_rating_is_finite_and_no_interval_has_no_width(played: list[MatchResult]) -> None:
    for prior in (None, 300):
        found = fit(played, prior=prior)
        for rating in found.ratings:
            if rating.rating is None:
                assert prior is None
                assert rating.standing is not Standing.MAIN or len(found.ratings) == sum(
                    other.rating is None for other in found.ratings
                )
            else:
                assert rating.error is not None
                assert 1 < rating.error < 1e4
                assert abs(rating.rating) < 3e3


M, A, B, X = Standing.MAIN, Standing.ABOVE, Standing.BELOW, Standing.APART


@pytest.mark.parametrize(("matches", "standings", "rated"), [
    pytest.param([*RATED_CIRCLE], {"a": M, "b": M, "c": M}, "abc", id="each beat one"),
    pytest.param([*RATED_CIRCLE, "ad 21"], {"a": M, "b": M, "c": M, "d": A}, "abc", id="won everything"),
    pytest.param([*RATED_CIRCLE, "ad 12"], {"a": M, "b": M, "c": M, "d": B}, "abc", id="lost everything"),
    pytest.param([*RATED_CIRCLE, "ad 11"], {"a": M, "b": M, "c": M, "d": M}, "abcd", id="one tie links"),
    pytest.param([*RATED_CIRCLE, "de 12"], {"a": M, "d": X, "e": X}, "abc", id="never met the others"),
    pytest.param([*RATED_CIRCLE, "de 11"], {"a": M, "d": X, "e": X}, "abcde", id="a second group of its own"),
    pytest.param([*RATED_CIRCLE, "da 12", "de 11"], {"a": M, "d": A, "e": A}, "abcde", id="a stronger pair"),
    pytest.param([*RATED_CIRCLE, "ad 12", "de 12"], {"a": M, "d": B, "e": B}, "abc", id="below through another"),
    pytest.param(["abc 123"], {"a": M, "b": B, "c": B}, "", id="one match of three"),
    pytest.param([*RATED_CIRCLE, "abcd 2221"], {"a": M, "d": A}, "abc", id="four seats: won the only match"),
])  # fmt: skip
def test_bots_that_can_not_be_compared_get_no_number(
    matches: list[str], standings: dict[str, Standing], rated: str
) -> None:
    found = fit(results(*matches))
    assert {bot: found.of(bot).standing for bot in standings} == standings
    assert {rating.bot for rating in found.ratings if rating.rating is not None} == set(rated)


def test_a_bot_without_a_number_leaves_the_others_ratings_alone() -> None:
    circle = [*RATED_CIRCLE, "ab 11"]
    without, with_one = fit(results(*circle)), fit(results(*circle, "ad 21", "abd 221"))
    assert with_one.of("d").rating is None
    assert with_one.of("c").rating == pytest.approx(without.of("c").rating)
    assert with_one.ratings[0].bot == "d"


def test_a_prior_gives_a_bot_that_won_everything_a_finite_rating_and_a_wide_interval() -> None:
    played = results(*RATED_CIRCLE, *["ad 21"] * 5)
    loose, tight = fit(played, prior=400).of("d"), fit(played, prior=50).of("d")
    assert loose.rating is not None
    assert tight.rating is not None
    assert loose.error is not None
    assert loose.rating > 2 * tight.rating > 0
    assert loose.error > 100
    assert fit(played, prior=400).prior == 400


def test_a_wide_prior_changes_nothing_where_the_results_speak() -> None:
    rng = np.random.default_rng(1)
    simulation = Simulation(bots=5, seats=4, deals=30)
    played = simulation.play(simulation.strengths(rng), rng)
    plain, wide = fit(played), fit(played, prior=20_000)
    for rating in plain.ratings:
        assert wide.of(rating.bot).rating == pytest.approx(rating.rating, abs=0.1)
        assert wide.of(rating.bot).error == pytest.approx(rating.error, abs=0.1)


def test_an_anchor_moves_the_scale_and_nothing_else() -> None:
    rng = np.random.default_rng(2)
    simulation = Simulation(bots=5, seats=2, deals=20)
    played = simulation.play(simulation.strengths(rng), rng)
    plain, anchored = fit(played), fit(played, anchors={"bot3": 1500})
    assert (anchored.of("bot3").rating, anchored.of("bot3").error) == (1500, 0)
    assert anchored.anchors == {"bot3": 1500}
    for one, other in zip(plain.superiority, anchored.superiority, strict=True):
        assert (one.difference, one.error) == pytest.approx((other.difference, other.error), abs=1e-6)
    against = next(pair for pair in plain.superiority if (pair.bot, pair.other) == ("bot0", "bot3"))
    assert anchored.of("bot0").error == pytest.approx(against.error)
    assert anchored.of("bot0").rating == pytest.approx(1500 + against.difference)


def test_two_anchors_both_stay_and_the_others_lie_between() -> None:
    found = fit(results("ab 12", "bc 12", "ba 12", "cb 12"), anchors={"a": 200, "c": 0})
    assert [rating.bot for rating in found.ratings] == ["a", "b", "c"]
    assert found.of("b").rating == pytest.approx(100)
    assert found.of("a").anchored
    assert not found.of("b").anchored


def test_anchors_link_groups_that_never_met() -> None:
    found = fit(results("ab 11", "cd 11"), anchors={"a": 100, "c": -100})
    assert {rating.bot: round(rating.rating or 0, 6) for rating in found.ratings} == {
        "a": 100, "b": 100, "c": -100, "d": -100,
    }  # fmt: skip


def test_superiority_is_a_probability_of_each_pair() -> None:
    found = fit(results(*["ab 12"] * 12, *["ab 21"] * 4, *["bc 12"] * 8, *["bc 21"] * 8))
    sure = {(pair.bot, pair.other): pair.probability for pair in found.superiority}
    assert len(sure) == 6
    for (bot, other), probability in sure.items():
        assert probability + sure[other, bot] == pytest.approx(1)
    assert sure["a", "b"] > 0.9
    assert sure["b", "c"] == pytest.approx(0.5)


def test_one_match_says_nothing_and_the_interval_admits_it() -> None:
    rating = fit(results("ab 11")).of("a")
    assert rating.low is not None
    assert rating.low < -300


def test_no_results_give_an_empty_table() -> None:
    assert fit([]).ratings == ()


@pytest.mark.parametrize(("played", "anchors", "prior", "says"), [
    pytest.param(["ab 12"], {"x": 1500.0}, None, "anchor x: no such bot in the results; they have a, b", id="anchor"),
    pytest.param(["ab 12"], {"a": float("nan")}, None, "anchor a: nan", id="anchor is no number"),
    pytest.param(["ab 12"], {}, 0.0, "invalid prior 0: use a standard", id="prior of nothing"),
    pytest.param(["ab 12"], {"a": 1e6}, None, "anchor a: 1e\\+06 is out of range", id="anchor out of this world"),
    pytest.param(["ab 12"], {"a": 5000.0, "b": 0.0}, None, "more than 4000 apart", id="anchors too far apart"),
    pytest.param(["ab 12"], {}, float("inf"), "prior inf", id="endless prior"),
])  # fmt: skip
def test_what_can_not_be_rated_is_refused(
    played: list[str], anchors: dict[str, float], prior: float | None, says: str
) -> None:
    with pytest.raises(UserError, match=says):
        fit(results(*played), anchors=anchors, prior=prior)
