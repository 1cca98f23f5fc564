"""A tournament ends after the same match, in whatever order its matches finish."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.schedule.slots import Slot, make_schedule
from tournament.statistics.results import MatchResult
from tournament.statistics.settled import SettledRule
from tournament.statistics.sprt import LEAST, SprtRule
from tournament.statistics.stopping import EarlyEnd, StopRule

SLOTS = make_schedule([("new", "old"), ("old", "third"), ("new", "third")], deals=40, duplicate=True)
STRENGTH = {"new": 2, "old": 1, "third": 0}
RULES = [
    pytest.param(SprtRule(bot="new", other="old", elo0=0, elo1=200, rotations=2), id="sprt"),
    pytest.param(SettledRule(bots=("new", "old", "third"), top=1), id="winner"),
    pytest.param(SettledRule(bots=("new", "old", "third")), id="order"),
]


def result(slot: Slot) -> MatchResult:
    """The stronger bot wins, except from time to time."""
    first, second = (STRENGTH[bot] for bot in slot.bots)
    turned = slot.deal % 7 == 0
    places = (1, 2) if (first > second) is not turned else (2, 1)
    return MatchResult(match=slot.match, number=slot.number, block=slot.block, bots=slot.bots, places=places)


def ended(rule: StopRule, order: list[Slot], *, at_once: int = 1) -> EarlyEnd:
    stopping = EarlyEnd(rule, SLOTS)
    for number, slot in enumerate(order):
        stopping.add([result(slot)])
        if number % at_once == 0:
            stopping.judge()
    stopping.judge()
    return stopping


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=15)
@given(order=st.permutations(SLOTS), at_once=st.integers(1, 50))
def test_it_ends_after_the_same_match(rule: StopRule, order: list[Slot], at_once: int) -> None:
    unbroken, other = ended(rule, [*SLOTS]), ended(rule, order, at_once=at_once)
    assert unbroken.ended_at is not None
    assert (other.ended_at, other.state) == (unbroken.ended_at, unbroken.state)


@pytest.mark.parametrize("rule", RULES)
def test_it_ends_with_a_whole_deal_and_not_before_it_is_decided(rule: StopRule) -> None:
    stopping = EarlyEnd(rule, SLOTS)
    for slot in SLOTS:
        stopping.add([result(slot)])
        if stopping.judge():
            break
    assert stopping.ended_at == slot.number
    assert slot.rotation == 1
    assert slot.number < len(SLOTS) - 1
    assert slot.number >= 3 * LEAST


def test_slots_that_are_drawn_later_count_as_well() -> None:
    rule = SprtRule(bot="new", other="old", elo0=0, elo1=200, rotations=2)
    stopping = EarlyEnd(rule, SLOTS[:6])
    for deal, following in pairwise(range(6, len(SLOTS) + 1, 6)):
        stopping.extend(SLOTS[deal:following])
    stopping.add(map(result, SLOTS))
    assert stopping.judge()
    assert stopping.ended_at == ended(rule, [*SLOTS]).ended_at


def test_nothing_is_decided_without_results() -> None:
    stopping = EarlyEnd(SettledRule(bots=("new", "old")), SLOTS)
    assert not stopping.judge()
    assert stopping.ended_at is None
