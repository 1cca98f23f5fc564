"""When the order, the best few or the winner is settled, and how often that is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations

import msgspec
import numpy as np
import pytest

from tests.support.leagues import Simulation
from tournament.statistics.results import Block, MatchResult, blocks_of
from tournament.statistics.settled import LEAST, SettledRule, SettledTest, comparisons, limit

RISK = 0.05


def test_a_certain_difference_is_rare_at_all_times_together() -> None:
    """Of random walks without a drift, at most the stated share ever leaves the sequence."""
    rng = np.random.default_rng(1)
    runs, blocks = 1000, 5000
    walks = rng.normal(size=(runs, blocks)).cumsum(axis=1)
    times = np.arange(1, blocks + 1)
    left = (walks**2 / times > limit(100.0 / times, RISK, typical=1.0)).any(axis=1).mean()
    assert 0.01 <= left <= RISK + 3 * (RISK * (1 - RISK) / runs) ** 0.5


@pytest.mark.parametrize(("bots", "top"), [(2, 1), (4, None), (5, 1), (5, 2), (5, 4), (6, 3)])
def test_every_wrong_statement_contains_a_wrong_comparison(bots: int, top: int | None) -> None:
    """If none of these comparisons is wrong, no statement is, and there are as many as the rule divides the risk by."""
    names = range(bots)
    wrong: list[set[tuple[int, int]]] = []
    if top is None:
        for order in permutations(names):
            pairs = {(better, worse) for better, worse in combinations(order, 2) if better > worse}
            wrong += [pairs] if pairs else []
    else:
        for best in combinations(names, top):
            pairs = {(better, worse) for better in best for worse in set(names) - set(best) if better > worse}
            wrong += [pairs] if pairs else []
    if top is None:
        enough = {(bot + 1, bot) for bot in range(bots - 1)}
    else:
        last, first = top - 1, top
        enough = {(better, last) for better in range(first, bots)} | {(first, worse) for worse in range(top)}
        below, above = {(bot, first) for bot in range(first + 1, bots)}, {(last, bot) for bot in range(last)}
        enough |= min(below, above, key=len)
    assert all(pairs & enough for pairs in wrong)
    assert len(enough) == comparisons(bots, top)


def won(winner: str, loser: str, number: int) -> Block:
    name = f"m{number}"
    return Block(name, (MatchResult(match=name, number=number, block=name, bots=(winner, loser), places=(1, 2)),))


def test_a_winner_who_never_loses_is_settled_once_every_bot_has_enough_blocks() -> None:
    test = SettledTest(SettledRule(bots=("a", "b", "c"), top=1))
    rounds = 0
    while not test.state.order:
        assert rounds < 100
        for number, pair in enumerate((("a", "b"), ("a", "c"), ("b", "c") if rounds % 2 else ("c", "b"))):
            test.add(won(*pair, number=3 * rounds + number))
        rounds += 1
    assert test.state.order == ("a",)
    assert 2 * rounds >= LEAST
    ended = test.state
    assert test.add(won("b", "a", 9999))
    assert test.state == ended


def test_a_bot_that_has_not_played_yet_keeps_everything_open() -> None:
    test = SettledTest(SettledRule(bots=("a", "b", "c"), top=1))
    assert not any(test.add(won("a", "b", number)) for number in range(300))
    assert test.state.order is None
    assert (test.state.certain, test.state.needed) == (0, 2)


def test_unrated_matches_do_not_count() -> None:
    test = SettledTest(SettledRule(bots=("a", "b"), top=1))
    for number in range(300):
        (result,) = won("a", "b", number).results
        assert not test.add(Block(result.block, (msgspec.structs.replace(result, rated=False),)))
    assert test.state.blocks == 0


@dataclass(frozen=True)
class Case:
    """Leagues in which a statement is tested: equally strong bots (any statement is wrong), or drawn strengths."""

    simulation: Simulation
    top: int | None
    equal: bool = True


CASES = [
    pytest.param(Case(Simulation(bots=2, seats=2, deals=150), 1), id="winner of 2 equal bots"),
    pytest.param(Case(Simulation(bots=3, seats=2, deals=60), None), id="order of 3 equal bots"),
    pytest.param(Case(Simulation(bots=4, seats=2, deals=40, duplicate=True), 1), id="winner of 4, duplicate deals"),
    pytest.param(Case(Simulation(bots=5, seats=4, deals=30, duplicate=True, luck=0.6), 2), id="best 2 at 4 seats"),
    pytest.param(Case(Simulation(bots=4, seats=2, deals=60, spread=60), 1, equal=False), id="winner of 4 bots"),
    pytest.param(Case(Simulation(bots=4, seats=3, deals=60, spread=150), None, equal=False), id="order of 4 bots"),
]


def settled_and_wrong(case: Case, leagues: int, seed: int) -> tuple[int, int]:
    """How many leagues were settled, and how many of them wrongly."""
    rng = np.random.default_rng(seed)
    settled = wrong = 0
    for _ in range(leagues):
        strengths = case.simulation.strengths(rng)
        if case.equal:
            strengths = dict.fromkeys(strengths, 0.0)
        test = SettledTest(SettledRule(bots=tuple(strengths), top=case.top, risk=RISK))
        played = blocks_of(case.simulation.play(strengths, rng))
        for block in sorted(played, key=lambda block: int(block.id.rpartition("/")[2])):  # deal by deal
            if test.add(block):
                break
        if (order := test.state.order) is not None:
            settled += 1
            true = sorted(strengths, key=lambda bot: -strengths[bot])
            is_true = order == tuple(true) if case.top is None else set(order) == set(true[: case.top])
            wrong += case.equal or not is_true
    return settled, wrong


@pytest.mark.parametrize("case", CASES)
def test_what_is_settled_is_rarely_wrong(case: Case) -> None:
    leagues = 6
    _, wrong = settled_and_wrong(case, leagues, seed=1)
    assert wrong <= 2


def test_clear_differences_are_settled() -> None:
    case = Case(Simulation(bots=3, seats=2, deals=100, spread=300), 1, equal=False)
    settled, wrong = settled_and_wrong(case, leagues=10, seed=3)
    assert settled >= 5
    assert wrong == 0


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_what_is_settled_is_rarely_wrong_in_long(case: Case) -> None:
    leagues = 2000
    settled, wrong = settled_and_wrong(case, leagues, seed=2)
    print(f"{case}: {settled} of {leagues} settled, {wrong} wrong")
    assert wrong <= RISK * leagues
