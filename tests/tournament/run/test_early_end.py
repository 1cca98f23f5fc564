"""A tournament with `[stop]` in its plan ends after the same match, however it is played, and is closed there."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from referee.kernel.job import MatchJob
from tests.support.databases import in_database
from tests.support.tournaments import a_plan, play_left
from tests.tournament.run.test_runner import KnobEngine, a_store, run
from tournament.commands.display import line_of
from tournament.plan.plan import Plan
from tournament.report.standings import standings_of, standings_text
from tournament.run.events import EndedEarly, Played, RunEnded
from tournament.run.progress import RunProgress
from tournament.run.runner import Outcome
from tournament.statistics.sprt import LEAST, SprtState
from tournament.storage import deciding
from tournament.storage.archive import open_archive
from tournament.storage.closing import BY_PLAN
from tournament.storage.repairing import repair
from tournament.storage.store import open_store
from tournament.storage.summary import Finished
from tournament.storage.verifying import verify_archive

SPRT = '[stop]\nsprt = { bots = ["greedy", "random"], elo1 = 200 }'
WINNER = '[stop]\nsettled = "winner"'
ENDS_AT = 2 * LEAST
"""Greedy wins so often that the test is decided after as few deals as it may be."""

Contest = tuple[list[str], list[tuple[int, str, float, float]], list[tuple[int, ...]]]


def a_contest(stop: str = SPRT, bots: str = "greedy random") -> Plan:
    return a_plan(bots, deals=60, deals_from_seed=True, seed=5, extra=stop)


class FirstMatchLast(KnobEngine):
    """Keeps the first match until so many others have ended."""

    def __init__(self, plan: Plan, others: int) -> None:
        super().__init__(plan, capacity=4)
        self._left = others
        self._enough = trio.Event()

    async def submit(self, job: MatchJob) -> Finished:
        is_first = not self.submitted
        match = await super().submit(job)
        self._left -= not is_first
        if not self._left:
            self._enough.set()
        if is_first:
            await self._enough.wait()
        return match


def contest(folder: Path) -> Contest:
    """What is stored: the matches, the ratings and the places."""
    with open_archive(folder / "t.db") as archive:
        assert verify_archive(archive).faults == []
        places = [match.result.places for match in archive.matches()]
        return archive.fixed(), archive.ratings(), places


def unbroken(folder: Path, plan: Plan) -> Contest:
    folder.mkdir()
    with a_store(folder, plan) as store:
        runner, _ = run(store, KnobEngine(plan), plan)
        assert runner.outcome() is Outcome.COMPLETE
    return contest(folder)


@pytest.mark.parametrize(
    ("stop", "bots"),
    [pytest.param(SPRT, "greedy random", id="sprt"), pytest.param(WINNER, "greedy first", id="winner")],
)
def test_it_ends_after_the_same_match_in_parallel_and_with_interruptions(tmp_path: Path, stop: str, bots: str) -> None:
    plan = a_contest(stop, bots)
    at_once, broken = tmp_path / "at once", tmp_path / "broken"
    at_once.mkdir()
    with a_store(at_once, plan) as store:
        engine = FirstMatchLast(plan, others=ENDS_AT + 10)
        runner, events = run(store, engine, plan)
        assert runner.outcome() is Outcome.COMPLETE
    broken.mkdir()
    for matches in (1, 16, 7):
        with open_store(broken / "t.db", plan, duplicate=True) as store:
            play_left(store, most=matches)
    with a_store(broken, plan) as store:
        run(store, KnobEngine(plan), plan)
    whole = unbroken(tmp_path / "unbroken", plan)
    assert len(whole[0]) == ENDS_AT
    assert whole == contest(at_once) == contest(broken)
    assert len(engine.submitted) > ENDS_AT
    (ended,) = [event for event in events if isinstance(event, EndedEarly)]
    assert ended.done == ENDS_AT
    assert isinstance(events[-1], RunEnded)
    assert (events[-1].done, events[-1].total) == (ENDS_AT, ENDS_AT)


def test_a_run_that_was_killed_before_it_looked_ends_it_the_next_time(tmp_path: Path) -> None:
    plan = a_contest()
    with a_store(tmp_path, plan) as store:
        play_left(store, most=ENDS_AT + 6)
    with a_store(tmp_path, plan) as store:
        engine = KnobEngine(plan)
        runner, _ = run(store, engine, plan)
        assert (engine.submitted, runner.outcome()) == ([], Outcome.COMPLETE)
    assert contest(tmp_path) == unbroken(tmp_path / "unbroken", plan)


def test_the_secret_is_published_and_no_further_match_is_played(tmp_path: Path) -> None:
    plan = a_contest()
    unbroken(tmp_path / "played", plan)
    with a_store(tmp_path / "played", plan) as store:
        assert (store.early_end, len(store.slots)) == (None, ENDS_AT)
        engine = KnobEngine(plan)
        run(store, engine, plan)
        assert engine.submitted == []
        assert store.archive.published is not None
        assert [(decision.kind, decision.why) for decision in store.archive.decisions()] == [("close", BY_PLAN)]


def test_the_progress_and_the_standings_say_how_far_it_is(tmp_path: Path) -> None:
    plan = a_contest()
    with a_store(tmp_path, plan) as store:
        play_left(store, most=10)
        found = standings_of(store.archive)
        assert found.stop is not None
        assert (found.stop.state.blocks, found.stop.conclusion) == (5, "")
        assert "undecided" in standings_text(found, [])
        _, events = run(store, KnobEngine(plan), plan)
        progress = RunProgress()
        for event in events:
            progress.tell(event, 0.0)
            if isinstance(event, Played) and event.done == 20:
                assert "LLR " in progress.text()
                assert "(-2.94 to 2.94)" in progress.text()
        (ended,) = [event for event in events if isinstance(event, EndedEarly)]
        assert "the tournament is over after 40 matches (LLR " in line_of(ended, progress)
        found = standings_of(store.archive)
    assert found.stop is not None
    assert isinstance(found.stop.state, SprtState)
    assert (found.stop.state.accepted, found.stop.state.blocks, found.total) == ("H1", LEAST, ENDS_AT)
    assert "H1 is accepted: greedy is stronger than random by 200 rather than 0 normalized Elo" in found.notes[1]


def test_a_test_has_an_interval_that_holds_at_all_times(tmp_path: Path) -> None:
    plan = a_contest(SPRT.replace("greedy", "other"), "other=random random")
    with a_store(tmp_path, plan) as store:
        play_left(store, most=20)
        found = standings_of(store.archive)
    (pair,) = [pair for pair in found.fit.superiority if pair.bot == "other"]
    assert found.stop is not None
    assert found.stop.low is not None
    assert found.stop.high is not None
    assert found.stop.low < pair.difference - 1.96 * pair.error
    assert found.stop.high > pair.difference + 1.96 * pair.error
    assert f"Difference of the two bots: {found.stop.low:.0f} to {found.stop.high:.0f} Elo." in found.notes[3]


@pytest.mark.parametrize(
    ("played", "fault"),
    [
        pytest.param(10, "but its results do not lead to that", id="too early"),
        pytest.param(ENDS_AT + 2, "matches were played after the one at which", id="too late"),
    ],
)
def test_an_end_that_does_not_follow_from_the_results_is_a_fault(tmp_path: Path, played: int, fault: str) -> None:
    with a_store(tmp_path, a_contest()) as store:
        play_left(store, most=played)
    deciding.close(tmp_path / "t.db", BY_PLAN)
    with open_archive(tmp_path / "t.db") as archive:
        (found,) = verify_archive(archive).faults
    assert fault in found


def test_a_repaired_tournament_ends_where_it_ended(tmp_path: Path) -> None:
    """The damaged file may still contain matches that were dropped."""
    plan = a_contest()
    with a_store(tmp_path, plan) as store:
        play_left(store, most=ENDS_AT + 6)
        run(store, KnobEngine(plan), plan)
    before = contest(tmp_path)
    in_database(tmp_path / "t.db", "UPDATE ratings SET rating = 7 WHERE number = 1")
    assert repair(tmp_path / "t.db") is not None
    assert contest(tmp_path) == before


def test_after_matches_were_lost_the_log_says_so(tmp_path: Path) -> None:
    plan = a_contest()
    unbroken(tmp_path / "played", plan)
    path = tmp_path / "played" / "t.db"
    in_database(path, "UPDATE records SET packed = x'00' WHERE match = 'd003-t001-r0'")
    assert repair(path) is not None
    with open_archive(path) as archive:
        assert verify_archive(archive).faults == []
        assert [decision.why for decision in archive.decisions()] == [
            f"{BY_PLAN}, before matches were lost in a damaged file"
        ]
