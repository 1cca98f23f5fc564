"""A sequential test of one bot against another: its figures, and how often it errs."""

from __future__ import annotations

from math import log

import msgspec
import numpy as np
import pytest

from tests.support.sequences import Tables, share_of_h1
from tournament.statistics.league import Floats
from tournament.statistics.results import Block, MatchResult
from tournament.statistics.sprt import LEAST, NORMALIZED_ELO, Model, SprtRule, SprtTest, llr, share_of

RULE = SprtRule(bot="new", other="old", elo0=0, elo1=30)


def result(places: tuple[int, ...], number: int = 0, bots: tuple[str, ...] = ("new", "old")) -> MatchResult:
    return MatchResult(match=f"m{number}", number=number, block="b", bots=bots, places=places)


def unrated(one: MatchResult) -> MatchResult:
    return msgspec.structs.replace(one, rated=False)


def block(*results: MatchResult) -> Block:
    return Block("b", results)


WON, TIED, LOST = (block(result(places)) for places in ((1, 2), (1, 1), (2, 1)))


def of_counts(rule: SprtRule, counts: list[int]) -> float:
    """The LLR of blocks with shares from 0 to 1 in equal steps."""
    away = np.linspace(-0.5, 0.5, len(counts))
    numbers: Floats = np.array(counts, dtype=np.float64)
    return float(llr(rule, sum(counts), float(numbers @ away), float(numbers @ away**2)))


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "counts", "published"),
    [
        pytest.param("normalized", 0, 2, [365, 16618, 36229, 16974, 390], 2.25, id="normalized, pairs 1"),
        pytest.param("normalized", -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01, id="normalized, pairs 2"),
        pytest.param("normalized", 0, 2, [379, 10170, 21828, 10640, 343], 2.946, id="normalized, pairs 3"),
        pytest.param("logistic", 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07, id="logistic, pairs 1"),
        pytest.param("logistic", 0, 2, [871, 26175, 55983, 26678, 821], -4.98, id="logistic, pairs 2"),
        pytest.param("normalized", 0, 2, [36027, 68692, 36433], 0.92, id="normalized, games 1"),
        pytest.param("normalized", -1.75, 0.25, [10650, 20431, 10871], 2.30, id="normalized, games 2"),
        pytest.param("logistic", 0.5, 2.5, [21184, 40708, 21404], -1.57, id="logistic, games 1"),
        pytest.param("logistic", 0, 2, [57030, 106593, 57433], -2.59, id="logistic, games 2"),
    ],
)
def test_the_ratio_is_the_one_that_fastchess_publishes(
    model: Model, elo0: float, elo1: float, counts: list[int], published: float
) -> None:
    """The figures are those in fastchess's tests of its multinomial LLR, and in its pull request 783."""
    rotations = 2 if len(counts) == 5 else 1
    rule = SprtRule(bot="a", other="b", elo0=elo0, elo1=elo1, model=model, rotations=rotations)
    assert of_counts(rule, counts) == pytest.approx(published, abs=0.006)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize("blocks", [1, 2, 20, 100_000])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (-1000, -500), (500, 1000)])
@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_blocks_that_are_all_alike_give_a_finite_ratio(
    model: Model, blocks: int, elo0: float, elo1: float, share: float
) -> None:
    """Their error is zero: in fastchess, the ratio was not a number."""
    away = share - 0.5
    rule = SprtRule(bot="a", other="b", elo0=elo0, elo1=elo1, model=model, rotations=2)
    assert np.isfinite(llr(rule, blocks, blocks * away, blocks * away**2))


def test_only_ties_speak_for_no_difference() -> None:
    assert of_counts(RULE, [0, 500, 0]) < 0
    assert of_counts(RULE, [0, 0, 50]) > 2.94


def test_a_share_is_the_mean_over_the_rated_matches_of_a_block() -> None:
    table = ("x", "new", "y", "old")
    four = block(
        result((1, 2, 3, 4), 0, table),
        result((1, 2, 4, 2), 1, table),
        result((1, 4, 3, 2), 2, table),
        unrated(result((4, 1, 3, 2), 3, table)),
    )
    assert share_of(four, "new", "old") == 0.5
    assert share_of(four, "old", "x") == 0
    assert share_of(four, "new", "z") is None
    assert share_of(block(unrated(result((1, 2)))), "new", "old") is None


