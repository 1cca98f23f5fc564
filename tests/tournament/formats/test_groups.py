"""Groups and what follows: who is in which group, who plays on, and whom they meet then."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.contests import Playing, by_strength, played, result_of
from tests.support.databases import in_database
from tests.support.tournaments import a_plan, check_that_interruptions_change_nothing, play_left
from tournament.errors import UserError
from tournament.formats.course import shown_by_format
from tournament.formats.groups import apart, group_standings, groups_of, second_part
from tournament.formats.groups_showing import group_name
from tournament.formats.rehearsal import expected_slots
from tournament.plan.plan import Plan
from tournament.schedule.slots import Slot
from tournament.statistics.results import MatchResult
from tournament.storage.deciding import replay
from tournament.storage.repairing import repair
from tournament.storage.store import open_store
from tournament.storage.verifying import verify_archive


def cup(bots: int, seats: int = 2, **keys: Any) -> Plan:
    names = " ".join(f"b{number}=first" for number in range(bots))
    chosen: dict[str, Any] = {"kind": "groups", "deals": 1, "duplicate": False} | keys
    return a_plan(names, seats, **chosen)


def better_seed(slot: Slot) -> MatchResult:
    return result_of(slot, [-float(bot[1:]) for bot in slot.bots])


CUPS = st.tuples(st.integers(1, 4), st.integers(2, 4), st.integers(1, 3), st.integers(0, 10_000))
THEN = st.sampled_from(["knockout", "swiss", "round-robin"])


def a_cup(drawn: tuple[int, int, int, int], then: str) -> tuple[Plan, dict[str, float], int]:
    """A plan, the strengths of its bots and how many play on."""
    groups, least, advance, seed = drawn
    advance = max(min(advance, least), 2 if groups == 1 else 1)
    bots = groups * least + seed % groups
    plan = cup(bots, groups=groups, advance=advance, then=then, seed=seed, deals=1 + seed % 2)
    return plan, {f"b{number}": 0.3 * number for number in range(bots)}, groups * advance


@settings(max_examples=40, deadline=None)
@given(CUPS, THEN, st.sampled_from([0.0, 0.4]))
def test_every_promise_is_kept(drawn: tuple[int, int, int, int], then: str, ties: float) -> None:
    """All of a group meet equally often in even seats, the first play on, and only they."""
    plan, strengths, through = a_cup(drawn, then)
    contest = played(plan, by_strength(strengths, ties=ties, seed=drawn[3])).contest
    groups = groups_of(contest)
    sizes = [len(group) for group in groups]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(bot for group in groups for bot in group) == sorted(strengths)
    first = [one for one in contest.drawn if one.stage == 0]
    met = Counter(frozenset(one.bots) for one in first)
    assert met == {frozenset(pair): plan.format.deals for group in groups for pair in combinations(group, 2)}
    seats = Counter((bot, seat) for one in first for seat, bot in enumerate(one.bots))
    assert all(abs(seats[bot, 0] - seats[bot, 1]) <= 1 for bot in strengths)
    on = {line.bot for lines in group_standings(contest) for line in lines[: plan.format.advance]}
    second = second_part(contest)
    assert {bot.name for bot in second.plan.bots} == on
    assert len(on) == through
    assert {bot for one in second.drawn for bot in one.bots} == on
    assert len({one.block for one in contest.drawn}) == len(contest.drawn)


@settings(max_examples=15, deadline=None)
@given(CUPS, THEN, st.integers(1, 6))
def test_matches_at_once_and_interruptions_change_nothing(
    drawn: tuple[int, int, int, int], then: str, at_once: int
) -> None:
    plan, strengths, _ = a_cup(drawn, then)
    outcome = by_strength(strengths, ties=0.2, seed=drawn[3])
    unbroken = played(plan, outcome, duplicate=True).contest
    playing = Playing(plan, outcome, duplicate=True)
    while not playing.is_over:
        playing.play(Random(drawn[3]), at_once=at_once, most=1 + drawn[3] % 7)
    assert playing.contest.drawn == unbroken.drawn
    assert shown_by_format(playing.contest) == shown_by_format(unbroken)


def test_the_bots_are_dealt_to_the_groups_forwards_and_backwards() -> None:
    plan = cup(10, groups=3, ratings={"b9": 2000.0})
    contest = Playing(plan, better_seed).play(most=1)
    assert groups_of(contest) == [["b9", "b4", "b5"], ["b0", "b3", "b6"], ["b1", "b2", "b7", "b8"]]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(1, 4))
def test_bots_of_a_group_do_not_meet_at_once_in_the_knockout(groups: int, advance: int) -> None:
    names = [[f"{group}.{place}" for place in range(advance)] for group in range(groups)]
    places = [[group[place] for group in names] for place in range(advance)]
    seeds = apart(places, names)
    for number, place in enumerate(places):
        assert sorted(seeds[groups * number : groups * (number + 1)]) == sorted(place)
    size = 2
    while size < len(seeds):
        size *= 2
    pairs = [(seed, size - 1 - seed) for seed in range(size // 2) if size - 1 - seed < len(seeds)]
    assert [pair for pair in pairs if seeds[pair[0]][0] == seeds[pair[1]][0]] == []


def test_the_first_of_two_groups_meet_the_seconds_of_the_other_one() -> None:
    contest = played(cup(6), better_seed).contest
    assert groups_of(contest) == [["b0", "b3", "b4"], ["b1", "b2", "b5"]]
    assert [set(one.bots) for one in contest.drawn if one.stage == 1] == [{"b0", "b2"}, {"b1", "b3"}]
    assert [set(one.bots) for one in contest.drawn if one.stage == 2] == [{"b0", "b1"}]


def test_the_standings_of_the_groups_are_shown_below_what_follows() -> None:
    plan = cup(6, deals=2, tie_breaks=["head-to-head"])
    playing = Playing(plan, better_seed)
    playing.play(most=11)
    first, second = shown_by_format(playing.contest)
    assert (first.title, second.title) == ("Group A", "Group B")
    knockout, first, _ = shown_by_format(playing.play())
    assert knockout.title == "Knock-out: b0 has won"
    assert first.heads == ["", "bot", "points", "head-to-head", "1", "2", "3"]
    assert first.rows == [
        ["1", "b0", "2", "0", "x", "2:0", "2:0"],
        ["2", "b3", "1", "0", "0:2", "x", "2:0"],
        ["3", "b4", "0", "0", "0:2", "0:2", "x"],
    ]
    assert second.notes[-1] == ("The first 2 play on; of bots that no tie-break separates, the better seeds play on.")
    final, *_ = shown_by_format(played(cup(6, then="round-robin"), better_seed).contest)
    assert (final.title, [row[1] for row in final.rows]) == ("Final group", ["b0", "b1", "b2", "b3"])
    swiss, *_ = shown_by_format(played(cup(8, then="swiss"), better_seed).contest)
    assert swiss.title == "Swiss: 2 of 2 rounds drawn"
    assert [group_name(number) for number in (0, 25, 26, 700)] == ["A", "Z", "AA", "ZY"]


CANDIDATES = {
    "vachier": "x1====1=",
    "nepo": "0x=11=1=",
    "caruana": "==x===01",
    "giri": "=0=x===1",
    "wang": "=0==x=1=",
    "grischuk": "=====x==",
    "ding": "001=0=x=",
    "alekseenko": "==00===x",
}
"""The Candidates Tournament of chess after its first half (2020): what each player took from the players in this order.

