"""A bot that forfeits too many of its matches: the run plays all, names the bot and ends with 5."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.kernel.job import MatchJob
from referee.kernel.record import Record, SeatEnd
from tests.support.matches import sealed
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament
from tests.tournament.run.test_runner import KnobEngine
from tournament.engines.engine import OnProcess, Setting
from tournament.run import running

SAID = "bot first forfeited {} of its 10 matches ({}), which is more than the {} % that max_forfeits allows"


class Failing:
    """Makes the bot `first` forfeit its first matches."""

    def __init__(self, count: int, end: SeatEnd) -> None:
        self._left = count
        self._end = end

    def __call__(self, job: MatchJob, record: Record) -> Record:
        if "first" not in job.bots or not self._left:
            return record
        self._left -= 1
        seat = job.bots.index("first")
        ends = [self._end if number == seat else SeatEnd.PLAYED for number in range(2)]
        places = [2 if number == seat else 1 for number in range(2)]
        assert record.end is not None
        record.end = msgspec.structs.replace(record.end, ends=ends, places=places)
        return sealed(record)


def run(
    folder: Path, patch: pytest.MonkeyPatch, knob: Failing, code: int, *words: object, **settings: Any
) -> tuple[str, str]:
    """Plays a tournament in which each bot has ten matches; returns stdout and stderr."""

    @asynccontextmanager
    async def open_failing(setting: Setting, _on_process: OnProcess) -> AsyncIterator[KnobEngine]:
        yield KnobEngine(setting.plan, knob)

    patch.setattr(running, "open_engine", open_failing)
    (folder / "plan.toml").write_text(a_plan_text(deals=5, duplicate=False, **settings))
    done = tournament("run", folder / "plan.toml", "--db", folder / "t.db", *words, code=code)
    assert "15 of 15 matches" in done.output or words
    return done.stdout, done.stderr


@pytest.mark.parametrize("count", [3, 10])
def test_a_bot_that_forfeits_too_many_matches_ends_the_run_with_5(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    _, said = run(tmp_path, monkeypatch, Failing(count, SeatEnd.STRIKES), 5)
    assert SAID.format(count, f"{count} strikes", 20) in said
    again = tournament("run", tmp_path / "plan.toml", "--db", tmp_path / "t.db", code=5)
    assert SAID.format(count, f"{count} strikes", 20) in again.stderr, "even if all is played already"


@pytest.mark.parametrize("count", [0, 1, 2])
def test_up_to_the_share_that_is_allowed_nothing_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    _, said = run(tmp_path, monkeypatch, Failing(count, SeatEnd.RESIGNED), 0)
    assert "max_forfeits" not in said


@pytest.mark.parametrize(
    ("settings", "count", "code"),
    [
        pytest.param({"max_forfeits": 0}, 1, 5, id="none is allowed"),
        pytest.param({"max_forfeits": 0.55}, 5, 0, id="more are allowed"),
        pytest.param({"max_forfeits": 0.55}, 6, 5, id="even more"),
        pytest.param({"max_forfeits": 1}, 10, 0, id="all are allowed"),
        pytest.param({"on_failing_bot": "continue"}, 10, 0, id="as before this was counted"),
    ],
)
def test_the_plan_says_how_many_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], count: int, code: int
) -> None:
    run(tmp_path, monkeypatch, Failing(count, SeatEnd.STRIKES), code, **settings)


def test_a_bot_that_never_came_is_named_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, said = run(tmp_path, monkeypatch, Failing(10, SeatEnd.NO_SHOW), 5)
    assert "first did not appear in any of its matches" in shown
    assert "max_forfeits" not in said


def test_programs_get_the_code_too_and_only_json_on_stdout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, said = run(tmp_path, monkeypatch, Failing(10, SeatEnd.STRIKES), 5, "--json")
    assert json.loads(shown.splitlines()[-1])["event"] == "standings"
    assert SAID.format(10, "10 strikes", 20) in said
