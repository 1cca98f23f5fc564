"""`referee bot new` writes a folder that is whole, and says what to do with it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from referee.commands.starter_template import kinds_of
from referee.commands.starters import StarterLanguage, languages
from referee.kernel.game import find_game, game_ids
from tests.support.shell import referee

EVERY = pytest.mark.parametrize("language", languages().values(), ids=lambda language: language.id)
KIND = re.compile(r"^    \w+ (\w+) = \d+;$", re.MULTILINE)


def texts(folder: Path) -> dict[str, str]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in files}


@EVERY
def test_a_folder_has_library_protos_and_a_file_to_change(language: StarterLanguage, tmp_path: Path) -> None:
    told = referee("bot", "new", language.id, tmp_path / "new" / "mine").stdout
    files = texts(tmp_path / "new" / "mine")
    assert f"  cd {tmp_path}/new/mine\n" in told
    named = re.search(r"What to change is `(\w+)` in `(.*)`", files["README.md"])
    assert named is not None
    assert named[1] in files[named[2]]
    for path in language.library:
        assert any(name == path or name.startswith(f"{path}/") for name in files), path
    assert ("protos/referee/games/keepers/v1/keepers.proto" in files) == language.protos
    assert not [name for name, text in files.items() if "{{" in text and name.endswith((".in", "README.md"))]


@EVERY
@pytest.mark.parametrize("game", game_ids())
def test_a_bot_for_a_game_knows_every_kind_of_its_options(language: StarterLanguage, game: str, tmp_path: Path) -> None:
    told = referee("bot", "new", language.name, tmp_path / "mine", "--game", game).stdout
    assert f"referee play {game} --bot " in told
    assert f"--game {game}" in told
    files = texts(tmp_path / "mine")
    named = re.search(r"What to change is `worth` in `(.*)`", files["README.md"])
    assert named is not None
    source = files[named[1]]
    assert "{{" not in source
    plain = source.lower().replace("_", "")
    kinds = [kind.name for kind in kinds_of(find_game(game).proto)]
    assert [kind for kind in kinds if kind.replace("_", "") not in plain] == []
    assert [field for field in ("seats", "seat") if not re.search(rf"\b{field}\b", source)] == []


@pytest.mark.parametrize("game", game_ids())
def test_the_kinds_of_a_game_are_all_found_with_what_they_mean(game: str) -> None:
    proto = find_game(game).proto
    (options,) = re.findall(r"^message Option \{$(.*?)^\}$", proto, re.MULTILINE | re.DOTALL)
    found = list(kinds_of(proto))
    assert found
    assert [kind.name for kind in found] == KIND.findall(options)
    assert all(kind.doc and "\n" not in kind.doc for kind in found)


@EVERY
def test_the_tools_that_are_missing_are_named(
    language: StarterLanguage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None)
    said = referee("bot", "new", language.id, tmp_path / "mine").stderr
    assert all(program in said for program in (*language.needs, *language.debian))
    assert bool(said) == bool(language.needs)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["cobol", "{new}"], "unknown language 'cobol'; there are python, ", id="language"),
        pytest.param(["go", "{new}", "--game", "chess"], "unknown game 'chess'; the games are", id="game"),
        pytest.param(["go", "{there}"], "there is there already: name a folder that is new or empty", id="not empty"),
        pytest.param(["go", "{link}"], "link is there already", id="a link"),
        pytest.param(["go", "{there}/file/bot"], "a part of this path is a file and no folder", id="below a file"),
    ],
)
def test_mistakes_are_named_and_nothing_is_written(words: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "new")
    places = {name: tmp_path / name for name in ("new", "there", "link")}
    assert said in referee("bot", "new", *[word.format(**places) for word in words], code=1).stderr
    assert not (tmp_path / "new").exists()
    assert texts(tmp_path / "there") == {"file": "mine"}


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    referee("bot", "new", "python", tmp_path)
    assert texts(tmp_path).keys() == {"README.md", "bot.py"}


def test_a_blank_in_the_name_of_the_folder_is_quoted(tmp_path: Path) -> None:
    assert f"  cd '{tmp_path}/my bot'\n" in referee("bot", "new", "python", tmp_path / "my bot").stdout
