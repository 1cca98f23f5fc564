"""The knock-out: who meets whom, who goes on, and how the bracket is drawn."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.contests import Playing, by_strength, played, result_of
from tests.support.tournaments import a_plan, check_that_interruptions_change_nothing
from tournament.errors import UserError
from tournament.formats.bracket import order_of_seeds
from tournament.formats.contract import Contest
from tournament.formats.knockout import BracketResults, TieState, champion_of
from tournament.formats.knockout_showing import knockout_tables
from tournament.formats.rehearsal import expected_slots
from tournament.plan.plan import Plan
from tournament.schedule.slots import Slot
from tournament.statistics.results import MatchResult
from tournament.storage.store import open_store


def knockout(bots: int, **keys: Any) -> Plan:
    names = " ".join(f"b{number}=first" for number in range(bots))
    chosen: dict[str, Any] = {"kind": "knockout", "deals": 1, "duplicate": False} | keys
    return a_plan(names, **chosen)


def better_seed(slot: Slot) -> MatchResult:
    """The better seed wins."""
    return result_of(slot, [-float(bot[1:]) for bot in slot.bots])


def lost_ties(contest: Contest) -> Counter[str]:
    results = BracketResults(contest).ties.values()
    return Counter(one.loser for one in results if one.loser is not None and one.tie.name != "third place")


FIELDS = st.tuples(st.integers(2, 20), st.integers(0, 10_000), st.sampled_from([0.0, 0.4]))


@settings(max_examples=40, deadline=None)
@given(FIELDS, st.sampled_from(["single", "double"]))
def test_everyone_but_the_winner_loses_the_same_number_of_ties(field: tuple[int, int, float], elimination: str) -> None:
    bots, seed, ties = field
    plan = knockout(bots, elimination=elimination, deals=1 + seed % 3)
    contest = played(plan, by_strength({f"b{n}": 0.2 * n for n in range(bots)}, ties=ties, seed=seed)).contest
    results = BracketResults(contest)
    champion, lost = champion_of(results), lost_ties(contest)
    assert champion is not None
    assert all(one.state in {TieState.DECIDED, TieState.NOT_NEEDED} for one in results.ties.values())
    times = 1 if elimination == "single" else 2
    assert {lost[f"b{n}"] for n in range(bots) if f"b{n}" != champion} == {times}
    assert lost[champion] < times


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 33))
def test_the_two_best_seeds_meet_in_the_final_and_the_best_have_the_byes(bots: int) -> None:
    contest = played(knockout(bots, third_place=bots > 3), better_seed).contest
    by_name = {one.tie.name: one for one in BracketResults(contest).ties.values()}
    assert (by_name["final"].winner, by_name["final"].loser) == ("b0", "b1")
    if bots > 3:
        assert (by_name["third place"].winner, by_name["third place"].loser) == ("b2", "b3")
    byes = [one.winner for one in BracketResults(contest).ties.values() if None in one.bots]
    assert sorted(byes, key=lambda bot: int(str(bot)[1:])) == [f"b{n}" for n in range(len(byes))]
    assert bots + len(byes) in {2, 4, 8, 16, 32, 64}


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 12), st.integers(0, 10_000), st.sampled_from(["single", "double"]))
def test_matches_at_once_and_interruptions_change_nothing(bots: int, seed: int, elimination: str) -> None:
    plan = knockout(bots, elimination=elimination, deals=2)
    outcome = by_strength({f"b{n}": 0.2 * n for n in range(bots)}, ties=0.3, seed=seed)
    unbroken = played(plan, outcome, duplicate=True).contest
    playing = Playing(plan, outcome, duplicate=True)
    while not playing.is_over:
        playing.play(Random(seed), at_once=1 + seed % 5, most=1 + seed % 7)
    assert playing.contest.drawn == unbroken.drawn


REGION = ((((1, 16), (8, 9)), ((5, 12), (4, 13))), (((6, 11), (3, 14)), ((7, 10), (2, 15))))
"""The published bracket of 16 seeds of a region of the NCAA basketball tournament."""


def test_the_bracket_is_that_of_a_published_tournament() -> None:
    def unordered(tree: Any) -> Any:
        return tree if isinstance(tree, int) else frozenset(map(unordered, tree))

    level: list[Any] = [seed + 1 for seed in order_of_seeds(16)]
    while len(level) > 1:
        level = [*zip(level[::2], level[1::2], strict=True)]
    assert unordered(level[0]) == unordered(REGION)


@settings(max_examples=20, deadline=None)
@given(FIELDS, st.integers(1, 5))
def test_seats_are_even_in_every_tie(field: tuple[int, int, float], deals: int) -> None:
    bots, seed, ties = field
    plan = knockout(bots, deals=deals)
    contest = played(plan, by_strength({f"b{n}": 0.2 * n for n in range(bots)}, ties=ties, seed=seed)).contest
    first = Counter((drawn.table, drawn.bots[0]) for drawn in contest.drawn)
    for drawn in contest.drawn:
        one, other = (first[drawn.table, bot] for bot in drawn.bots)
        assert abs(one - other) <= 1


def test_bots_are_seeded_by_the_ratings_of_the_plan() -> None:
    contest = played(knockout(4, ratings={"b3": 1700.0, "b1": 1500.0}), better_seed).contest
    assert BracketResults(contest).seeds == ["b3", "b1", "b0", "b2"]
    assert [frozenset(drawn.bots) for drawn in contest.drawn[:2]] == [{"b3", "b2"}, {"b1", "b0"}]


def test_further_deals_are_played_until_one_decides() -> None:
    def third_deal(slot: Slot) -> MatchResult:
        return result_of(slot, [float(slot.deal == 3 and bot == "b1") for bot in slot.bots])

    contest = played(knockout(2, deals=1), third_deal).contest
    assert [(drawn.block, drawn.stage) for drawn in contest.drawn] == [
        ("d001-t001", 0),
        ("d002-t001", 1),
        ("d003-t001", 2),
    ]
    assert contest.drawn[0].bots == contest.drawn[1].bots[::-1], "without duplicate deals, the seats change"
    assert champion_of(BracketResults(contest)) == "b1"


def test_after_the_last_further_deal_the_better_seed_goes_on() -> None:
    playing = played(knockout(2, further_deals=2), lambda slot: result_of(slot, [0.0, 0.0]))
    assert (len(playing.slots), playing.answer.over) == (3, "b0 has won")


@pytest.mark.parametrize("played_before", [0, 1, 4])
def test_the_opponent_of_a_withdrawn_bot_goes_on(played_before: int) -> None:
    """With 0 matches of its first tie played, 1, and both."""
    plan = knockout(4, deals=2)
    playing = Playing(plan, better_seed)
    playing.play(most=played_before)
    bots = [msgspec.structs.replace(bot, withdrawn=bot.name == "b0") for bot in plan.bots]
    playing.change(msgspec.structs.replace(plan, bots=bots))
    results = BracketResults(playing.play())
    first = results.ties[1].winner
    assert (first, champion_of(results)) == (("b0", "b1") if played_before == 4 else ("b3", "b1"))


def test_a_tie_that_was_drawn_keeps_its_bots_if_one_before_it_ends_in_another_way() -> None:
    """The first semi-final is played again after the final, and its loser wins."""
    contest = played(knockout(4, third_place=True), better_seed).contest
    (again,) = contest.results[contest.drawn[0].block]
    results = dict(contest.results) | {again.block: [msgspec.structs.replace(again, places=again.places[::-1])]}
    found = BracketResults(msgspec.structs.replace(contest, results=results))
    assert found.ties[1].winner == "b3"
    assert [(one.tie.name, one.bots, one.winner) for one in list(found.ties.values())[2:]] == [
        ("final", ("b0", "b1"), "b0"),
        ("third place", ("b2", "b3"), "b2"),
    ]
    assert champion_of(found) == "b0"
    (open_again,) = knockout_tables(msgspec.structs.replace(contest, results=results | {again.block: []}))
    assert open_again.title == "Knock-out: b0 has won"


def test_the_bracket_is_drawn() -> None:
    playing = Playing(knockout(5, deals=2), better_seed)
    playing.play(most=2)
    (shown,) = knockout_tables(playing.contest)
    assert shown.title == "Knock-out: not decided yet"
    (shown,) = knockout_tables(playing.play())
    assert shown.title == "Knock-out: b0 has won"
    assert shown.rows == [
        ["quarter-finals", "b3 - b4", "2:0", "2", "b3"],
        ["semi-finals", "b0 - b3", "2:0", "2", "b0"],
        ["semi-finals", "b1 - b2", "2:0", "2", "b1"],
        ["final", "b0 - b1", "2:0", "2", "b0"],
    ]
    assert shown.drawing == [
        "",
        "The bracket:",
        "1 b0─┐",
        "     │ b0    ─┐",
        "bye ─┘        │",
        "              │ b0 2:0─┐",
        "4 b3─┐        │        │",
        "     │ b3 2:0─┘        │",
        "5 b4─┘                 │",
        "                       │ b0 2:0",
        "2 b1─┐                 │",
        "     │ b1    ─┐        │",
        "bye ─┘        │        │",
        "              │ b1 2:0─┘",
        "3 b2─┐        │",
        "     │ b2    ─┘",
        "bye ─┘",
    ]


@pytest.mark.parametrize("elimination", ["single", "double"])
def test_every_match_can_be_the_last_one_before_an_interruption(tmp_path: Path, elimination: str) -> None:
    bots = "a=greedy b=random c=first d=greedy e=random"
    plan = a_plan(bots, kind="knockout", deals=1, deals_from_seed=True, elimination=elimination)
    check_that_interruptions_change_nothing(tmp_path, plan)
    assert len(expected_slots(plan, duplicate=True)) == 2 * (4 if elimination == "single" else 8)


def test_no_bot_enters_after_the_beginning(tmp_path: Path) -> None:
    with open_store(tmp_path / "t.db", knockout(3), duplicate=True):
        pass
    with (
        pytest.raises(UserError, match="bot b3: no bot can enter a knock-out that has begun"),
        open_store(tmp_path / "t.db", knockout(4), duplicate=True),
    ):
        pass


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ({"seats": 3}, "format.kind: a knock-out needs tables of 2 seats, but the plan has 3"),
        ({"further_deals": -1}, "format.further_deals: -1 is out of range: use 0 to 1000"),
        ({"third_place": True, "elimination": "double"}, "format.third_place: with double elimination, the losers'"),
        ({"kind": "swiss", "third_place": True}, 'only a knock-out has third_place: write kind = "knockout"'),
        ({"ratings": {"x": 3.0}}, '"x" is not a bot of this plan'),
        (
            {"kind": "gauntlet", "ratings": {"b1": 3.0}},
            "a knock-out or a tournament with groups has ratings",
        ),
    ],
)
def test_a_wrong_plan_is_refused(keys: dict[str, Any], what: str) -> None:
    with pytest.raises(UserError) as refused:
        knockout(4, **keys)
    assert what in str(refused.value)
