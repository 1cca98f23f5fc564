"""Bots that enter late: they get tables with the others, as many as if they had been there from the start."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.schedule.pairings import late_gauntlet, late_round_robin


@given(
    field=st.integers(2, 12), newcomers=st.integers(1, 4), seats=st.integers(2, 4), budget=st.integers(1, 60),
    seed=st.integers(0, 5),
)  # fmt: skip
def test_a_newcomer_has_its_share_of_tables_and_meets_the_others_evenly(
    field: int, newcomers: int, seats: int, budget: int, seed: int
) -> None:
    there, new = [f"f{number}" for number in range(field)], [f"n{number}" for number in range(newcomers)]
    tables = late_round_robin(new, there, seats, budget, seed)
    assert tables == late_round_robin(new[::-1], there[::-1], seats, budget, seed), "whatever the order in the plan"
    share = -(-budget * seats // (field + newcomers))
    for number, newcomer in enumerate(new):
        earlier = {*there, *new[:number]}
        own = [table for table in tables if newcomer in table and {newcomer}.union(earlier) >= set(table)]
        assert len(own) == min(share, comb(len(earlier), seats - 1))
        met = Counter(bot for table in own for bot in table)
        assert own == [] or max(met[bot] for bot in earlier) - min(met[bot] for bot in earlier) <= 1
        assert all(len(set(table)) == seats for table in own)
    assert all(set(table).intersection(new) for table in tables), "the others keep the tables that they have"


def test_if_all_tables_are_played_so_are_all_with_a_newcomer() -> None:
    tables = late_round_robin(["x", "y"], ["a", "b", "c"], 3, 200, 1)
    wanted = {frozenset(table) for table in combinations("abcxy", 3) if set(table) & {"x", "y"}}
    assert {frozenset(table) for table in tables} == wanted
    assert len(tables) == len(wanted)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_gauntlet_gets_challengers_and_bots_of_the_field(seats: int) -> None:
    tables = late_gauntlet(["new", "x"], ["old", "new"], ["a", "b", "x"], seats, 200, 1)
    met = {frozenset(table) for table in tables}
    assert all(("old" in table) != ("new" in table) for table in tables), "challengers do not meet"
    assert met >= {frozenset({"old", "x", *rest}) for rest in combinations("ab", seats - 2)}
    assert met >= {frozenset({"new", *rest}) for rest in combinations("abx", seats - 1)}
    assert not any("old" in table and "x" not in table for table in tables), "those are there already"
