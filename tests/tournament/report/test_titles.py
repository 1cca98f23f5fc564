"""Titles of bots: shown beside the name, changed at any time, and never a part of what a bot is."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.tournaments import a_plan, a_plan_text
from tests.support.web_process import web
from tests.tournament.commands.test_commands import tournament
from tests.tournament.storage.test_growing import run, verified
from tournament.errors import UserError
from tournament.plan.identity import bot_digest
from tournament.plan.plan import Plan
from tournament.plan.reading import parse_plan
from tournament.storage.archive import open_archive

TITLE = '<b>"Ann" & co</b>, =1+1'
ESCAPED = '&lt;b&gt;"Ann" &amp; co&lt;/b&gt;, =1+1'


def titled(title: str, version: str = "") -> Plan:
    extra = f'[[bots]]\nname = "mine"\nbuiltin = "greedy"\nversion = "{version}"\ntitle = {json.dumps(title)}\n'
    return parse_plan(a_plan_text("first random", deals=2) + extra)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("titles") / "t.db"
    run(path, titled("", "1"), 4)
    run(path, titled(TITLE, "2"))
    return path


def test_a_title_may_change_at_any_time_and_is_no_part_of_what_a_bot_is(tmp_path: Path) -> None:
    run(tmp_path / "t.db", titled(""), 4)
    assert run(tmp_path / "t.db", titled("Ann"), 2) == ['bot mine.title: "" before, "Ann" now']
    assert run(tmp_path / "t.db", titled("Bob")) == ['bot mine.title: "Ann" before, "Bob" now']
    assert verified(tmp_path / "t.db").matches == 12
    with open_archive(tmp_path / "t.db") as archive:
        assert [bot.title for bot in archive.bots()] == ["", "", "Bob"]
    assert len({bot_digest(titled(title).bots[2]) for title in ("", "Ann")}) == 1


def test_all_versions_of_a_bot_have_its_title(database: Path) -> None:
    with open_archive(database) as archive:
        assert {bot.name: bot.title for bot in archive.bots()} == {
            "first": "",
            "random": "",
            "mine": TITLE,
            "mine#2": TITLE,
        }


def test_it_is_shown_beside_the_name_and_escaped(database: Path, tmp_path: Path) -> None:
    shown = tournament("show", database).stdout
    assert all(line.endswith(f"  {TITLE}") for line in shown.splitlines() if " mine" in line[:12] and "%" in line)
    assert json.loads(tournament("show", database, "--json").stdout)["titles"] == {"mine": TITLE, "mine#2": TITLE}
    tournament("report", database, "-o", tmp_path / "report", "--no-replays")
    with web(database, program="tournament") as pages:
        served = [pages.visitor().get(path)[1] for path in ("/", "/plan", "/bots/mine%232")]
    for page in [(tmp_path / "report" / "index.html").read_text(), *served]:
        assert ESCAPED in page
        assert "<b>" not in page


def test_it_is_the_last_column_of_the_standings(database: Path, tmp_path: Path) -> None:
    tournament("export", database, "-o", tmp_path, "--sqlite", tmp_path / "t.sqlite")
    with (tmp_path / "standings.csv").open() as file:
        rows = [*csv.reader(file)]
    assert rows[0][-1] == "title"
    assert {row[1]: row[-1] for row in rows[1:]} == {"first": "", "random": "", "mine": TITLE, "mine#2": TITLE}
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as db:
        assert dict(db.execute("SELECT bot, title FROM standings WHERE title != ''")) == {
            "mine": TITLE,
            "mine#2": TITLE,
        }


def test_without_titles_nothing_is_shown_of_them(tmp_path: Path) -> None:
    run(tmp_path / "t.db", a_plan(deals=2))
    assert "title" not in tournament("show", tmp_path / "t.db").stdout


@pytest.mark.parametrize(
    "title",
    [
        pytest.param("x" * 65, id="too long"),
        pytest.param("two\nlines", id="two lines"),
        pytest.param("\u202etxet", id="turned around"),
        pytest.param("zero\u200bwidth", id="invisible"),
        pytest.param(" ", id="blank"),
        pytest.param("\x1b[2J", id="a control character"),
    ],
)
def test_a_title_that_cannot_be_shown_is_refused(title: str) -> None:
    with pytest.raises(UserError, match=r"bots\[2\].title: invalid title .*: use up to 64 printable characters"):
        titled(title)
