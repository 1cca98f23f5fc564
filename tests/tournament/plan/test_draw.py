"""From a plan to its matches."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from referee.kernel.secret import Secret
from tests.support.tournaments import SECRET, a_plan
from tournament.plan.draw import job_of, slots_of, widest_meetings
from tournament.plan.reading import parse_plan

GAUNTLET = """
plan = 1
[tournament]
game = "keepers"
seats = 2
[format]
kind = "gauntlet"
deals = 3
challengers = ["new"]
[time]
decision = "2s"
[options]
max_rounds = 12
[[bots]]
name = "new"
builtin = "greedy"
[[bots]]
name = "old"
builtin = "random"
[[bots]]
name = "older"
builtin = "first"
"""


def test_meetings_are_told_of_tables_and_not_of_deals_or_rotations() -> None:
    plan = a_plan("a=first b=first c=first d=first", seats=3, deals=5)
    slots = slots_of(plan, duplicate=True)
    assert widest_meetings(slots, plan) == (2, 2)
    fewer = [slot for slot in slots if slot.table == 1]
    assert widest_meetings(fewer, plan) == (0, 1)


def test_meetings_in_a_gauntlet_are_those_of_the_field_at_the_tables_of_each_challenger() -> None:
    third = '[[bots]]\nname = "newer"\nbuiltin = "first"\n'
    others = "".join(f'[[bots]]\nname = "old{number}"\nbuiltin = "first"\n' for number in range(3))
    plan = parse_plan(
        GAUNTLET.replace("seats = 2", "seats = 4").replace('["new"]', '["new", "newer"]') + third + others
    )
    slots = slots_of(plan, duplicate=False)
    assert len({slot.table for slot in slots}) == 2 * 10
    assert widest_meetings(slots, plan) == (3, 3)
    without = [slot for slot in slots if not {"newer", "old", "older"} <= set(slot.bots)]
    assert widest_meetings(without, plan) == (0, 3)


def test_a_round_robin_plays_every_table_with_every_deal_in_every_rotation() -> None:
    slots = slots_of(a_plan("a=first b=first c=first d=first", seats=3, deals=5), duplicate=True)
    tables = Counter(frozenset(slot.bots) for slot in slots)
    assert len(slots) == 4 * 5 * 3
    assert set(tables.values()) == {15}
    assert Counter(slot.bots[0] for slot in slots) == dict.fromkeys("abcd", 15)


def test_without_duplicates_a_deal_is_played_once() -> None:
    plan = a_plan("a=first b=first c=first", deals=5)
    assert len(slots_of(plan, duplicate=False)) == 3 * 5


def test_in_a_gauntlet_only_the_challengers_meet_the_others() -> None:
    slots = slots_of(parse_plan(GAUNTLET), duplicate=True)
    assert Counter(frozenset(slot.bots) for slot in slots) == {
        frozenset(["new", "old"]): 6,
        frozenset(["new", "older"]): 6,
    }


def test_the_same_plan_gives_the_same_matches_and_another_seed_others() -> None:
    bots = "a=first b=first c=first d=first e=first"
    one, same, other = (slots_of(a_plan(bots, seed=seed, tables=3), duplicate=True) for seed in (4, 4, 5))
    assert one == same
    assert {slot.bots for slot in one} != {slot.bots for slot in other}


def test_the_rotations_of_a_deal_at_a_table_share_their_seed_and_nothing_else_does() -> None:
    plan = a_plan("a=first b=first c=first", deals=3)
    jobs = {slot: job_of(slot, plan, SECRET) for slot in slots_of(plan, duplicate=True)}
    for one, other in combinations(jobs, 2):
        assert (jobs[one].seed == jobs[other].seed) is (one.block == other.block)
    for told in ("match_id", "salt", "name"):
        assert len({getattr(job, told) for job in jobs.values()}) == len(jobs)
    again = job_of(next(iter(jobs)), plan, Secret.from_number(8))
    assert again.seed not in {job.seed for job in jobs.values()}


def test_a_job_has_everything_from_the_plan() -> None:
    plan = parse_plan(GAUNTLET)
    slot = slots_of(plan, duplicate=True)[0]
    job = job_of(slot, plan, SECRET)
    assert (job.name, job.game_id, job.bots) == (slot.match, "keepers", slot.bots)
    assert (job.options, job.time_control.decision_ms) == ({"max_rounds": 12}, 2000)
    assert job.start().asked
