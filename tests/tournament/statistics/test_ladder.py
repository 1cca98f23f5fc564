"""Elo while matches finish in any order."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.elo import elo_history, final_ratings
from tournament.errors import DamagedError
from tournament.schedule.slots import Slot, make_schedule
from tournament.statistics.ladder import Ladder
from tournament.statistics.results import MatchResult

SLOTS = make_schedule([("a", "b"), ("b", "c"), ("a", "c")], deals=3, duplicate=True)


def won_by_first_seat(slot: Slot) -> MatchResult:
    return MatchResult(match=slot.match, number=slot.number, block=slot.block, bots=slot.bots, places=(1, 2))


def a_ladder() -> Ladder:
    return Ladder(SLOTS, start=1500, k=20, anchors={"c": 1600.0})


@given(order=st.permutations(SLOTS))
def test_steps_come_in_order_whatever_the_order_of_the_matches(order: list[Slot]) -> None:
    ladder = a_ladder()
    steps = [step for slot in order for step in ladder.add([won_by_first_seat(slot)])]
    unbroken = elo_history([won_by_first_seat(slot) for slot in SLOTS], start=1500, k=20, anchors={"c": 1600.0})
    assert steps == unbroken
    assert ladder.ratings == final_ratings(unbroken)


def test_a_block_is_rated_when_it_and_all_before_it_are_complete() -> None:
    ladder = a_ladder()
    first, second, third, fourth = SLOTS[:4]
    assert ladder.add([won_by_first_seat(third), won_by_first_seat(fourth)]) == []
    assert ladder.add([won_by_first_seat(first)]) == []
    assert [step.block for step in ladder.add([won_by_first_seat(second)])] == [first.block, third.block]


def test_matches_that_are_not_rated_move_nobody_and_hold_nobody_up() -> None:
    ladder = a_ladder()
    first, second, third, fourth = SLOTS[:4]
    unrated = [msgspec.structs.replace(won_by_first_seat(slot), rated=False) for slot in (first, second, fourth)]
    (step,) = ladder.add([*unrated, won_by_first_seat(third)])
    assert (step.block, step.number, {*step.changes}) == (third.block, third.number, {*third.bots})
    assert ladder.ratings == {"a": 1500, "b": 1500, "c": 1600} | step.ratings


def test_before_any_match_a_bot_has_its_anchor_or_the_start() -> None:
    assert a_ladder().ratings == {"a": 1500, "b": 1500, "c": 1600}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        pytest.param({"bots": ("a", "x")}, "a, x are not its bots in the plan", id="a bot that there is not"),
        pytest.param({"bots": ("b", "a")}, "b, a are not its bots in the plan", id="other seats"),
        pytest.param({"match": "m"}, "a, b are not its bots in the plan", id="a match that there is not"),
        pytest.param({"block": "x"}, "its block 'x' is not one of the plan's", id="a block that there is not"),
    ],
)
def test_a_result_that_is_not_of_the_schedule_is_damaged(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(DamagedError, match=said):
        a_ladder().add([msgspec.structs.replace(won_by_first_seat(SLOTS[0]), **changed)])
