"""Tables are balanced: pairs meet, and bots sit in each seat, equally often within one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.kernel.chance import Chance, seed_from
from tournament.errors import UserError
from tournament.schedule.balanced import balanced_tables
from tournament.schedule.pairings import gauntlet, meetings_of, round_robin
from tournament.schedule.seating import seat_evenly
from tournament.schedule.slots import Slot, make_schedule


def names(count: int) -> list[str]:
    return [f"bot{number:02}" for number in range(count)]


def spread(counts: list[int]) -> int:
    return max(counts) - min(counts)


def meetings(tables: list[tuple[str, ...]], bots: list[str]) -> list[int]:
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return [met[frozenset(pair)] for pair in combinations(bots, 2)]


def seat_spread(tables: list[tuple[str, ...]], bots: list[str]) -> int:
    sat = Counter((bot, seat) for table in tables for seat, bot in enumerate(table))
    return max(spread([sat[bot, seat] for seat in range(len(tables[0]))]) for bot in bots)


def check_balanced(tables: list[tuple[str, ...]], bots: list[str], seats: int) -> None:
    assert all(len(set(table)) == seats for table in tables)
    assert len({frozenset(table) for table in tables}) == len(tables)
    assert spread(meetings(tables, bots)) <= 1
    assert len(set(Counter(bot for table in tables for bot in table).values())) == 1
    assert seat_spread(tables, bots) <= 1
    assert set(linked(tables)) == set(bots)


def linked(tables: list[tuple[str, ...]]) -> set[str]:
    """Return all bots that are linked to the first one through tables."""
    reached, left = set(tables[0]), list(tables)
    while near := [table for table in left if reached & set(table)]:
        left = [table for table in left if table not in near]
        reached.update(*near)
    return reached


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("count", [8, 9, 10, 13, 16, 21, 24, 32, 39, 40])
@pytest.mark.parametrize("per_bot", [1, 3])
def test_a_sample_is_balanced_for_any_seats(count: int, seats: int, per_bot: int) -> None:
    bots, budget = names(count), count * per_bot - 1
    tables = round_robin(bots, seats, budget, seed=1)
    check_balanced(tables, bots, seats)
    assert min(budget, comb(count, seats)) <= len(tables) <= max(budget + 5 * count, count)


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_sample_up_to_forty_bots_is_balanced(seats: int) -> None:
    for count in range(max(seats, 3), 41):
        bots = names(count)
        for budget in {1, count, 2 * count, 3 * count, 5 * count, 200, 400}:
            tables = round_robin(bots, seats, budget, seed=budget)
            check_balanced(tables, bots, seats)
            assert len(tables) >= min(budget, comb(count, seats))


@pytest.mark.parametrize(("count", "seats", "budget", "tables"), [
    pytest.param(12, 6, 400, 408, id="nearly half of all tables"),
    pytest.param(12, 3, 108, 124, id="half of all tables, by leaving out the others"),
    pytest.param(16, 4, 900, 924, id="just above half"),
    pytest.param(16, 4, 1700, 1708, id="all but a few"),
    pytest.param(20, 5, 2000, 2000, id="some of many"),
    pytest.param(30, 4, 4000, 4020, id="thousands"),
    pytest.param(50, 3, 5000, 5000, id="a quarter of all"),
    pytest.param(100, 2, 200, 200, id="a hundred in pairs"),
    pytest.param(100, 4, 200, 200, id="a hundred"),
    pytest.param(100, 8, 2000, 2000, id="a hundred at large tables"),
    pytest.param(300, 8, 200, 300, id="one base table"),
    pytest.param(1000, 2, 1500, 2000, id="a thousand in pairs"),
    pytest.param(1000, 6, 1000, 1000, id="a thousand"),
])  # fmt: skip
def test_a_sample_of_any_size_is_balanced(count: int, seats: int, budget: int, tables: int) -> None:
    bots = names(count)
    sample = round_robin(bots, seats, budget, seed=1)
    assert len(sample) == tables
    check_balanced(sample, bots, seats)


class Bounded(dict[str, int]):
    """Counts the draws from a stream, more than one for each step, and stops a search that does not end."""

    most = 0

    def __setitem__(self, stream: str, drawn: int) -> None:
        assert drawn <= self.most, "more work than allowed"
        super().__setitem__(stream, drawn)


@settings(max_examples=60, deadline=None)
@given(count=st.integers(2, 100), seats=st.integers(1, 8), budget=st.integers(1, 3000), seed=st.integers(0, 99))
def test_the_work_for_a_sample_is_bounded_and_most_promises_hold_always(
    count: int, seats: int, budget: int, seed: int
) -> None:
    assume(seats <= count and (budget < comb(count, seats) or comb(count, seats) < 3000))
    assert_promises_kept(count, seats, budget, seed)


@pytest.mark.parametrize(
    ("count", "seats", "budget"),
    [
        (12, 3, 108),
        (36, 3, 3564),
        (12, 6, 462),
        (100, 6, 1000),
        pytest.param(57, 8, 200, marks=pytest.mark.long),
        pytest.param(43, 7, 40, marks=pytest.mark.long),
        pytest.param(1000, 8, 20000, marks=pytest.mark.long),
    ],
)
def test_the_work_is_bounded_where_balance_is_hard_to_find(count: int, seats: int, budget: int) -> None:
    assert_promises_kept(count, seats, budget, seed=1)


def assert_promises_kept(count: int, seats: int, budget: int, seed: int) -> None:
    drawn = Bounded()
    drawn.most = 250_000
    tables = balanced_tables(count, seats, budget, Chance(seed_from(seed), "sample", drawn))
    assert len({frozenset(table) for table in tables}) == len(tables) >= min(budget, comb(count, seats))
    assert len(tables) <= min(comb(count, seats), (budget // count + 10) * count)
    assert all(len(set(table)) == seats and set(table) <= set(range(count)) for table in tables)
    assert len(set(Counter(bot for table in tables for bot in table).values())) == 1
    bots = [str(bot) for bot in range(count)]
    fewest, most = meetings_of([tuple(map(str, table)) for table in tables], bots)
    assert most - fewest <= (2 if seats > 1 else 0)
    assert most - fewest <= 1 or count > 40


def test_what_is_told_of_the_meetings_is_counted() -> None:
    tables = [("a", "b", "c"), ("a", "b", "d")]
    assert meetings_of(tables, ["a", "b", "c", "d"]) == (0, 2)
    assert meetings_of(tables, ["a", "b", "c"]) == (1, 2)
    assert meetings_of(tables, ["a", "b"]) == (2, 2)
    assert meetings_of(tables, ["a"]) == (0, 0)
    assert meetings_of([], ["a", "b"]) == (0, 0)


@pytest.mark.parametrize(("count", "seats"), [(2, 2), (3, 2), (6, 2), (8, 3), (8, 8), (9, 8), (10, 4)])
def test_all_tables_when_they_fit_the_budget(count: int, seats: int) -> None:
    bots = names(count)
    tables = round_robin(bots, seats, comb(count, seats), seed=1)
    assert {frozenset(table) for table in tables} == {frozenset(table) for table in combinations(bots, seats)}
    check_balanced(tables, bots, seats)


@given(tables=st.lists(st.permutations("abcdefg").map(lambda bots: bots[:3]), min_size=1, max_size=40))
def test_any_tables_at_all_can_be_seated_evenly(tables: list[list[str]]) -> None:
    seated = seat_evenly(tables)
    assert [set(table) for table in seated] == [set(table) for table in tables]
    played: dict[str, list[int]] = {}
    for table in seated:
        for seat, bot in enumerate(table):
            played.setdefault(bot, []).append(seat)
    for seats in played.values():
        for first in range(0, len(seats) - 2, 3):
            assert sorted(seats[first : first + 3]) == [0, 1, 2]


@settings(max_examples=30)
@given(
    count=st.integers(4, 9), seats=st.integers(2, 4), budget=st.integers(1, 40), deals=st.integers(1, 7),
    duplicate=st.booleans(), seed=st.integers(0, 2**64),
)  # fmt: skip
def test_seats_are_balanced_as_the_tables_are_played(
    count: int, seats: int, budget: int, deals: int, duplicate: bool, seed: int
) -> None:
    bots = names(count)
    tables = round_robin(bots, seats, budget, seed)
    slots: tuple[Slot, ...] = make_schedule(tables, deals=deals, duplicate=duplicate)
    assert seat_spread([slot.bots for slot in slots], bots) <= (0 if duplicate else 1)
    assert len(slots) == len(tables) * deals * (seats if duplicate else 1)


@pytest.mark.parametrize(("challengers", "others", "seats", "budget"), [
    pytest.param(1, 5, 2, 100, id="one against each"),
    pytest.param(1, 5, 2, 1, id="every opponent even when the budget is less"),
    pytest.param(2, 5, 2, 100, id="challengers do not meet each other"),
    pytest.param(1, 12, 4, 30, id="a sample of tables"),
    pytest.param(3, 12, 3, 12, id="a sample for each challenger"),
    pytest.param(1, 3, 4, 9, id="one table only"),
])  # fmt: skip
def test_a_gauntlet_seats_one_challenger_at_every_table(challengers: int, others: int, seats: int, budget: int) -> None:
    first, field = [f"new{number}" for number in range(challengers)], names(others)
    tables = gauntlet(first, field, seats, budget, seed=3)
    assert all(len(set(table)) == seats and len(set(first) & set(table)) == 1 for table in tables)
    assert seat_spread(tables, first + field) <= 1
    for challenger in first:
        own = [table for table in tables if challenger in table]
        check = Counter(bot for table in own for bot in table if bot != challenger)
        assert len({check[bot] for bot in field}) == 1
        assert spread(meetings(own, field)) <= 1
        assert len(own) >= min(budget, comb(others, seats - 1))


def test_the_same_seed_gives_the_same_tables_in_any_order_of_bots() -> None:
    bots = names(12)
    assert round_robin(bots, 4, 24, seed=7) == round_robin(bots[::-1], 4, 24, seed=7)
    assert round_robin(bots, 4, 24, seed=7) != round_robin(bots, 4, 24, seed=8)


@pytest.mark.parametrize(("bots", "seats", "budget", "says"), [
    pytest.param(["a", "b"], 3, 1, "2 bots cannot fill a table of 3 seats", id="too few bots"),
    pytest.param(["a", "b", "a"], 2, 1, "two bots are named a", id="a name twice"),
    pytest.param(["a", "b"], 1, 1, "seats 1: use 2 to 8", id="too few seats"),
    pytest.param(names(10), 9, 1, "seats 9: use 2 to 8", id="too many seats"),
    pytest.param(["a", "b"], 2, 0, "budget 0", id="no tables"),
])  # fmt: skip
def test_a_wrong_round_robin_is_refused(bots: list[str], seats: int, budget: int, says: str) -> None:
    with pytest.raises(UserError, match=says):
        round_robin(bots, seats, budget, seed=1)


def test_a_gauntlet_needs_a_challenger_and_a_field() -> None:
    with pytest.raises(UserError, match="at least one challenger"):
        gauntlet([], ["a", "b"], 2, 1, seed=1)
    with pytest.raises(UserError, match="at least 2 other bots"):
        gauntlet(["a", "b"], ["c"], 3, 1, seed=1)
