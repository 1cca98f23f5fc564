"""Files of both programs are private from the first byte, because they contain seeds and hidden cards."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.shell import referee
from tests.support.tournaments import a_plan_text
from tests.tournament.commands.test_commands import finished_in, tournament

PLAY = ("play", "keepers", "--bot", "first", "--seats", 2, "--in-process", "--record")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a finished tournament."""
    return finished_in(tmp_path_factory.mktemp("finished"), a_plan_text("first random", deals=1))


@pytest.fixture
def folder(tmp_path: Path, finished: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A finished tournament with a umask that lets everyone read new files.

    A file that is private at the end was private from the start, because nothing may change a mode later.
    """
    shutil.copy(finished, tmp_path / "t.db")
    (tmp_path / "t.db").chmod(0o600)
    tmp_path.chmod(0o755)
    for name in ("chmod", "fchmod", "lchmod"):
        monkeypatch.delattr(os, name, raising=False)
    before = os.umask(0)
    yield tmp_path
    os.umask(before)


@pytest.mark.parametrize(
    ("words", "written"),
    [
        pytest.param((*PLAY, "records"), 4, id="records"),
        pytest.param((*PLAY, "old"), 3, id="records in a folder that was there"),
        pytest.param(("report", "t.db", "-o", "out"), 5, id="a report with replays"),
        pytest.param(("export", "t.db", "-o", "out"), 10, id="an export"),
        pytest.param(("export", "t.db", "-o", "out", "--records"), 13, id="an export with records"),
        pytest.param(("export", "t.db", "--sqlite", "out/new.db"), 3, id="an export as a database"),
    ],
)
def test_nobody_else_may_read_it(
    folder: Path, words: tuple[object, ...], written: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    Path("old").mkdir()
    there = {path: path.stat().st_mode for path in folder.rglob("*")}
    (referee if words[0] == "play" else tournament)(*words)
    new = [path for path in folder.rglob("*") if path not in there]
    assert {str(path): oct(path.stat().st_mode & 0o777) for path in new} == {
        str(path): "0o700" if path.is_dir() else "0o600" for path in new
    }
    assert len(new) == written, new
    assert {path: path.stat().st_mode for path in there} == there


def test_a_single_record_and_the_page_of_it_are_private(folder: Path) -> None:
    referee(*PLAY, folder / "records")
    (record, *_) = (folder / "records").glob("*.jsonl")
    referee("show", record, "--html", folder / "match.html")
    assert (folder / "match.html").stat().st_mode & 0o777 == 0o600
