"""Decisions of the organiser by command: what each prints, and where people read it afterwards."""

from __future__ import annotations

import csv
import json
from datetime import datetime
from pathlib import Path

import pytest

from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament
from tournament.commands.times import next_time
from tournament.errors import UserError

PLAN = a_plan_text("greedy random first", deals=2, duplicate=True)
MATCH = "d001-t002-r0"


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


@pytest.fixture
def database(tmp_path: Path, plan: Path) -> Path:
    tournament("run", plan, "--db", tmp_path / "t.db")
    return tmp_path / "t.db"


def test_show_verify_report_and_export_print_the_log(tmp_path: Path, plan: Path, database: Path) -> None:
    said = tournament("annul", database, MATCH, "--why", "the host\nwas asleep").stdout
    assert said.startswith(f"match {MATCH} is annulled\n  it does not count: 1. ")
    tournament("replay", database, "d001-t001-r0", "--why", "a <complaint>")
    assert "unfinished: 1 match left to play" in tournament("verify", database).stdout
    plan.write_text(PLAN.replace("deals = 2", "deals = 3"))
    assert "the plan has changed: format.deals: 2 before, 3 now" in tournament("run", plan, "--db", database).stderr
    for command in ("show", "verify"):
        text = tournament(command, database).stdout
        assert "Decisions of the organiser:" in text
        assert f"match {MATCH} was annulled: the host was asleep\n    it does not count: 1. " in text
        assert "match d001-t001-r0 is to be played again: a <complaint>\n    until now: 1. " in text
        assert "the plan changed\n    format.deals: 2 before, 3 now\n" in text
        assert "unfinished" not in text
    kinds = ["annul", "replay", "plan"]
    assert [one["kind"] for one in json.loads(tournament("show", database, "--json").stdout)["decisions"]] == kinds
    tournament("report", database, "-o", tmp_path / "report", "--no-replays")
    page = (tmp_path / "report" / "index.html").read_text()
    assert "is to be played again: a &lt;complaint&gt;" in page
    tournament("export", database, "-o", tmp_path / "data", "--sqlite", tmp_path / "data.db")
    with (tmp_path / "data" / "decisions.csv").open() as file:
        assert [row["kind"] for row in csv.DictReader(file)] == kinds
    rows = tournament("query", database, "SELECT kind, match, why FROM decisions ORDER BY id", "--csv").stdout
    assert rows.splitlines()[1] == f"annul,{MATCH},the host was asleep"


def test_close_ends_a_contest_and_publishes_its_secret(tmp_path: Path, plan: Path, database: Path) -> None:
    tournament("replay", database, MATCH, "--why", "complaint")
    assert "Secret from which the deals are derived" not in tournament("show", database).stdout
    said = tournament("close", database, "--why", "the term is over").stdout
    assert "11 of 12 matches were played, and no more will be" in said
    shown = tournament("show", database).stdout
    assert "11 of 11 matches" in shown
    assert "Secret from which the deals are derived" in shown
    assert "this tournament is closed" in tournament("run", plan, "--db", database).stderr
    plan.write_text(PLAN.replace("deals = 2", "deals = 3"))
    refused = tournament("run", plan, "--db", database, code=1).stderr
    assert "the tournament is closed, so its plan cannot change any more" in refused
    assert "all as it should be" in tournament("verify", database).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(["annul", MATCH], "Missing option '--why'", id="no reason"),
        pytest.param(["replay", MATCH, "--why", " "], "invalid --why '': give the reason", id="an empty reason"),
        pytest.param(["annul", MATCH, "--why", "x" * 2001], "2001 characters are too many", id="a long reason"),
        pytest.param(["replay", "d7", "--why", "x"], "there is no match 'd7'", id="no such match"),
    ],
)
def test_a_wrong_decision_is_refused(database: Path, words: list[str], message: str) -> None:
    assert message in tournament(words[0], database, *words[1:], code=1).stderr


def test_check_says_what_the_next_run_would_change_and_changes_nothing(plan: Path, database: Path) -> None:
    plan.write_text(PLAN.replace("deals = 2", "deals = 3"))
    said = tournament("check", plan, "--db", database).stdout
    assert "18 matches of keepers\nThe next run will change the tournament:\n  format.deals: 2 before, 3 now" in said
    assert "Decisions" not in tournament("show", database).stdout
    plan.write_text(PLAN.replace("seats = 2", "seats = 3"))
    assert (
        "tournament.seats: 2 in the database, 3 in the plan"
        in tournament("check", plan, "--db", database, code=1).stderr
    )


def test_a_run_ends_at_the_time_that_it_is_given(tmp_path: Path, plan: Path) -> None:
    assert (
        "invalid time '25:00': use hours and minutes, e.g. 18:00"
        in tournament("run", plan, "--db", tmp_path / "t.db", "--until", "25:00", code=1).stderr
    )
    assert not (tmp_path / "t.db").exists()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("18:00", "2026-03-01 18:00", id="today"),
        pytest.param("9:05", "2026-03-02 09:05", id="tomorrow"),
        pytest.param("12:30", "2026-03-02 12:30", id="just now"),
    ],
)
def test_a_time_of_the_day_is_the_next_one(text: str, expected: str) -> None:
    now = datetime(2026, 3, 1, 12, 30).astimezone()
    assert next_time(text, now).strftime("%Y-%m-%d %H:%M") == expected


@pytest.mark.parametrize("text", ["", "18", "24:00", "18:60", "6pm", "-1:00", "1:5"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="use hours and minutes"):
        next_time(text, datetime.now().astimezone())
