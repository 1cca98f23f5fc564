"""The table is the same wherever it stands: in `show`, `rate`, the report, the exports and the browser."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import msgspec
import pytest
import trio

from referee.pages.layout import Navigation
from tests.support.matches import sealed
from tests.support.tournaments import a_plan, play_slot
from tests.tournament.commands.test_commands import tournament
from tournament.storage.store import open_store
from tournament.storage.summary import finished
from tournament.web.snapshot import SnapshotSource
from tournament.web.standing_pages import standings_page

PLAN = a_plan("four=random three=random two=random one=random", deals=1)
PLACES = {("four", "three"): [1, 2], ("two", "one"): [1, 1]}
"""The matches that have been played: an unbeaten bot, and two that tied."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("alike") / "t.db"
    with open_store(path, PLAN, duplicate=False) as store:
        for slot in store.slots:
            pair = next((pair for pair in PLACES if {*pair} == {*slot.bots}), None)
            if pair is not None:
                record = play_slot(slot, PLAN)
                places = dict(zip(pair, PLACES[pair], strict=True))
                assert record.end is not None
                record.end = msgspec.structs.replace(record.end, places=[places[bot] for bot in slot.bots])
                store.add(slot, finished(sealed(record)))
    return path


def rows_of(page: str) -> list[list[str]]:
    """The first cells of each row of the first table of a page."""
    (table, *_) = re.findall(r"<tbody>.*?</tbody>", page, flags=re.DOTALL)
    rows = re.findall(r"<tr>.*?</tr>", table, flags=re.DOTALL)
    return [[re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<td.*?</td>", row, flags=re.DOTALL)] for row in rows]


def test_an_unbeaten_bot_is_first_everywhere_with_the_same_figures(database: Path, tmp_path: Path) -> None:
    shown = json.loads(tournament("show", database, "--json").stdout)["fit"]["ratings"]
    names = [rating["bot"] for rating in shown]
    assert names == ["four", "one", "two", "three"]
    lines = [line.split() for line in tournament("show", database).stdout.splitlines()]
    assert [line[1] for line in lines if line and line[0].isdigit()] == names
    assert [line[:4] for line in lines if line and line[0] == "1"] == [["1", "four", "~145", "-"]]
    tournament("export", database, "-o", tmp_path / "data")
    assert [rating["bot"] for rating in json.loads((tmp_path / "data/tournament.json").read_text())["fitted"]] == names
    with (tmp_path / "data/standings.csv").open() as file:
        assert [row["bot"] for row in csv.DictReader(file)] == names
    rated = json.loads(tournament("rate", tmp_path / "data/results.csv", "--json").stdout)["ratings"]
    assert rated == shown
    tournament("report", database, "-o", tmp_path / "report")
    report = rows_of((tmp_path / "report/index.html").read_text())
    now = trio.run(SnapshotSource(database).snapshot)
    web = rows_of(standings_page(Navigation("t"), now, "rating", falling=True))
    assert [row[:3] for row in report] == [row[:3] for row in web]
    assert [row[1] for row in web] == names
    assert report[0][:4] == web[0][:4] == ["1", "four", "~145", "unbeaten"]
    query = tournament("query", database, "SELECT bot FROM standings", "--csv").stdout.split()
    assert query[1:] == names


def test_sorted_the_other_way_round_the_unbeaten_bot_is_last(database: Path) -> None:
    now = trio.run(SnapshotSource(database).snapshot)
    rising = rows_of(standings_page(Navigation("t"), now, "rating", falling=False))
    assert [row[1] for row in rising] == ["three", "two", "one", "four"]


def test_grades_follow_the_stated_boundaries(database: Path, tmp_path: Path) -> None:
    words = ("--grade", "pass=-50", "--grade", "best=100")
    tournament("export", database, "-o", tmp_path, *words)
    with (tmp_path / "standings.csv").open() as file:
        grades = {row["bot"]: row["grade"] for row in csv.DictReader(file)}
    assert grades == {"four": "best", "one": "pass", "two": "pass", "three": ""}
    assert "add -o DIR" in tournament("export", database, "--sqlite", tmp_path / "x.db", *words, code=1).stderr
    for wrong in ("best", "best=", "=3", "best=nan"):
        said = tournament("export", database, "-o", tmp_path, "--grade", wrong, code=1).stderr
        assert f"invalid --grade '{wrong}': use NAME=RATING" in said
