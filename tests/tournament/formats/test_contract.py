"""The contract of formats: what is drawn follows from results, however the matches are run."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.contests import Playing, by_strength, played
from tests.support.databases import in_database
from tests.support.tournaments import a_plan, play_left
from tournament.errors import UserError
from tournament.formats.contract import Contest, ContestFormat, NextDraw
from tournament.formats.course import FORMATS, drawn_text, next_draw
from tournament.plan.draw import slots_of
from tournament.plan.plan import Plan
from tournament.schedule.slots import Drawn
from tournament.storage.archive import open_archive
from tournament.storage.deciding import annul, close, replay
from tournament.storage.repairing import repair
from tournament.storage.store import open_store
from tournament.storage.verifying import verify_archive

BOTS = "a=first b=random c=greedy d=random e=random"
PLAN = a_plan(BOTS, deals=2, seed=3)
STRENGTHS = {"a": 0.0, "b": 1.0, "c": 2.0, "d": 1.0, "e": 1.5}


def winner_stays(contest: Contest) -> NextDraw:
    """The winner of each table meets the next bot of the plan; of equals, the one that stayed longer."""
    names = [bot.name for bot in contest.plan.playing]
    if contest.stage + 1 >= len(names):
        return NextDraw(over="every bot has played")
    best = names[0]
    for drawn in contest.drawn[:: contest.plan.format.deals]:
        points = dict.fromkeys(drawn.bots, 0.0)
        for deal in range(1, contest.plan.format.deals + 1):
            for result in contest.results[f"d{deal:03}-t{drawn.table:03}"]:
                for seat, bot in enumerate(result.bots):
                    points[bot] += result.points(seat, 1 - seat) if result.rated else 0.5
        best = max(sorted(points), key=lambda bot: (points[bot], bot == best))
    table = (best, names[contest.stage + 1])
    deals = range(1, contest.plan.format.deals + 1)
    further = [Drawn(table=contest.stage + 1, deal=deal, bots=table, stage=contest.stage) for deal in deals]
    return NextDraw(drawn=further, title=f"challenge {contest.stage + 1}")


@pytest.fixture
def staying(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, "round-robin", ContestFormat(draw=winner_stays))


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_round_robin_is_one_stage_that_follows_from_the_plan(duplicate: bool) -> None:
    playing = played(PLAN, by_strength(STRENGTHS), duplicate=duplicate)
    assert tuple(playing.slots) == slots_of(PLAN, duplicate=duplicate)
    assert next_draw(playing.contest).over


def test_what_is_drawn_is_said_in_words(staying: None) -> None:
    playing = Playing(PLAN, by_strength(STRENGTHS))
    playing.play(most=0)
    assert drawn_text(PLAN, next_draw(playing.contest)) == "drawn: challenge 1, 1 table"
    assert drawn_text(PLAN, NextDraw(over="all is played")) == "nothing is left to draw: all is played"


def test_matches_at_once_in_any_order_give_the_same_contest(staying: None) -> None:
    outcome = by_strength(STRENGTHS)
    unbroken = played(PLAN, outcome, duplicate=True).contest
    assert len(unbroken.drawn) == 8
    for seed in range(20):
        playing = Playing(PLAN, outcome, duplicate=True)
        while not playing.is_over:
            playing.play(Random(seed), at_once=1 + seed % 4, most=1 + seed)
        assert playing.contest.drawn == unbroken.drawn


def test_a_format_sees_no_stage_of_its_window(staying: None, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[int]] = []

    def watch(contest: Contest) -> NextDraw:
        seen.append({drawn.stage for drawn in contest.drawn if drawn.block in contest.results})
        if contest.stage == 4:
            return NextDraw(over="enough")
        return NextDraw(drawn=[Drawn(table=contest.stage + 1, deal=1, bots=("a", "b"), stage=contest.stage)])

    monkeypatch.setitem(FORMATS, "round-robin", ContestFormat(draw=watch, window=2))
    for seed in range(5):
        seen.clear()
        Playing(PLAN, by_strength(STRENGTHS)).play(Random(seed), at_once=2)
        assert seen == [set(), set(), {0}, {0, 1}, {0, 1, 2}]


def test_a_run_that_stops_after_any_match_goes_on_as_if_it_had_not(staying: None, tmp_path: Path) -> None:
    with open_store(tmp_path / "unbroken.db", seeded(), duplicate=True) as store:
        assert len(play_left(store)) == 16
        unbroken = store.tournament.drawn
    total = 0
    while total < 16:
        with open_store(tmp_path / "stopped.db", seeded(), duplicate=True) as store:
            assert store.tournament.drawing
            assert store.archive.published is None
            total += len(play_left(store, most=1))
    with open_store(tmp_path / "stopped.db", seeded(), duplicate=True) as store:
        assert not store.tournament.drawing
        assert store.archive.published is not None
        assert store.tournament.drawn == unbroken
        assert not verify_archive(store.archive).faults


def seeded(**settings: Any) -> Plan:
    """The plan, with cards that follow from its seed."""
    return a_plan(BOTS, deals=2, seed=3, deals_from_seed=True, **settings)


def test_a_match_that_is_taken_back_holds_the_next_stage_and_keeps_what_was_drawn(
    staying: None, tmp_path: Path
) -> None:
    path = tmp_path / "t.db"
    with open_store(path, seeded(), duplicate=True) as store:
        play_left(store, most=5)
        drawn = store.tournament.drawn
        assert {one.stage for one in drawn} == {0, 1}
    replay(path, "d001-t001-r0", "a mistake")
    with open_store(path, seeded(), duplicate=True) as store:
        assert play_left(store)[0] == "d001-t001-r0"
        assert store.tournament.drawn[: len(drawn)] == drawn
        assert len(store.tournament.drawn) == 8
        assert not verify_archive(store.archive).faults


def test_after_the_end_a_match_that_is_taken_back_lets_the_format_draw_again(staying: None, tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with open_store(path, seeded(), duplicate=True) as store:
        play_left(store)
    replay(path, "d002-t004-r1", "a mistake")
    with open_store(path, seeded(), duplicate=True) as store:
        assert (store.tournament.drawing, store.archive.published) == (True, None)
        play_left(store)
        assert not store.tournament.drawing


def test_what_is_annulled_does_not_count_for_the_next_stage(staying: None, tmp_path: Path) -> None:
    """Every match of the first table: its bots are equal then, and the first one stays."""
    path = tmp_path / "t.db"
    with open_store(path, seeded(), duplicate=True) as store:
        played = play_left(store, most=3)
    for match in played:
        annul(path, match, "a mistake")
    with open_store(path, seeded(), duplicate=True) as store:
        play_left(store, most=1)
        assert store.tournament.drawing
        kept = store.contest().results
        assert [result.rated for block in ("d001-t001", "d002-t001") for result in kept[block]] == [False] * 3 + [True]


def test_a_closed_contest_draws_no_more(staying: None, tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with open_store(path, seeded(), duplicate=True) as store:
        play_left(store, most=6)
    close(path, "enough")
    with open_store(path, seeded(), duplicate=True) as store:
        assert (play_left(store), store.tournament.matches) == ([], 6)
        assert store.archive.published is not None
        assert not verify_archive(store.archive).faults


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("UPDATE drawn SET bots = replace(bots, '\"a\"', '\"e\"') WHERE id = 1", id="other bots"),
        pytest.param("UPDATE drawn SET bots = 'x' WHERE id = 3", id="no bots"),
        pytest.param("UPDATE drawn SET deal = 9 WHERE id = 4", id="another deal"),
        pytest.param("DELETE FROM drawn WHERE id = 8", id="the last one lost"),
        pytest.param("DELETE FROM drawn WHERE id = 4", id="one lost"),
        pytest.param("UPDATE tournament SET drawing = 0", id="the end"),
    ],
)
def test_damage_of_what_was_drawn_is_noticed_and_repaired(staying: None, tmp_path: Path, change: str) -> None:
    path = tmp_path / "t.db"
    with open_store(path, seeded(), duplicate=True) as store:
        play_left(store, most=12)
    in_database(path, change)
    with suppress(UserError), open_archive(path) as archive:
        assert verify_archive(archive).faults
    assert repair(path) is not None
    with open_store(path, seeded(), duplicate=True) as store:
        play_left(store)
        assert len(store.archive.fixed()) == 16
        assert not verify_archive(store.archive).faults
    with open_store(tmp_path / "unbroken.db", seeded(), duplicate=True) as unbroken:
        play_left(unbroken)
        with open_archive(path) as archive:
            assert unbroken.tournament.drawn == archive.tournament.drawn
