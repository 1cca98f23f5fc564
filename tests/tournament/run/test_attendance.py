"""Bots that dial in: a run waits for them, says who is missing, and plays again what they missed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from tests.clients.processes import bot_process
from tests.support.tournaments import a_plan_text, play_left
from tests.tournament.commands.test_commands import tournament
from tests.tournament.storage.test_growing import matches_in, verified
from tournament.plan.reading import parse_plan
from tournament.run.attendance import Attendance
from tournament.run.events import Note, RunEvent
from tournament.storage.store import open_store

FIRST = [sys.executable, "-m", "referee_client.bots", "first"]


def attend(bots: list[str], comes_after: dict[str, float], seconds: float) -> list[str]:
    """What is reported while it is waited for bots that come after a number of seconds."""
    said: list[str] = []

    def tell(event: RunEvent) -> None:
        assert isinstance(event, Note)
        said.append(event.text)

    async def wait() -> None:
        begun = trio.current_time()

        def connected(bot: str) -> bool:
            return trio.current_time() - begun >= comes_after.get(bot, 1000.0)

        await Attendance(bots, connected, tell).wait(seconds)
        assert trio.current_time() - begun <= seconds + 1

    trio.run(wait, clock=MockClock(autojump_threshold=0))
    return said


def test_a_run_waits_until_all_have_come_and_says_who_it_waits_for() -> None:
    said = attend(["far", "near"], {"near": 0.0, "far": 30.0}, 120.0)
    assert said == ["near is connected", "waiting up to 2m for far to connect", "far is connected"]


def test_a_run_begins_when_the_time_is_over_and_says_who_is_missing() -> None:
    said = attend(["far", "near"], {}, 60.0)
    assert said == [
        "waiting up to 1m for far, near to connect",
        "far, near are not connected and will forfeit matches until that changes",
    ]


def test_without_a_wait_it_is_said_at_once() -> None:
    assert attend(["far"], {}, 0.0) == ["far is not connected and will forfeit matches until that changes"]


def test_a_bot_that_goes_is_named() -> None:
    said: list[str] = []
    there = {"far"}
    attendance = Attendance(["far"], lambda bot: bot in there, lambda event: said.append(getattr(event, "text", "")))
    assert attendance.look() == ["far"]
    there.clear()
    assert attendance.look() == []
    assert said == ["far is connected", "far is no longer connected"]


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(dialling(tmp_path, 'startup = "50ms"\ndecision = "20s"', ""))
    return path


def dialling(folder: Path, time: str, listen: str) -> str:
    address = f'[listen]\naddress = "unix:{folder / "dial"}"\n{listen}\n'
    extra = f'[[bots]]\nname = "far"\ndial_in = true\n{address}[time]\n{time}\n'
    # The bots beside it may miss matches, too: the time to start is short.
    return a_plan_text("first random", extra=extra, in_process=False, deals=2, on_failing_bot="continue")


def test_a_bot_that_comes_late_plays_again_what_it_missed_as_often_as_the_plan_says(tmp_path: Path, plan: Path) -> None:
    database = tmp_path / "t.db"
    said = tournament("run", plan, "--db", database, "--no-check", code=5)
    assert "far is not connected and will forfeit matches until that changes" in said.stderr
    assert "far did not appear in any of its matches" in said.stdout
    token = tournament("token", plan, "far").stdout.strip()
    plan.write_text(dialling(tmp_path, 'startup = "60s"\ndecision = "20s"', 'wait = "100s"\nreplay_no_shows = 1'))
    with bot_process(FIRST, f"unix:{tmp_path / 'dial'}", token):
        said = tournament("run", plan, "--db", database, "--no-check")
    assert "note: far is connected" in said.stderr
    assert "note: 4 matches that far missed will be replayed" in said.stderr
    bots = {bot["bot"]: bot for bot in json.loads(tournament("show", database, "--json").stdout)["bots"]}
    assert (bots["far"]["matches"], bots["far"]["forfeits"]) == (4, {})
    found = verified(database)
    assert (found.matches, found.total) == (6, 6)
    replays = [decision for decision in found.decisions if decision.kind == "replay"]
    assert len(replays) == 4
    assert {decision.why for decision in replays} == {"far was not connected then, but is now"}
    assert all("far: no_show" in decision.what for decision in replays)


def test_no_match_is_replayed_more_often_than_the_plan_says(tmp_path: Path) -> None:
    """The log of decisions counts, even if there is no runner."""
    plan = parse_plan(dialling(tmp_path, 'decision = "20s"', "replay_no_shows = 2"))
    counts = []
    with open_store(tmp_path / "t.db", plan, duplicate=False) as store:
        for _ in range(4):
            play_left(store)
            store._db.execute("UPDATE seats SET end = 'no_show' WHERE bot = 'far'")
            store._db.execute(
                "UPDATE matches SET forfeited = 1 WHERE match IN (SELECT match FROM seats WHERE bot = 'far')"
            )
            counts.append(len(store.replay_no_shows("far")))
    assert counts == [4, 4, 0, 0]
    assert len(matches_in(tmp_path / "t.db")) == 6
