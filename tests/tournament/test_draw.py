"""From a plan to its matches."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from referee.kernel.secret import Secret
from tests.support.tournaments import SECRET, a_plan
from tournament.draw import job_of, slots_of
from tournament.plan import parse_plan

GAUNTLET = """
[tournament]
game = "keepers"
seats = 2
format = "gauntlet"
deals = 3
[time]
decision = "2s"
[options]
max_rounds = 12
[[bots]]
name = "new"
builtin = "greedy"
challenger = true
[[bots]]
name = "old"
builtin = "random"
[[bots]]
name = "older"
builtin = "first"
"""


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
    assert (job.name, job.game, job.bots) == (slot.match, "keepers", slot.bots)
    assert (job.options, job.time_control.decision_ms) == ({"max_rounds": 12}, 2000)
    assert job.start().asked