def test_a_test_accepts_when_the_ratio_reaches_a_bound() -> None:
    test = SprtTest(RULE)
    added = 0
    while not test.add(WON):
        added += 1
        assert test.state.llr < test.state.upper or added < LEAST
    assert test.state.accepted == "H1"
    assert test.state.blocks == added + 1
    assert test.state.llr >= test.state.upper == pytest.approx(log(0.95 / 0.05))
    assert test.state.counts == {1.0: added + 1}


def test_after_the_end_nothing_changes() -> None:
    test = SprtTest(RULE)
    while not test.add(LOST):
        pass
    ended = test.state
    assert ended.accepted == "H0"
    assert all(test.add(WON) for _ in range(1000))
    assert test.state == ended


def test_blocks_without_both_bots_do_not_count() -> None:
    test = SprtTest(RULE)
    assert not any(test.add(block(result((1, 2), bots=("new", "third")))) for _ in range(1000))
    assert test.state.blocks == 0
    assert test.state.elo is None


def test_the_estimate_is_in_the_units_of_the_test() -> None:
    normalized = SprtTest(SprtRule(bot="new", other="old", elo0=0, elo1=5, rotations=1))
    logistic = SprtTest(SprtRule(bot="new", other="old", elo0=0, elo1=5, model="logistic"))
    for test in (normalized, logistic):
        for one in [WON, LOST, WON, TIED] * 4:
            test.add(one)
    away, error = 0.125, (3 / 16 - 1 / 64 + 0.25 / 16) ** 0.5
    assert normalized.state.elo == pytest.approx(NORMALIZED_ELO * away / error)
    share = (16 * 0.625 + 0.5) / 17
    assert logistic.state.elo == pytest.approx(400 * np.log10(share / (1 - share)))


TABLES = [
    pytest.param(Tables(seats=2, duplicate=False), id="2 seats"),
    pytest.param(Tables(seats=2, duplicate=True), id="2 seats, duplicate deals"),
    pytest.param(Tables(seats=2, duplicate=True, points=3.0), id="2 seats, duplicate deals, most tied"),
    pytest.param(Tables(seats=4, duplicate=False), id="4 seats"),
    pytest.param(Tables(seats=4, duplicate=True), id="4 seats, duplicate deals"),
    pytest.param(Tables(seats=4, duplicate=True, points=2.0, luck=0.8), id="4 seats, duplicate deals, luck and ties"),
]


def assert_errors_within_bounds(tables: Tables, elo1: float, runs: int, seed: int) -> None:
    """Within three standard errors for this number of runs."""
    rng = np.random.default_rng(seed)
    rule = SprtRule(bot="a", other="b", elo0=0, elo1=elo1, rotations=tables.rotations)
    most = max(3 * LEAST, int(20_000_000 / elo1**2 / tables.rotations))
    equal = tables.blocks(rng)
    false_h1, open_at_0 = share_of_h1(rule, equal, runs, most, rng)
    true_h1, open_at_1 = share_of_h1(rule, tables.stronger(equal, elo1), runs, most, rng)
    print(f"{tables}, elo1 {elo1}: H1 at 0 {false_h1:.4f}, H0 at elo1 {1 - true_h1:.4f}")
    chance = 3 * (0.05 * 0.95 / runs) ** 0.5
    assert open_at_0 <= 0.002
    assert open_at_1 <= 0.002
    assert false_h1 <= 0.05 + chance
    assert 1 - true_h1 <= 0.05 + chance


@pytest.mark.parametrize("tables", TABLES)
def test_both_errors_are_within_their_bounds(tables: Tables) -> None:
    assert_errors_within_bounds(tables, elo1=100, runs=300, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("elo1", [20, 50, 100, 200])
@pytest.mark.parametrize("tables", TABLES)
def test_both_errors_are_within_their_bounds_in_long(tables: Tables, elo1: float) -> None:
    assert_errors_within_bounds(tables, elo1, runs=500 if elo1 < 50 else 4000, seed=2)