Published with points and Sonneborn-Berger at yottachess.com/notice/the-keys-to-the-restart-of-the-candidates-tournament
for the first five.
"""


def test_the_standings_of_a_published_tournament_come_out() -> None:
    names = [*CANDIDATES]

    def outcome(slot: Slot) -> MatchResult:
        first, second = slot.bots
        taken = {"1": 1.0, "=": 0.5, "0": 0.0}[CANDIDATES[first][names.index(second)]]
        return result_of(slot, [taken, 1 - taken])

    keys: dict[str, Any] = {"kind": "groups", "groups": 1, "tie_breaks": ["sonneborn-berger"], "duplicate": False}
    contest = played(a_plan(" ".join(f"{name}=first" for name in names), deals=1, **keys), outcome).contest
    ((*lines,),) = group_standings(contest)
    found = {line.bot: (line.points, *line.tie_breaks) for line in lines}
    assert (
        found
        | {
            "vachier": (4.5, 15.25),
            "nepo": (4.5, 14.25),
            "caruana": (3.5, 12.25),
            "giri": (3.5, 11.25),
            "wang": (3.5, 11.25),
        }
        == found
    )
    assert [line.bot for line in lines[:2]] == [bot.name for bot in second_part(contest).plan.bots]
    assert [line.bot for line in lines[:2]] == ["vachier", "nepo"]


def test_larger_tables_have_groups_too() -> None:
    plan = cup(9, 3, groups=2, advance=2, then="round-robin", deals=3)
    contest = played(plan, better_seed).contest
    assert {len(one.bots) for one in contest.drawn} == {3}
    seats = Counter((bot, seat) for one in contest.drawn if one.stage == 0 for seat, bot in enumerate(one.bots))
    for bot in plan.bots:
        counts = [seats[bot.name, seat] for seat in range(3)]
        assert max(counts) - min(counts) <= 1
    (final, first, _) = shown_by_format(contest)
    assert [row[1] for row in final.rows] == ["b0", "b1", "b2", "b3"]
    assert first.heads[-1] == "tables"


@pytest.mark.parametrize("before", [0, 5, 13])
def test_instead_of_a_withdrawn_bot_the_next_one_plays_on(before: int) -> None:
    plan = cup(6, deals=2)
    playing = Playing(plan, better_seed)
    playing.play(most=before)
    bots = [msgspec.structs.replace(bot, withdrawn=bot.name == "b0") for bot in plan.bots]
    playing.change(msgspec.structs.replace(plan, bots=bots))
    contest = playing.play()
    seeds = [bot.name for bot in second_part(contest).plans[0].bots]
    assert seeds == (["b0", "b1", "b3", "b2"] if before == 13 else ["b3", "b1", "b4", "b2"])
    assert playing.answer.over == "b1 has won"


def test_whoever_plays_on_was_decided_once_and_for_all() -> None:
    """After the first round of the knock-out was drawn, matches of a group end in another way."""
    contest = played(cup(9, groups=3), better_seed).contest
    seeds = [bot.name for bot in second_part(contest).plan.bots]
    for one in (one for one in contest.drawn if one.stage == 0):
        (again,) = contest.results[one.block]
        results = dict(contest.results) | {one.block: [msgspec.structs.replace(again, places=again.places[::-1])]}
        changed = msgspec.structs.replace(contest, results=results)
        now = [bot.name for bot in second_part(changed).plan.bots]
        assert len({*now}) == len(now) == len(seeds)
        assert {bot for drawn in contest.drawn if drawn.stage for bot in drawn.bots} >= {*now[2:]}
        assert len(shown_by_format(changed)) == 4


@pytest.mark.parametrize(("then", "expected"), [("knockout", 14), ("swiss", 16), ("round-robin", 20)])
def test_every_match_can_be_the_last_one_before_an_interruption(tmp_path: Path, then: str, expected: int) -> None:
    bots = "a=greedy b=random c=first d=greedy e=random"
    plan = a_plan(bots, kind="groups", then=then, deals=1, deals_from_seed=True, groups=2, advance=2)
    assert len(check_that_interruptions_change_nothing(tmp_path, plan)) >= expected
    assert len(expected_slots(plan, duplicate=True)) == expected


@pytest.mark.parametrize("change", ["DELETE FROM drawn WHERE id > 2", "UPDATE drawn SET deal = 99 WHERE id = 2"])
def test_a_damaged_cup_is_drawn_again(tmp_path: Path, change: str) -> None:
    plan = a_plan("a=greedy b=random c=first d=greedy", kind="groups", advance=1, deals=1, deals_from_seed=True)
    with open_store(tmp_path / "t.db", plan, duplicate=True) as store:
        play_left(store)
        drawn = store.tournament.drawn
    in_database(tmp_path / "t.db", change)
    assert repair(tmp_path / "t.db") is not None
    with open_store(tmp_path / "t.db", plan, duplicate=True) as store:
        play_left(store)
        assert store.tournament.drawn == drawn
        assert verify_archive(store.archive).faults == []


def test_a_match_of_a_group_can_be_played_again_at_any_time(tmp_path: Path) -> None:
    plan = a_plan("a=greedy b=random c=first d=greedy", kind="groups", deals=1, deals_from_seed=True)
    with open_store(tmp_path / "t.db", plan, duplicate=True) as store:
        names = play_left(store)
    replay(tmp_path / "t.db", names[0], "a mistake")
    with open_store(tmp_path / "t.db", plan, duplicate=True) as store:
        play_left(store)
        assert verify_archive(store.archive).faults == []


def test_no_bot_enters_after_the_beginning(tmp_path: Path) -> None:
    with open_store(tmp_path / "t.db", cup(4), duplicate=True):
        pass
    with (
        pytest.raises(UserError, match="bot b4: no bot can enter a tournament with groups that has begun"),
        open_store(tmp_path / "t.db", cup(5), duplicate=True),
    ):
        pass


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ({"groups": 4}, "format.groups: 4 is out of range: 6 bots make up to 3 groups of at least 2"),
        ({"groups": 0}, "format.groups: 0 is out of range"),
        ({"advance": 0}, "format.advance: 0 is out of range: use 1 or more"),
        ({"groups": 1, "advance": 1}, "format.advance: with 1 bot from all groups, there is no table of 2"),
        ({"seats": 3}, "format.kind: a knock-out needs tables of 2 seats, but the plan has 3"),
        ({"then": "swiss", "rounds": 3}, 'format.rounds: 3 is out of range: use "auto" or 1 to 2 rounds for 4 bots'),
        ({"then": "swiss", "third_place": True}, 'only a knock-out has third_place: write kind = "knockout"'),
        ({"tie_breaks": ["deals", "deals"]}, "has a tie-break twice"),
        ({"kind": "swiss", "advance": 1}, 'only a tournament with groups has advance: write kind = "groups"'),
        ({"extra": '[stop]\nsettled = "winner"'}, "a cup is played to its end; leave out [stop]"),
    ],
)
def test_a_wrong_plan_is_refused(keys: dict[str, Any], what: str) -> None:
    with pytest.raises(UserError) as refused:
        cup(6, **keys)
    assert what in str(refused.value)
