"""A rating over several games: the mean over them, with errors that are right in simulated leagues."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.leagues import Simulation
from tests.support.results import result, results
from tournament.errors import UserError
from tournament.statistics.fit import fit
from tournament.statistics.over_games import rate_over_games
from tournament.statistics.results import MatchResult

LEVEL = results(*["ab 12", "ba 12", "ab 12", "ac 12", "ca 12", "bc 12", "cb 12", "bc 12"] * 5)


def test_one_rating_is_the_mean_over_the_games() -> None:
    other = results(*["ab 21", "ba 12", "ac 12", "ca 12", "bc 21", "cb 12"] * 5)
    found = rate_over_games({"x": LEVEL, "y": other})
    fits = {"x": fit(LEVEL), "y": fit(other)}
    assert found.fits == fits
    assert found.common == ("a", "b", "c")
    for one in found.bots:
        expected = [fits[game].of(one.bot) for game in "xy"]
        assert one.rating == pytest.approx(np.mean([rating.rating for rating in expected]))
        assert one.error == pytest.approx(np.sqrt(sum((rating.error or 0) ** 2 for rating in expected)) / 2)
        assert [one.games[game].rating for game in "xy"] == pytest.approx([rating.rating for rating in expected])
        assert [one.games[game].error for game in "xy"] == pytest.approx([rating.error for rating in expected])
    overall = [one.rating for one in found.bots if one.rating is not None]
    assert overall == sorted(overall, reverse=True)


def test_a_bot_of_one_game_changes_nothing_for_the_others() -> None:
    """A weak bot in one game lifts the others above its mean, but not above those of the other game."""
    weak = [result(100 + number, "ad", "12" if number % 10 else "21") for number in range(40)]
    alone, both = rate_over_games({"x": LEVEL, "y": LEVEL}), rate_over_games({"x": [*LEVEL, *weak], "y": LEVEL})
    assert both.common == alone.common == ("a", "b", "c")
    assert [one.bot for one in both.bots] == [*(one.bot for one in alone.bots), "d"]
    for one, other in zip(alone.bots, both.bots, strict=False):
        assert other.rating == pytest.approx(one.rating, abs=1e-6)
        assert other.games["x"].error == pytest.approx(one.games["x"].error, rel=0.02)
    assert both.bots[-1].rating is None
    assert both.bots[-1].games["x"].rating < -200


def test_games_without_common_bots_have_no_overall_rating() -> None:
    found = rate_over_games({"x": results("ab 12", "ab 21"), "y": results("cd 12", "cd 21")})
    assert not found.common
    assert [one.rating for one in found.bots] == [None] * 4
    assert all(one.games for one in found.bots)


def test_anchors_hold_in_each_game() -> None:
    found = rate_over_games({"x": LEVEL, "y": LEVEL[8:]}, anchors={"a": 1500})
    (anchored,) = [one for one in found.bots if one.bot == "a"]
    assert (anchored.rating, anchored.error) == (1500, 0)


@pytest.mark.parametrize("leagues", [60, pytest.param(800, marks=pytest.mark.long)])
def test_the_intervals_hold_as_often_as_they_say(leagues: int) -> None:
    """Over two games of different size, in one of which further bots take part."""
    rng = np.random.default_rng(4)
    held = []
    for _ in range(leagues):
        matches, true = {}, []
        for game, kind in (("x", Simulation(bots=4, seats=2, deals=25)), ("y", Simulation(bots=6, seats=2, deals=10))):
            strengths = kind.strengths(rng)
            matches[game] = kind.play(strengths, rng)
            common = np.array([strengths[f"bot{number}"] for number in range(4)])
            true.append(common - common.mean())
        found = {one.bot: one for one in rate_over_games(matches).bots}
        for number, strength in enumerate(np.mean(true, axis=0)):
            one = found[f"bot{number}"]
            if one.low is not None and one.high is not None:
                held.append(one.low <= strength <= one.high)
    assert len(held) > 3 * leagues
    assert np.mean(held) == pytest.approx(0.95, abs=3 * 0.22 / np.sqrt(len(held)) * 1.5 + 0.01)


def test_too_many_bots_are_refused() -> None:
    bots = [f"bot{number}" for number in range(102)]
    ring = [
        MatchResult(match=f"m{number}", number=number, block=f"m{number}", bots=(bot, bots[number - 1]), places=(1, 1))
        for number, bot in enumerate(bots)
    ]
    with pytest.raises(UserError, match="y: 102 bots; a rating over several games takes at most 100"):
        rate_over_games({"x": LEVEL, "y": ring})
