"""Slots follow from the plan alone; no match is lost and none counts twice."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tournament.errors import HaltedError
from tournament.schedule.scheduler import Scheduler
from tournament.schedule.slots import make_schedule

TABLES = [("a", "b", "c"), ("b", "c", "d")]


def test_a_duplicate_deal_is_played_once_per_rotation() -> None:
    slots = make_schedule(TABLES, deals=2, duplicate=True)
    assert [(slot.match, "".join(slot.bots)) for slot in slots[:6]] == [
        ("d001-t001-r0", "abc"), ("d001-t001-r1", "cab"), ("d001-t001-r2", "bca"),
        ("d001-t002-r0", "bcd"), ("d001-t002-r1", "dbc"), ("d001-t002-r2", "cdb"),
    ]  # fmt: skip
    assert [slot.number for slot in slots] == list(range(12))
    assert {slot.block for slot in slots} == {"d001-t001", "d001-t002", "d002-t001", "d002-t002"}


def test_without_duplicate_each_deal_is_played_once_and_is_its_own_block() -> None:
    slots = make_schedule(TABLES, deals=3, duplicate=False)
    assert [slot.match for slot in slots[:3]] == ["d001-t001-r0", "d001-t002-r0", "d002-t001-r0"]
    assert len({slot.block for slot in slots}) == len(slots) == 6
    assert {slot.bots.index("a") for slot in slots if "a" in slot.bots} == {0, 1, 2}


def test_a_void_match_is_issued_again_before_the_others() -> None:
    scheduler = Scheduler(make_schedule(TABLES, deals=1, duplicate=True))
    first, second = scheduler.issue(), scheduler.issue()
    assert first is not None
    assert second is not None
    scheduler.void(first.match, "the host was asleep")
    assert scheduler.issue() == first


def test_two_void_matches_in_a_row_halt() -> None:
    scheduler = Scheduler(make_schedule(TABLES, deals=2, duplicate=True))
    matches = [slot.match for _ in range(3) if (slot := scheduler.issue())]
    scheduler.void(matches[0], "disk full")
    with pytest.raises(HaltedError, match=r"two matches in a row were void, the last one d001-t002-r0: disk full"):
        scheduler.void(matches[1], "disk full")
    assert scheduler.issued == {matches[2]}


def test_a_result_between_two_void_matches_is_enough_to_go_on() -> None:
    scheduler = Scheduler(make_schedule(TABLES, deals=2, duplicate=True))
    matches = [slot.match for _ in range(3) if (slot := scheduler.issue())]
    scheduler.void(matches[0], "lost")
    scheduler.fix(matches[1])
    scheduler.void(matches[2], "lost")
    assert scheduler.left == 11


def test_a_match_that_is_void_twice_halts_whatever_came_between() -> None:
    scheduler = Scheduler(make_schedule(TABLES, deals=1, duplicate=True))
    matches = [slot.match for _ in range(2) if (slot := scheduler.issue())]
    scheduler.void(matches[0], "bug")
    scheduler.fix(matches[1])
    scheduler.issue()
    with pytest.raises(HaltedError, match="d001-t001-r0 was void for the second time"):
        scheduler.void(matches[0], "bug")


def test_rotations_of_a_block_are_never_out_at_the_same_time() -> None:
    scheduler = Scheduler(make_schedule(TABLES, deals=1, duplicate=True))
    first, second = scheduler.issue(), scheduler.issue()
    assert first is not None
    assert second is not None
    assert (first.match, second.match) == ("d001-t001-r0", "d001-t002-r0")
    assert scheduler.issue() is None, "all that is left shares its deal with a match that is being played"
    scheduler.fix(first.match)
    third = scheduler.issue()
    assert third is not None
    assert third.match == "d001-t001-r1"
    assert scheduler.issue() is None


def test_a_result_that_the_schedule_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="match x has a result"):
        Scheduler(make_schedule(TABLES, deals=1, duplicate=False), fixed=["x"])


def test_only_an_issued_match_can_be_fixed() -> None:
    scheduler = Scheduler(make_schedule(TABLES, deals=1, duplicate=False))
    with pytest.raises(ValueError, match="not issued"):
        scheduler.fix("d001-t001-r0")


class TournamentMachine(RuleBasedStateMachine):
    """Issue, store, void, die and restart in any order: what is stored is exactly what was played."""

    slots = make_schedule(TABLES, deals=2, duplicate=True)

    def __init__(self) -> None:
        super().__init__()
        self.scheduler = Scheduler(self.slots)
        self.stored: list[str] = []
        self.running: set[str] = set()

    @rule()
    def issue(self) -> None:
        slot = self.scheduler.issue()
        busy = {running.rpartition("-")[0] for running in self.running}
        free = [slot for slot in self.slots if slot.match not in self.stored and slot.block not in busy]
        assert slot == (free[0] if free else None), "the first slot of a deal that is not being played"
        if slot is None:
            return
        self.running.add(slot.match)

    @precondition(lambda self: self.running)
    @rule(data=st.data())
    def store(self, data: st.DataObject) -> None:
        match = data.draw(st.sampled_from(sorted(self.running)))
        self.running.remove(match)
        self.stored.append(match)
        self.scheduler.fix(match)
        self.scheduler.fix(match)

    @precondition(lambda self: self.running)
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        match = data.draw(st.sampled_from(sorted(self.running)))
        self.running.remove(match)
        try:
            self.scheduler.void(match, "test")
        except HaltedError:
            self.start_again()

    @rule()
    def start_again(self) -> None:
        self.running.clear()
        self.scheduler = Scheduler(self.slots, fixed=self.stored)

    @invariant()
    def agrees(self) -> None:
        assert self.scheduler.issued == self.running
        assert self.scheduler.left == len(self.slots) - len(self.stored)

    def teardown(self) -> None:
        self.start_again()
        while slot := self.scheduler.issue():
            self.scheduler.fix(slot.match)
            self.stored.append(slot.match)
        assert sorted(self.stored) == sorted(slot.match for slot in self.slots)


TestTournamentMachine = TournamentMachine.TestCase
