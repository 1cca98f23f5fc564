"""The mix of bots that no bot beats: equal shares in a circle, all to a bot that beats everyone, and honest errors."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.support.results import result, results
from tournament.statistics import cycles as module
from tournament.statistics.cycles import Cycles, cycles, even_mixes
from tournament.statistics.league import Floats
from tournament.statistics.results import MatchResult

CIRCLE = np.array([[0.0, 0.25, -0.2], [-0.25, 0.0, 0.3], [0.2, -0.3, 0.0]])
"""How much more than half of the points each takes from each other: the mix is in proportion to 0.3, 0.2 and 0.25."""


def played(advantages: Floats, deals: int, rng: np.random.Generator) -> list[MatchResult]:
    """Every pair plays so many deals in four rotations, most of which have the result of the first one."""
    matches: list[MatchResult] = []
    for one, other in combinations(range(len(advantages)), 2):
        bots = "abcdefgh"[one] + "abcdefgh"[other]
        for deal in range(deals):
            draws = rng.random(4) < 0.5 + advantages[one, other]
            alike = np.where(rng.random(4) < 0.8, draws[0], draws)
            for won in alike:
                matches.append(result(len(matches), bots, "12" if won else "21", block=f"{bots}{deal}"))
    return matches


def shares(found: Cycles) -> dict[str, float]:
    assert not found.reason
    return {one.bot: one.share for one in found.mix}


def test_rock_paper_scissors_gives_equal_shares() -> None:
    circle = results(*["ab 12", "bc 12", "ca 12"] * 20)
    found = cycles(circle)
    assert shares(found) == pytest.approx({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})
    assert [one.points for one in found.mix] == pytest.approx([0.5] * 3)


def test_a_bot_that_beats_everyone_takes_all() -> None:
    """Although the others beat each other in a circle, and it wins only 55 % of its matches."""
    matches = [*["ab 12", "bc 12", "ca 12"] * 20]
    matches += [f"d{other} {'12' if number % 20 < 11 else '21'}" for other in "abc" for number in range(100)]
    found = cycles(results(*matches))
    assert found.mix[0].bot == "d"
    assert shares(found) == pytest.approx({"d": 1, "a": 0, "b": 0, "c": 0}, abs=1e-4)
    assert found.mix[0].points == pytest.approx(0.5, abs=1e-4)
    assert [one.points for one in found.mix[1:]] == pytest.approx([0.45] * 3, abs=1e-4)


def test_a_copy_of_a_bot_shares_its_part() -> None:
    twice = [0, 1, 2, 0]
    (alone, both) = (even_mixes(table[None])[0] for table in (CIRCLE, CIRCLE[np.ix_(twice, twice)]))
    assert alone == pytest.approx(np.array([0.4, 4 / 15, 1 / 3]), abs=5e-3)
    assert both == pytest.approx(np.array([alone[0] / 2, alone[1], alone[2], alone[0] / 2]), abs=5e-3)


def test_no_bot_beats_the_mix() -> None:
    rng = np.random.default_rng(4)
    for size in (3, 8, 25):
        drawn = np.clip(rng.normal(scale=0.2, size=(20, size, size)), -0.25, 0.25)
        tables = drawn - np.swapaxes(drawn, 1, 2)
        mixes = even_mixes(tables)
        assert mixes.sum(axis=1) == pytest.approx(np.ones(20))
        assert np.einsum("sij,sj->si", tables, mixes).max() < 3 * module.PRICE


@pytest.mark.parametrize("leagues", [60, pytest.param(800, marks=pytest.mark.long)])
def test_the_intervals_hold_as_often_as_they_say(leagues: int) -> None:
    """In leagues of duplicate deals, whose matches are far from independent."""
    rng = np.random.default_rng(6)
    true = dict(zip("abc", even_mixes(CIRCLE[None])[0], strict=True))
    held = []
    for _ in range(leagues):
        found = cycles(played(CIRCLE, 80, rng))
        held.append(np.mean([one.low <= true[one.bot] <= one.high for one in found.mix]))
    error = float(np.std(held)) / np.sqrt(leagues)
    assert np.mean(held) == pytest.approx(0.945, abs=3 * error + 0.015)


@pytest.mark.parametrize(("matches", "reason"), [
    pytest.param((), "at least three bots", id="no results"),
    pytest.param(("ab 12", "ab 21"), "at least three bots", id="two bots"),
    pytest.param(("abc 123",), "two deals", id="one deal"),
    pytest.param(("ab 12", "bc 12"), "1 pair of bots never met", id="a pair that never met"),
])  # fmt: skip
def test_the_reason_is_said_if_there_is_no_mix(matches: tuple[str, ...], reason: str) -> None:
    found = cycles(results(*matches))
    assert not found.mix
    assert reason in found.reason


def test_a_single_block_at_a_table_is_drawn_among_all() -> None:
    found = cycles(results("ab 12", "bc 12", "ca 12", "ab 21"))
    assert [one.bot for one in found.mix]
    assert all(0 <= one.low <= one.share <= one.high <= 1 for one in found.mix)


def test_equal_results_in_another_order_give_the_same_numbers() -> None:
    matches = played(CIRCLE, 10, np.random.default_rng(1))
    assert cycles(matches) == cycles(reversed(matches))
