"""The ladder: it goes on while bots come and go, places new ones quickly, and leaves nobody out."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.contests import Playing, by_strength, played
from tests.support.databases import in_database
from tests.support.shell import tournament
from tests.support.tournaments import a_plan, a_plan_text, check_that_interruptions_change_nothing, play_left
from tournament.errors import UserError
from tournament.formats.batches import WINDOW
from tournament.formats.contract import Contest
from tournament.formats.ladder import FLOOR, MOST_OF_A_BATCH, PLACING
from tournament.formats.ladder_showing import SPAN, ladder_tables
from tournament.formats.rehearsal import OF_ENDLESS, expected_slots
from tournament.plan.plan import Plan
from tournament.report.standings import standings_of, standings_text
from tournament.storage.archive import open_archive
from tournament.storage.deciding import close
from tournament.storage.repairing import repair
from tournament.storage.store import open_store
from tournament.storage.verifying import verify_archive


def ladder(bots: int, seats: int = 2, **keys: Any) -> Plan:
    names = " ".join(f"b{number}=first" for number in range(bots))
    chosen: dict[str, Any] = {"kind": "ladder", "duplicate": False} | keys
    return a_plan(names, seats, **chosen)


def strengths(bots: int, gap: float = 0.5) -> dict[str, float]:
    return {f"b{number}": gap * number for number in range(bots)}


def deals_of(contest: Contest, since: int = 0) -> Counter[str]:
    return Counter(bot for drawn in contest.drawn[since:] for bot in drawn.bots)


@settings(max_examples=8, deadline=None)
@given(st.integers(3, 9), st.integers(2, 3), st.integers(0, 1000))
def test_nobody_starves_and_seats_are_even(bots: int, seats: int, seed: int) -> None:
    """However far apart they are."""
    contest = played(ladder(bots, seats, seed=seed, matches=40 * bots), by_strength(strengths(bots, 3.0))).contest
    assert len(contest.drawn) == 40 * bots
    deals = deals_of(contest)
    mean = sum(deals.values()) / bots
    assert min(deals[bot] for bot in strengths(bots)) >= FLOOR * mean - seats
    sat = Counter((bot, seat) for drawn in contest.drawn for seat, bot in enumerate(drawn.bots))
    for bot in deals:
        uneven = max(sat[bot, seat] for seat in range(seats)) - min(sat[bot, seat] for seat in range(seats))
        assert uneven <= bots ** (seats - 1), "within one at each table"


@settings(max_examples=6, deadline=None)
@given(st.integers(3, 6), st.integers(0, 1000), st.integers(1, 6))
def test_matches_at_once_and_interruptions_change_nothing(bots: int, seed: int, at_once: int) -> None:
    plan, outcome = ladder(bots, seed=seed, matches=80), by_strength(strengths(bots), seed=seed)
    unbroken = played(plan, outcome, duplicate=True).contest
    assert len(unbroken.drawn) == 40
    playing = Playing(plan, outcome, duplicate=True)
    while not playing.is_over:
        playing.play(Random(seed), at_once=at_once, most=1 + seed % 7)
    assert playing.contest.drawn == unbroken.drawn


def test_a_ladder_has_no_end() -> None:
    playing = Playing(ladder(4), by_strength(strengths(4)))
    playing.play(most=500)
    assert not playing.is_over


def test_a_new_bot_is_placed_quickly_and_keeps_nobody_waiting() -> None:
    plan, outcome = ladder(10), by_strength(strengths(10, 1.0))
    early = msgspec.structs.replace(plan, bots=plan.bots[:9])
    playing = Playing(early, outcome)
    before = len(playing.play(most=400).drawn)
    playing.change(plan)
    contest = playing.play(most=60)
    deals = deals_of(contest, before)
    assert PLACING <= deals["b9"] <= MOST_OF_A_BATCH * (60 / 5 + WINDOW)
    (shown,) = ladder_tables(contest)
    assert (shown.rows[0][0], shown.rows[0][2]) == ("1", "b9")
    contest = playing.play(most=400)
    assert min(deals_of(contest, before)[bot] for bot in strengths(10)) > 20


def test_a_withdrawn_bot_is_drawn_no_more_and_its_neighbours_are_told_apart() -> None:
    plan = ladder(4)
    playing = Playing(plan, by_strength(strengths(4)))
    known = len(playing.play(most=100).drawn)
    bots = [msgspec.structs.replace(bot, withdrawn=bot.name in {"b1", "b3"}) for bot in plan.bots]
    playing.change(msgspec.structs.replace(plan, bots=bots))
    contest = playing.play(most=30)
    assert {frozenset(drawn.bots) for drawn in contest.drawn[known:]} == {frozenset(("b0", "b2"))}
    (shown,) = ladder_tables(contest)
    assert [row[2] for row in shown.rows] == ["b2", "b0"]


def test_a_ladder_with_too_few_bots_waits_for_others() -> None:
    plan = ladder(3)
    alone = [msgspec.structs.replace(bot, withdrawn=bot.name != "b0") for bot in plan.bots]
    playing = Playing(msgspec.structs.replace(plan, bots=alone), by_strength(strengths(3)))
    playing.play()
    assert playing.answer.over == "fewer than 2 bots are left"


def test_it_is_shown_with_arrows() -> None:
    """The bot that was last improves after 40 batches, and a further bot enters."""
    plan, usual = ladder(4), strengths(4, 2.0) | {"c": 3.0}
    weak, strong = by_strength(usual), by_strength(usual | {"b0": 60.0})
    playing = Playing(plan, lambda slot: (weak if slot.stage < 40 else strong)(slot))
    playing.play(most=SPAN)
    (young,) = ladder_tables(playing.contest)
    assert [row[1] for row in young.rows] == [""] * 4
    assert len(young.notes) == 1
    moves: set[str] = set()
    for _ in range(60):
        (shown,) = ladder_tables(playing.play(most=4))
        assert [row[0] for row in shown.rows] == ["1", "2", "3", "4"]
        moves |= {row[1][:1] for row in shown.rows if row[2] == "b0"}
    assert "▲" in moves
    playing.change(msgspec.structs.replace(plan, bots=[*plan.bots, a_plan("c=first d=first").bots[0]]))
    (shown,) = ladder_tables(playing.play(most=SPAN))
    fell = {row[2]: row[1] for row in shown.rows}
    assert (len(fell), fell["c"]) == (5, "new")
    assert any(move.startswith("▼") for move in fell.values()), "below the new bot"


def test_matches_that_a_withdrawn_bot_has_left_out_are_made_up_for() -> None:
    plan = ladder(6, matches=60)
    playing = Playing(plan, by_strength(strengths(6)))
    playing.play(Random(1), at_once=1, most=31)
    bots = [msgspec.structs.replace(bot, withdrawn=bot.name in {"b1", "b4"}) for bot in plan.bots]
    playing.change(msgspec.structs.replace(plan, bots=bots))
    contest = playing.play()
    assert len(contest.drawn) > 60
    assert sum(len(block) for block in contest.results.values()) == 60


def test_every_match_can_be_the_last_one_before_an_interruption(tmp_path: Path) -> None:
    plan = a_plan("a=greedy b=random c=first d=greedy", kind="ladder", matches=24, deals_from_seed=True)
    names = check_that_interruptions_change_nothing(tmp_path, plan)
    assert len(names) == len(expected_slots(plan, duplicate=True)) == 24


def test_as_many_matches_are_expected_as_the_plan_allows() -> None:
    assert len(expected_slots(ladder(5, 3), duplicate=True)) == OF_ENDLESS
    assert len(expected_slots(ladder(5, 3, matches=7), duplicate=True)) == 7


def test_a_ladder_without_an_end_is_forecast_for_its_first_matches(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(a_plan_text("first random", kind="ladder", name="rungs"))
    shown = tournament("check", plan).stdout
    assert "rungs: a ladder without an end; the following is about its first 1000 matches of keepers" in shown
    assert "Elo for a rating" in shown
    assert json.loads(tournament("check", plan, "--json").stdout)["matches"] is None


CHANGES = (
    "a=greedy b=random c=first",
    "a=greedy b=random c=first d=greedy",
    "a#2=random b=random c=first d=greedy",
    "a#2=random -b=random c=first d=greedy",
    "a#2=random -b=random c#neu=greedy d=greedy e=random",
)
"""Bots and versions come and go."""


def changing(number: int, **keys: Any) -> Plan:
    return a_plan(CHANGES[number], kind="ladder", deals_from_seed=True, **keys)


def play_changing(path: Path, *, at_once: int) -> None:
    """Plays 12 matches by each of the plans, with an interruption after so many."""
    for number in range(len(CHANGES)):
        left = 12
        while left:
            with open_store(path, changing(number), duplicate=True) as store:
                left -= len(play_left(store, most=min(at_once, left)))


def test_bots_and_versions_come_and_go_between_interruptions(tmp_path: Path) -> None:
    play_changing(tmp_path / "unbroken.db", at_once=12)
    play_changing(tmp_path / "t.db", at_once=1)
    with open_archive(tmp_path / "unbroken.db") as unbroken, open_archive(tmp_path / "t.db") as broken:
        assert broken.tournament.drawn == unbroken.tournament.drawn
        assert broken.fixed() == unbroken.fixed()
        assert verify_archive(broken).faults == []
        assert [bot.name for bot in broken.tournament.plan.playing] == ["d", "a#2", "c#neu", "e"]
        shown = standings_text(standings_of(broken), [])
    assert "Ladder after " in shown
    assert "new" in shown


def test_what_was_drawn_after_the_plan_has_changed_is_verified_too(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    play_changing(path, at_once=12)
    with open_archive(path) as archive:
        number, last = len(archive.tournament.drawn), archive.tournament.drawn[-1]
    assert last.edition == 4
    in_database(path, f'UPDATE drawn SET bots = \'["{last.bots[1]}", "{last.bots[0]}"]\' WHERE id = {number}')
    with open_archive(path) as archive:
        assert f"stage {last.stage + 1}: the tables are not those that the format draws from the earlier results" in (
            verify_archive(archive).faults
        )


def test_after_a_bot_has_come_back_its_tables_stay(tmp_path: Path) -> None:
    """Its old tables are played at last, and were not known to what was drawn meanwhile."""
    path = tmp_path / "t.db"
    all_bots, without_c = "a=greedy b=random c=first d=greedy", "a=greedy b=random -c=first d=greedy"
    for bots, most in ((all_bots, 3), (without_c, 12), (all_bots, 12)):
        with open_store(path, a_plan(bots, kind="ladder", deals_from_seed=True), duplicate=True) as store:
            play_left(store, most=most)
    with open_archive(path) as archive:
        assert verify_archive(archive).faults == []


@pytest.mark.parametrize("change", ["DELETE FROM drawn WHERE id > 6", "UPDATE drawn SET deal = 99 WHERE id = 4"])
def test_a_damaged_ladder_is_drawn_again(tmp_path: Path, change: str) -> None:
    plan = a_plan("a=greedy b=random c=first", kind="ladder", matches=24, deals_from_seed=True)
    for name in ("unbroken.db", "t.db"):
        with open_store(tmp_path / name, plan, duplicate=True) as store:
            play_left(store, most=16)
    in_database(tmp_path / "t.db", change)
    assert repair(tmp_path / "t.db") is not None
    for name in ("unbroken.db", "t.db"):
        with open_store(tmp_path / name, plan, duplicate=True) as store:
            play_left(store)
            assert verify_archive(store.archive).faults == []
    with open_archive(tmp_path / "unbroken.db") as unbroken, open_archive(tmp_path / "t.db") as repaired:
        assert repaired.tournament.drawn == unbroken.tournament.drawn


def test_its_end_may_move_at_any_time_and_closing_it_publishes_the_secret(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    played_so_far = 0
    for matches in (8, 16, 10):
        with open_store(path, ending_after(matches), duplicate=True) as store:
            played_so_far += len(play_left(store))
            assert played_so_far == max(matches, played_so_far)
            assert store.archive.published is not None
    with open_store(path, ending_after(None), duplicate=True) as store:
        assert len(play_left(store, most=4)) == 4
        assert store.archive.published is None
    close(path, "the season is over")
    with open_archive(path) as archive:
        assert archive.published is not None
        assert verify_archive(archive).faults == []


def ending_after(matches: int | None) -> Plan:
    keys: dict[str, Any] = {} if matches is None else {"matches": matches}
    return a_plan("a=greedy b=random c=first", kind="ladder", **keys)


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ({"matches": 1}, 'format.matches: 1 is out of range: use 2 to 1000000, or "endless"'),
        (
            {"deals": 3},
            "format.deals: a ladder chooses each deal separately: leave out deals, and limit it with matches",
        ),
        ({"tables": 3}, "format.tables: a ladder chooses each deal separately: leave out tables"),
        ({"kind": "swiss", "matches": 9}, 'only a ladder has matches: write kind = "ladder"'),
    ],
)
def test_a_wrong_plan_is_refused(keys: dict[str, Any], what: str) -> None:
    with pytest.raises(UserError) as refused:
        ladder(4, **keys)
    assert what in str(refused.value)
