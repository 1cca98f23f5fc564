"""You can change the plan of a tournament that has begun: what was played stays, the rest follows from the plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.databases import in_database
from tests.support.elo import elo_history
from tests.support.tournaments import a_plan, a_plan_text, play_left
from tournament.errors import UserError
from tournament.plan.plan import Plan
from tournament.plan.reading import parse_plan
from tournament.storage.archive import open_archive
from tournament.storage.elo_rows import rating_rows
from tournament.storage.repairing import repair
from tournament.storage.store import open_store
from tournament.storage.summary import MatchSummary
from tournament.storage.verifying import Verification, verify_archive

BOTS = "first random greedy"


def changed(bots: str = BOTS, withdrawn: str = "", extra: str = "", **plan: Any) -> Plan:
    """A plan of these bots, some of them withdrawn."""
    text = a_plan_text(bots, extra=extra, **plan)
    for name in withdrawn.split():
        text = text.replace(f'name = "{name}"', f'name = "{name}"\nwithdrawn = true')
    return parse_plan(text)


def run(database: Path, plan: Plan, most: int | None = None, *, duplicate: bool = True) -> list[str]:
    """Play some matches by a plan; returns what it has changed."""
    with open_store(database, plan, duplicate=duplicate) as store:
        play_left(store, most)
        return [*store.accepted]


def run_unless_back(database: Path, plan: Plan, most: int, *, duplicate: bool) -> None:
    """Play some matches by a plan, unless it brings back a bot too late."""
    try:
        run(database, plan, most, duplicate=duplicate)
    except UserError as error:
        if "cannot come back" not in str(error):
            raise


def verified(database: Path) -> Verification:
    with open_archive(database) as archive:
        found = verify_archive(archive)
    assert found.faults == []
    return found


def matches_in(database: Path) -> dict[str, MatchSummary]:
    with open_archive(database) as archive:
        return {match.match: match for match in archive.matches()}


def meetings(matches: dict[str, MatchSummary]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(seat.bot for seat in match.seats)) for match in matches.values())


def test_more_deals_are_added_to_what_was_played(tmp_path: Path) -> None:
    run(tmp_path / "t.db", a_plan(deals=2), 5)
    before = matches_in(tmp_path / "t.db")
    said = run(tmp_path / "t.db", a_plan(deals=3))
    assert said == ["format.deals: 2 before, 3 now", "matches of the tournament: 12 before, 18 now"]
    after = matches_in(tmp_path / "t.db")
    assert {name: after[name] for name in before} == before
    assert set(meetings(after).values()) == {6}
    found = verified(tmp_path / "t.db")
    assert (found.matches, found.total, found.is_over) == (18, 18, True)
    assert [decision.what for decision in found.decisions] == ["\n".join(said)]


def test_a_tournament_that_grew_has_the_cards_of_one_that_was_as_large_from_the_start(tmp_path: Path) -> None:
    """With the same secret and at the same tables."""
    fixed: dict[str, Any] = {"seed": 9, "deals_from_seed": True}
    run(tmp_path / "grown.db", a_plan(deals=1, **fixed), 3)
    run(tmp_path / "grown.db", a_plan(deals=3, **fixed))
    run(tmp_path / "large.db", a_plan(deals=3, **fixed))
    grown, large = (
        [(one.match, one.number, one.result.bots, one.result.scores) for one in matches_in(tmp_path / name).values()]
        for name in ("grown.db", "large.db")
    )
    assert grown == large


def test_a_late_bot_meets_all_others_and_catches_up_first(tmp_path: Path) -> None:
    run(tmp_path / "t.db", a_plan(deals=3), 8)
    with open_store(tmp_path / "t.db", changed(f"late=greedy {BOTS}", deals=3), duplicate=True) as store:
        assert store.accepted == ["bot late enters", "matches of the tournament: 18 before, 36 now"]
        bots = {slot.match: slot.bots for slot in store.slots}
        first = play_left(store, 6)
    assert all("late" in bots[match] for match in first), "the deals that the others have played already"
    run(tmp_path / "t.db", changed(f"{BOTS} late=greedy", deals=3))
    assert meetings(matches_in(tmp_path / "t.db")) == dict.fromkeys(
        combinations(sorted(["first", "random", "greedy", "late"]), 2), 6
    )
    verified(tmp_path / "t.db")


def test_a_withdrawn_bot_plays_no_more_and_its_matches_stay(tmp_path: Path) -> None:
    run(tmp_path / "t.db", a_plan(deals=2), 7)
    before = matches_in(tmp_path / "t.db")
    said = run(tmp_path / "t.db", changed(withdrawn="random", deals=2))
    assert said[0] == "bot random: withdrawn: false before, true now"
    after = matches_in(tmp_path / "t.db")
    new = {name: match for name, match in after.items() if name not in before}
    assert {seat.bot for match in new.values() for seat in match.seats} == {"first", "greedy"}
    assert before.keys() < after.keys()
    assert verified(tmp_path / "t.db").is_over
    with open_archive(tmp_path / "t.db") as archive:
        assert archive.published is not None
        assert len(archive.shown()) == len(after)


def test_a_deal_that_a_withdrawal_cuts_short_counts_for_no_rating_and_is_played_out_when_the_bot_is_back(
    tmp_path: Path,
) -> None:
    run(tmp_path / "t.db", a_plan(deals=1), 1)
    (cut,) = matches_in(tmp_path / "t.db").values()
    gone = cut.seats[0].bot
    run(tmp_path / "t.db", changed(withdrawn=gone, deals=1), 1)
    after = matches_in(tmp_path / "t.db")
    assert not after[cut.match].rated
    assert sum(match.rated for match in after.values()) == len(after) - 1
    with open_archive(tmp_path / "t.db") as archive:
        assert cut.match not in archive.shown(), "its other rotation may still be played"
    verified(tmp_path / "t.db")
    run(tmp_path / "t.db", a_plan(deals=1))
    assert all(match.rated for match in matches_in(tmp_path / "t.db").values())
    assert len(matches_in(tmp_path / "t.db")) == 6
    verified(tmp_path / "t.db")


@pytest.mark.parametrize("then", ["others entered", "the secret is published"])
def test_a_bot_cannot_come_back_where_that_would_be_unfair(tmp_path: Path, then: str) -> None:
    run(tmp_path / "t.db", a_plan(deals=2), 3)
    if then == "others entered":
        run(tmp_path / "t.db", changed(f"{BOTS} late=first", "random", deals=2), 1)
        back, why = changed(f"{BOTS} late=first", deals=2), "late entered since"
    else:
        run(tmp_path / "t.db", changed(withdrawn="random", deals=2))
        back, why = a_plan(deals=2), "the secret of its cards is published"
    with pytest.raises(UserError, match=f"bot random: it was withdrawn and cannot come back, because {why}"):
        run(tmp_path / "t.db", back)


def test_matches_after_the_secret_was_published_follow_from_a_new_one(tmp_path: Path) -> None:
    run(tmp_path / "t.db", a_plan(deals=1))
    with open_archive(tmp_path / "t.db") as archive:
        old = archive.tournament.secret
    said = run(tmp_path / "t.db", a_plan(deals=2), 2)
    assert old.reveal().hex() in said[-1], "the old secret stays known"
    with open_archive(tmp_path / "t.db") as archive:
        new = archive.tournament.secret
        seeds = [archive.record(match.match).header.seed for match in archive.matches()][-2:]
        assert archive.published is None
    assert new.commitment != old.commitment
    assert new.commitment.hex() in said[-1]
    assert seeds == [new.seed(2, 1).hex()] * 2
    run(tmp_path / "t.db", a_plan(deals=2))
    assert verified(tmp_path / "t.db").commitment == new.commitment.hex()


def test_matches_before_the_end_follow_from_the_secret_that_was_committed(tmp_path: Path) -> None:
    run(tmp_path / "t.db", a_plan(deals=1), 5)
    committed = verified(tmp_path / "t.db").commitment
    run(tmp_path / "t.db", a_plan(f"{BOTS} late=first", deals=2))
    assert verified(tmp_path / "t.db").commitment == committed


def test_limits_of_time_hold_from_then_on(tmp_path: Path) -> None:
    run(tmp_path / "t.db", a_plan(deals=2), 5)
    assert run(tmp_path / "t.db", a_plan(extra="[time]\ndecision = '2s'", deals=2), 2)[0] == (
        'time.decision: "1s" before, "2s" now'
    )
    with open_archive(tmp_path / "t.db") as archive:
        limits = [archive.record(match.match).header.time_control.decision_ms for match in archive.matches()]
    assert sorted(limits) == [1000] * 5 + [2000] * 2
    verified(tmp_path / "t.db")
    in_database(tmp_path / "t.db", "UPDATE matches SET edition = 1 - edition")
    with open_archive(tmp_path / "t.db") as archive:
        assert len(verify_archive(archive).faults) == 7, "each was played by the limits of the other plan"


def test_what_concerns_the_evaluation_changes_nothing_but_the_ratings(tmp_path: Path) -> None:
    run(tmp_path / "t.db", a_plan(deals=2))
    before = matches_in(tmp_path / "t.db")
    text = a_plan_text(deals=2, elo_k=40.0, leave_out=["random"], name="final")
    plan = parse_plan(text.replace("[rating]", "[rating]\nanchors = { first = 1200 }"))
    said = run(tmp_path / "t.db", plan)
    assert "rating.anchors.first: nothing before, 1200.0 now" in said
    assert 'tournament.name: "tournament" before, "final" now' in said
    after = matches_in(tmp_path / "t.db")
    assert after.keys() == before.keys()
    assert {match.match for match in after.values() if match.rated} == {
        match.match for match in before.values() if all(seat.bot != "random" for seat in match.seats)
    }
    with open_archive(tmp_path / "t.db") as archive:
        assert {bot for _, bot, _, _ in archive.ratings()} == {"first", "greedy"}
        assert archive.last_ratings()["first"] == 1200
        assert (archive.tournament.name, archive.published is not None) == ("final", True)
    verified(tmp_path / "t.db")


def test_a_match_of_a_bot_that_is_left_out_moves_no_rating_while_it_is_played(tmp_path: Path) -> None:
    plan = a_plan(deals=2, leave_out=["random"])
    run(tmp_path / "t.db", plan)
    with open_archive(tmp_path / "t.db") as archive:
        counted = [result for result in archive.results() if "random" not in result.bots]
        assert len(counted) == 4
        assert archive.ratings() == list(rating_rows(elo_history(counted)))


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        pytest.param(a_plan(deals=1), "format.deals: 2 in the database, 1 in the plan; there can only", id="deals"),
        pytest.param(a_plan(deals=2, tables=5), "format.tables: 200 .*; it can change only for bots", id="tables"),
        pytest.param(a_plan("first=random random greedy"), 'bot first: builtin: "first" .* cannot change', id="bot"),
        pytest.param(a_plan(duplicate=False), 'format.duplicate: "auto" in the database, false', id="duplicate"),
        pytest.param(a_plan(deals_from_seed=True), "tournament.deals_from_seed: false", id="secret"),
        pytest.param(a_plan(seats=3), "tournament.seats: 2 in the database, 3 in the plan", id="seats"),
    ],
)
def test_what_would_change_what_was_played_is_refused_and_nothing_is_changed(
    tmp_path: Path, plan: Plan, message: str
) -> None:
    run(tmp_path / "t.db", a_plan(deals=2), 3)
    with pytest.raises(UserError, match=message):
        run(tmp_path / "t.db", plan)
    assert verified(tmp_path / "t.db").decisions == []
    assert run(tmp_path / "t.db", a_plan(deals=2)) == []


def test_a_bot_that_could_remember_a_deal_may_not_enter_duplicate_deals(tmp_path: Path) -> None:
    run(tmp_path / "t.db", a_plan(deals=1), 1)
    late = a_plan(f"{BOTS} late=first", deals=1)
    with pytest.raises(UserError, match=r"format.duplicate: .* with late there are bots that could remember"):
        run(tmp_path / "t.db", late, duplicate=False)
    run(tmp_path / "t.db", a_plan(f"{BOTS} late=first", deals=1, duplicate=True), duplicate=True)
    verified(tmp_path / "t.db")


def test_a_grown_tournament_is_repaired_as_a_whole(tmp_path: Path) -> None:
    """Its earlier plans are in the row of the tournament, and the log of decisions is kept."""
    run(tmp_path / "t.db", a_plan(deals=1))
    run(tmp_path / "t.db", a_plan(f"{BOTS} late=first", extra="[time]\ndecision = '2s'", deals=2), 9)
    before, log = matches_in(tmp_path / "t.db"), verified(tmp_path / "t.db").decisions
    lost = [*before][4]
    in_database(tmp_path / "t.db", "UPDATE records SET packed = x'00' WHERE match = ?", [lost])
    repaired = repair(tmp_path / "t.db")
    assert repaired is not None
    assert repaired.forgotten == [lost]
    assert verified(tmp_path / "t.db").decisions == log
    after = matches_in(tmp_path / "t.db")
    assert after == {name: match for name, match in before.items() if name != lost}
    run(tmp_path / "t.db", a_plan(f"{BOTS} late=first", extra="[time]\ndecision = '2s'", deals=2))
    assert len(matches_in(tmp_path / "t.db")) == verified(tmp_path / "t.db").total == 24


PLANS = st.tuples(
    st.integers(0, 2), st.integers(0, 2), st.sampled_from(["", "random", "greedy"]), st.sampled_from(["1s", "2s"])
)


@settings(max_examples=8, deadline=None)
@given(steps=st.lists(st.tuples(PLANS, st.integers(0, 7)), min_size=2, max_size=5), duplicate=st.booleans())
def test_whatever_the_plan_becomes_every_match_is_played_once_and_all_follows_from_the_database(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[tuple[int, int, str, str], int]], duplicate: bool
) -> None:
    database = tmp_path_factory.mktemp("grown") / "t.db"
    seen: dict[str, object] = {}
    for plan, most in grown_by(step for step in steps):
        run_unless_back(database, plan, most, duplicate=duplicate)
        found = verified(database)
        played = matches_in(database).items()
        now: dict[str, object] = {name: (one.number, one.result.bots, one.result.scores) for name, one in played}
        assert {name: now[name] for name in seen} == seen
        assert found.matches == len(now) <= found.total
        seen = now


def grown_by(steps: Iterator[tuple[tuple[int, int, str, str], int]]) -> Iterator[tuple[Plan, int]]:
    """Plans that each have at least the deals and the bots of the previous one."""
    deals, late = 1, 0
    for (more_deals, more_bots, withdrawn, decision), most in steps:
        deals, late = min(deals + more_deals, 3), min(late + more_bots, 2)
        bots = " ".join([BOTS, *(f"late{number}=first" for number in range(late))])
        yield changed(bots, withdrawn, f"[time]\ndecision = '{decision}'", deals=deals), most
