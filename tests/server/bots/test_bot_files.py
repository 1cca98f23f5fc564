"""Which folder is the bot's own: what its command names, and the project around it, but never too much."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.errors import UsageError
from referee.server.bots.bot_files import MARKS_OF_A_PROJECT, own_files
from referee.server.bots.processes import BotProcess, BotProgram
from tests.support.sandboxes import host, needs_sandbox, says

FILES = (
    "bots/mine.py", "package/__main__.py", "classes/Main.class", "lib/a.jar", "lib/b.jar", "far/model.bin",
    "project/package.json", "project/dist/bot.js", "project/native/build/bot", "project/native/Cargo.toml",
)  # fmt: skip


@pytest.fixture
def files(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots, and a PATH with interpreters of a few languages, whether they are installed here or not."""
    installed = tmp_path_factory.mktemp("installed")
    for name in ("node", "java"):
        (installed / name).write_text("")
        (installed / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(installed), prepend=os.pathsep)
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("#!/usr/bin/env python3\n")
        (tmp_path / name).chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "own"),
    [
        pytest.param("python3 bots/mine.py", ["bots"], id="a script"),
        pytest.param("bots/mine.py", ["bots"], id="an executable"),
        pytest.param("bots/mine.py lib", ["bots"], id="an executable comes before a folder"),
        pytest.param("bots/mine.py far/model.bin", ["far"], id="a file comes before an executable"),
        pytest.param("python3 -m package", ["."], id="a package"),
        pytest.param("python3 -m package.module", ["."], id="a module of a package"),
        pytest.param("python3 -m json", [], id="a module that is installed"),
        pytest.param("true", [], id="a program of the system"),
        pytest.param(f"python3 bots/mine.py {'x' * 10_000}", ["bots"], id="an argument that is too long for a path"),
        pytest.param("python3 --weights=bots/mine.py", [], id="a file inside an option is not looked for"),
        pytest.param("python3 package", ["package"], id="a folder"),
        pytest.param("python3 ./bots/../package", ["package"], id="a folder by a detour"),
        pytest.param("java -cp classes Main", ["classes"], id="a folder after an option"),
        pytest.param("java -cp classes:lib/a.jar Main", ["classes", "lib/a.jar"], id="a list of paths"),
        pytest.param("java -cp classes:nowhere::lib/* Main", ["classes", "lib"], id="a list with gaps and archives"),
        pytest.param("java -cp lib/a.jar:lib/b.jar Main", ["lib"], id="a list within one folder"),
        pytest.param("java -jar lib/a.jar far/model.bin", ["lib"], id="later arguments do not count"),
        pytest.param("java -cp /usr/share:/etc/ssl Main", [], id="the system's own folders"),
        pytest.param("node project/dist/bot.js", ["project"], id="a script in a project"),
        pytest.param("node project", ["project"], id="a project"),
        pytest.param("project/native/build/bot", ["project/native"], id="the nearest of two projects"),
        pytest.param("java -cp classes:project/dist Main", ["classes", "project/dist"], id="a project later in a list"),
    ],
)
def test_the_bots_own_files(words: str, own: list[str], files: Path) -> None:
    assert own_files(words.split(), files) == [files / name for name in own]


@pytest.mark.parametrize("mark", MARKS_OF_A_PROJECT)
def test_a_file_says_what_is_a_project(mark: str, tmp_path: Path) -> None:
    (tmp_path / "project" / "deep").mkdir(parents=True)
    (tmp_path / "project" / "deep" / "bot").write_text("")
    (tmp_path / "project" / mark).write_text("")
    assert own_files(["sh", "project/deep/bot"], tmp_path) == [tmp_path / "project"]


@pytest.mark.parametrize(
    "hidden",
    [
        pytest.param("project/spring.db", id="a database in it that is still to come"),
        pytest.param("project/records/tokens", id="something deeper in it"),
        pytest.param("project", id="all of it"),
        pytest.param("link/spring.db", id="by another way"),
    ],
)
def test_a_project_with_something_hidden_in_it_is_not_taken(hidden: str, files: Path) -> None:
    """A tournament's plan may be in a project, beside other bots and older databases."""
    (files / "link").symlink_to(files / "project")
    assert own_files(["node", "project/dist/bot.js"], files, [files / hidden]) == [files / "project" / "dist"]
    assert own_files(["node", "project/dist/bot.js"], files, [files / "lib"]) == [files / "project"]


def test_a_project_that_anybody_could_have_made_is_not_taken(files: Path) -> None:
    (files / "project").chmod(0o1777)
    assert own_files(["node", "project/dist/bot.js"], files) == [files / "project" / "dist"]


def test_a_home_directory_is_no_project(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(files / "project"))
    assert own_files(["node", "project/dist/bot.js"], files) == [files / "project" / "dist"]


@pytest.mark.parametrize("words", ["python3 mine.py", "node .", "java -cp .:lib Main", "node ..", "node /"])
def test_a_home_directory_is_no_folder_for_a_bot(words: str, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(files))
    (files / "mine.py").write_text("")
    with pytest.raises(UsageError, match="move it to a separate folder"):
        own_files(words.split(), files)


@needs_sandbox
@pytest.mark.parametrize("words", ["python3 package", "python3 -m package"])
def test_a_package_runs_in_the_sandbox(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "mine"
    (mine / "package").mkdir(parents=True)
    (mine / "package" / "__main__.py").write_text("from part import answer\nprint(answer)\n")
    for folder in (mine, mine / "package"):
        (folder / "part.py").write_text("answer = 42")
    monkeypatch.chdir(mine)
    assert says(BotProgram("mine", tuple(words.split())), host(tmp_path)) == 42


@needs_sandbox
def test_what_a_list_of_paths_names_can_be_read_and_nothing_beside_it(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    words = ("sh", "-c", 'ls lib far classes 2>/dev/null | tr "\\n" " " | sed "s/.*/\\"&\\"/"', "classes:lib/a.jar")
    assert says(BotProgram("mine", words), host(files)) == "classes: Main.class  lib: a.jar "


@needs_sandbox
def test_what_is_hidden_stays_so_in_a_folder_that_the_command_names(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    words = ("sh", "-c", 'ls "$0" | tr "\\n" " " | sed "s/.*/\\"&\\"/"', "lib")
    assert says(BotProgram("mine", words), host(files, hidden=(files / "lib" / "b.jar",))) == "a.jar "
    with pytest.raises(UsageError, match=r"cannot hide .*lib from the bot, which is inside it"):
        BotProcess(BotProgram("mine", words), host(files, hidden=(files / "lib",)), "")
