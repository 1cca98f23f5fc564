"""The Swiss system: who meets whom, who sits where, who rests, and who is ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
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
from tournament.formats.contract import Contest
from tournament.formats.pairing import PairedBot, pair_bots
from tournament.formats.rehearsal import expected_slots
from tournament.formats.swiss_showing import swiss_tables
from tournament.formats.swiss_standings import swiss_standings
from tournament.formats.tables import byes_of
from tournament.plan.plan import Plan
from tournament.schedule.slots import Slot
from tournament.statistics.results import MatchResult


def swiss(bots: int, seats: int = 2, **keys: Any) -> Plan:
    names = " ".join(f"b{number}=first" for number in range(bots))
    chosen: dict[str, Any] = {"kind": "swiss", "deals": 1, "duplicate": False} | keys
    return a_plan(names, seats, **chosen)


def strengths(bots: int) -> dict[str, float]:
    return {f"b{number}": 0.4 * number for number in range(bots)}


def meetings(contest: Contest) -> Counter[frozenset[str]]:
    tables = {drawn.table: drawn.bots for drawn in contest.drawn}
    return Counter(frozenset(pair) for bots in tables.values() for pair in combinations(bots, 2))


FIELDS = st.tuples(st.integers(2, 17), st.integers(0, 10_000), st.sampled_from([0.0, 0.3]))


@settings(max_examples=40, deadline=None)
@given(FIELDS)
def test_two_seats_keep_every_promise(field: tuple[int, int, float]) -> None:
    """No rematch, seats within one, at most one bye, and as many tables for everyone."""
    bots, seed, ties = field
    contest = played(swiss(bots, seed=seed), by_strength(strengths(bots), ties=ties, seed=seed)).contest
    assert set(meetings(contest).values()) == {1}
    byes = Counter(bot for _, bot in byes_of(contest))
    assert set(byes.values()) <= {1}
    tables = Counter(bot for drawn in contest.drawn for bot in drawn.bots) + byes
    assert tables == {f"b{number}": contest.stage for number in range(bots)}
    first = Counter(drawn.bots[0] for drawn in contest.drawn)
    second = Counter(drawn.bots[1] for drawn in contest.drawn)
    assert all(abs(first[bot] - second[bot]) <= 1 for bot in tables)


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 4), st.integers(0, 10_000))
def test_larger_tables_keep_the_same_promises(seats: int, seed: int) -> None:
    """With eight times as many bots as seats, no two bots have to meet twice in three rounds."""
    bots = 8 * seats + seed % seats
    plan = swiss(bots, seats, seed=seed, rounds=3, deals=seats)
    contest = played(plan, by_strength(strengths(bots), seed=seed)).contest
    assert set(meetings(contest).values()) == {1}
    byes = Counter(bot for _, bot in byes_of(contest))
    assert set(byes.values()) <= {1}
    seats_of = Counter((bot, seat) for drawn in contest.drawn for seat, bot in enumerate(drawn.bots))
    for bot in strengths(bots):
        counts = [seats_of[bot, seat] for seat in range(seats)]
        assert max(counts) == min(counts) == 3 - byes[bot], "with as many deals as seats, everyone sits everywhere"


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 12), st.integers(0, 10_000), st.integers(1, 6))
def test_matches_at_once_and_interruptions_change_nothing(bots: int, seed: int, at_once: int) -> None:
    plan, outcome = swiss(bots, seed=seed, deals=2), by_strength(strengths(bots), seed=seed)
    unbroken = played(plan, outcome, duplicate=True).contest
    playing = Playing(plan, outcome, duplicate=True)
    while not playing.is_over:
        playing.play(Random(seed), at_once=at_once, most=1 + seed % 7)
    assert playing.contest.drawn == unbroken.drawn
    assert swiss_standings(playing.contest) == swiss_standings(unbroken)


def pairings(bots: Sequence[PairedBot]) -> Iterator[list[tuple[int, int]]]:
    """All ways to divide bots into pairs, by number."""

    def rest(free: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
        if not free:
            yield []
        for other in free[1:]:
            left = tuple(number for number in free[1:] if number != other)
            yield from ([(free[0], other), *further] for further in rest(left))

    yield from rest(tuple(range(len(bots))))


def price(bots: Sequence[PairedBot], pairs: Sequence[tuple[int, int]]) -> tuple[int, float, int, int]:
    """What the rules of the module say against a pairing, reckoned without its code."""
    sizes = Counter(bot.score for bot in bots)
    uneven = half = lots = 0
    apart = 0.0
    for one, other in pairs:
        left, right = bots[one], bots[other]
        uneven += left.more_first * right.more_first > 0
        apart += (left.score - right.score) ** 2
        half += abs(other - one - sizes[left.score] // 2) if left.score == right.score else 0
        lots += ((left.lot * right.lot) >> 20) % (1 << 40)
    return uneven, apart, half, lots


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.randoms(use_true_random=False))
def test_the_pairing_is_the_best_of_all(half: int, chance: Random) -> None:
    """An independent program tries all pairings of up to eight bots."""
    bots = [
        PairedBot(
            name=f"b{number}",
            score=chance.choice([0.0, 0.5, 1.0, 2.0]),
            more_first=chance.choice([-1, 0, 1]),
            lot=chance.randrange(1, 1 << 40),
        )
        for number in range(2 * half)
    ]
    bots.sort(key=lambda bot: -bot.score)
    pairs = [*combinations(range(len(bots)), 2)]
    met = {frozenset((bots[one].name, bots[other].name)) for one, other in pairs if chance.random() < 0.3}
    allowed = [
        found
        for found in pairings(bots)
        if not any(frozenset((bots[one].name, bots[other].name)) in met for one, other in found)
    ]
    made = pair_bots(bots, met)
    if not allowed:
        assert made is None
        return
    assert made is not None
    best = min(allowed, key=lambda found: price(bots, found))
    names = {frozenset((bots[one].name, bots[other].name)) for one, other in best}
    assert {frozenset(pair) for pair in made} == names


def test_a_large_field_is_paired_in_sections_with_the_same_promises() -> None:
    contest = played(swiss(130, rounds=5), by_strength(strengths(130), seed=4)).contest
    assert set(meetings(contest).values()) == {1}
    first = Counter(drawn.bots[0] for drawn in contest.drawn)
    assert all(abs(2 * first[bot] - 5) <= 1 for bot in strengths(130))


SCORES = {"d001-t001": "b0", "d001-t002": "b1", "d001-t003": "b0", "d001-t004": "b2"}


def by_table(slot: Slot) -> MatchResult:
    """The bot that `SCORES` names wins."""
    return result_of(slot, [float(bot == SCORES[slot.block]) for bot in slot.bots])


def test_a_worked_example() -> None:
    """Four bots, two rounds: the upper half meets the lower half, then winners meet winners."""
    contest = played(swiss(4), by_table).contest
    assert [frozenset(drawn.bots) for drawn in contest.drawn] == [
        frozenset(pair) for pair in (("b0", "b2"), ("b1", "b3"), ("b0", "b1"), ("b2", "b3"))
    ]
    assert [(line.place, line.bot, line.points, *line.tie_breaks) for line in swiss_standings(contest)] == [
        (1, "b0", 2, 2, 2, 0, 2),
        (2, "b1", 1, 2, 0, 0, 1),
        (2, "b2", 1, 2, 0, 0, 1),
        (4, "b3", 0, 2, 0, 0, 0),
    ]
    (table,) = swiss_tables(contest)
    assert table.heads == ["", "bot", "points", "buchholz", "sonneborn-berger", "head-to-head", "deals", "round 1",
                           "round 2"]  # fmt: skip
    assert table.rows[0] == ["1", "b0", "2", "2", "2", "0", "2", "+2", "+2"]


def test_the_chosen_tie_breaks_decide_in_their_order() -> None:
    plan = swiss(5, deals=3, tie_breaks=["deals", "head-to-head"])
    lines = swiss_standings(played(plan, by_strength(strengths(5), luck=2.0, seed=2)).contest)
    keys = [(-line.points, *(-value for value in line.tie_breaks)) for line in lines]
    assert keys == sorted(keys)
    assert all(len(line.tie_breaks) == 2 for line in lines)


def test_a_bot_that_is_withdrawn_is_paired_no_more_and_its_opponent_gets_what_a_bye_gives() -> None:
    plan = swiss(6)
    playing = Playing(plan, by_strength(strengths(6)))
    playing.play(most=1)
    (waiting,) = {slot.bots for slot in playing.in_play() if slot.number == 1}
    bots = [msgspec.structs.replace(bot, withdrawn=bot.name == waiting[0]) for bot in plan.bots]
    playing.change(msgspec.structs.replace(plan, bots=bots))
    contest = playing.play()
    assert playing.is_over
    assert sum(waiting[0] in drawn.bots for drawn in contest.drawn) == 1
    (line,) = (line for line in swiss_standings(contest) if line.bot == waiting[1])
    first = line.tables[0]
    assert first is not None
    assert (first.scores[waiting[1]], first.scores[waiting[0]]) == (1.0, 0.0)
    (shown,) = swiss_tables(contest)
    assert "w.o." in next(row for row in shown.rows if row[1] == waiting[1])


def test_a_bot_that_enters_late_is_paired_from_the_next_round() -> None:
    plan = swiss(6, rounds=3)
    early = msgspec.structs.replace(plan, bots=plan.bots[:5])
    playing = Playing(early, by_strength(strengths(6)))
    playing.play(most=2)
    playing.change(plan)
    contest = playing.play()
    assert [drawn.stage for drawn in contest.drawn if "b5" in drawn.bots] == [1, 2]
    assert not [stage for stage, bot in byes_of(contest) if bot == "b5"]


def test_annulled_matches_count_as_ties() -> None:
    contest = played(swiss(2), lambda slot: result_of(slot, [1.0, 0.0], rated=False)).contest
    assert [line.points for line in swiss_standings(contest)] == [0.5, 0.5]


def test_every_match_can_be_the_last_one_before_an_interruption(tmp_path: Path) -> None:
    plan = a_plan("a=greedy b=random c=first d=greedy e=random", kind="swiss", deals=1, deals_from_seed=True)
    names = check_that_interruptions_change_nothing(tmp_path, plan)
    assert len(expected_slots(plan, duplicate=True)) == len(names)


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ({"rounds": 4}, 'format.rounds: 4 is out of range: use "auto" or 1 to 3 rounds for 6 bots without rematches'),
        ({"rounds": 0}, 'format.rounds: 0 is out of range: use "auto" or 1 to 3'),
        ({"tie_breaks": ["deals", "deals"]}, "has a tie-break twice"),
        ({"tie_breaks": ["coin"]}, 'is not a list of "buchholz", "sonneborn-berger", "head-to-head", "deals"'),
        ({"kind": "gauntlet", "rounds": 2}, 'only a Swiss tournament has rounds: write kind = "swiss"'),
        ({"challengers": ["b1"]}, 'only a gauntlet has challengers: write kind = "gauntlet"'),
    ],
)
def test_a_wrong_plan_is_refused(keys: dict[str, Any], what: str) -> None:
    with pytest.raises(UserError) as refused:
        swiss(6, **keys)
    assert what in str(refused.value)
