"""Names in an untrusted database: as paths of files, as HTML, as codes for a terminal."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.databases import in_database
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import tournament

HOSTILE = "<script>alert(1)</script>\x1b[31m\u202e"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    (folder / "plan.toml").write_text(a_plan_text("first random", deals=1))
    tournament("run", folder / "plan.toml", "--db", folder / "t.db")
    return folder / "t.db"


@pytest.fixture
def database(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(played, tmp_path / "t.db"))


@pytest.mark.parametrize(
    "name", ["../../evil", "{outside}/evil", "d001-t001-r0/../../../evil", "", ".", "a\nb", HOSTILE]
)
def test_no_name_of_a_match_leads_out_of_the_folder_that_is_written(database: Path, name: str) -> None:
    name = name.format(outside=database.parent) if name.startswith("{") else name  # from the root of the file system
    for table in ("records", "seats", "matches"):
        in_database(database, f"UPDATE {table} SET match = ? WHERE match = 'd001-t001-r0'", [name])
    deep = database.parent / "deep" / "er"
    for words in [("export", "--records", "-o", deep / "e"), ("report", "--replays", "-o", deep / "r")]:
        said = tournament(*words, database, code=1)
        assert "is not a valid name of a match; `tournament verify` names" in said.stderr
        assert "\x1b" not in said.output
    outside = {path for path in database.parent.rglob("*") if path.is_file() and deep not in path.parents}
    assert {path.name.removeprefix("t.db") for path in outside} <= {"", ".lock", "-wal", "-shm"}
    assert not [path for path in deep.rglob("*") if path.suffix == ".jsonl" or "evil" in path.name]
    assert not (database.parent / "evil.jsonl").exists()
    assert "the plan has no such match" in tournament("verify", database, code=1).stdout


def test_names_of_bots_and_of_the_tournament_are_harmless_wherever_they_are_shown(database: Path) -> None:
    ((text,),) = in_database(database, "SELECT plan FROM tournament")
    plan = json.loads(text)
    plan["tournament"]["name"] = plan["bots"][0]["name"] = HOSTILE
    in_database(database, "UPDATE tournament SET name = ?, plan = ?", [HOSTILE, json.dumps(plan)])
    in_database(database, "PRAGMA foreign_keys = OFF")
    for table, column in (("bots", "name"), ("seats", "bot"), ("ratings", "bot")):
        in_database(database, f"UPDATE {table} SET {column} = ? WHERE {column} = 'first'", [HOSTILE])
    folder = database.parent / "out"
    for words in [("show",), ("show", "--json"), ("verify",), ("report", "-o", folder), ("export", "-o", folder)]:
        said = tournament(*words, database, code=None)
        assert said.exit_code in {0, 1}, said.output
        assert not {"\x1b", "\u202e"} & {*said.output}
    page = (folder / "index.html").read_text()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    for file in folder.glob("*.csv"):
        assert not {"\x1b", "\u202e"} & {*file.read_text()}


def test_a_folder_with_a_hostile_name_is_harmless(database: Path) -> None:
    folder = database.parent / "\x1b[31mred\u202e"
    folder.mkdir()
    moved = Path(shutil.copyfile(database, folder / "t.db"))
    for words, code in [(("show",), 0), (("report", "-o", folder / "r"), 0), (("repair",), 0)]:
        assert not {"\x1b", "\u202e"} & {*tournament(*words, moved, code=code).output}
    assert not {"\x1b", "\u202e"} & {*tournament("show", folder / "none.db", code=1).output}
