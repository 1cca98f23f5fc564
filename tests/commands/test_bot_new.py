"""`referee bot new` writes a complete folder, and says what to do with it."""

from __future__ import annotations

import json
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.kernel.game import find_game, game_ids
from referee.starters.languages import StarterLanguage, languages
from referee.starters.library_file import read_library_file
from referee.starters.names import name_for
from referee.starters.template import kinds_of
from referee.version import referee_version
from tests.support.shell import referee

EVERY = pytest.mark.parametrize("language", languages().values(), ids=lambda language: language.id)
KIND = re.compile(r"^    \w+ (\w+) = \d+;$", re.MULTILINE)


def texts(folder: Path) -> dict[str, str]:
    files = (file for file in folder.rglob("*") if file.is_file() and file.suffix != ".whl")
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in files}


@EVERY
def test_a_folder_has_library_protos_and_a_file_to_change(language: StarterLanguage, tmp_path: Path) -> None:
    told = referee("bot", "new", language.id, tmp_path / "new" / "mine").stdout
    files = texts(tmp_path / "new" / "mine")
    assert f"  cd {tmp_path}/new/mine\n" in told
    named = re.search(r"To improve it, change `(\w+)` in `(.*)`", files["README.md"])
    assert named is not None
    assert named[1] in files[named[2]]
    for path in (*language.library, *language.settings, ".gitignore", "referee-library.toml"):
        assert any(name == path or name.startswith(f"{path}/") for name in files), path
    assert ("protos/referee/games/keepers/v1/keepers.proto" in files) == language.protos
    own = language.own_files(for_game=False).keys() | {"README.md"}
    assert not [name for name, text in files.items() if name.endswith(".in") or ("{{" in text and name in own)]


@EVERY
@pytest.mark.parametrize("game", game_ids())
def test_a_bot_for_a_game_knows_every_kind_of_its_options(language: StarterLanguage, game: str, tmp_path: Path) -> None:
    told = referee("bot", "new", language.name, tmp_path / "mine", "--game", game).stdout
    assert f"referee play {game} --bot " in told
    assert f"--game {game}" in told
    files = texts(tmp_path / "mine")
    named = re.search(r"To improve it, change `worth` in `(.*)`", files["README.md"])
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
        pytest.param(["cobol", "{new}"], "unknown language 'cobol': use python, ", id="language"),
        pytest.param(["go", "{new}", "--game", "chess"], "unknown game 'chess'; the games are", id="game"),
        pytest.param(["go", "{there}"], "there exists already: name a new or empty folder", id="not empty"),
        pytest.param(["go", "{link}"], "link exists already", id="a link"),
        pytest.param(["go", "{there}/file/bot"], "a part of this path is a file, not a folder", id="below a file"),
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
    assert {"README.md", "bot.py"} <= texts(tmp_path).keys()


def test_a_blank_in_the_name_of_the_folder_is_quoted(tmp_path: Path) -> None:
    assert f"  cd '{tmp_path}/my bot'\n" in referee("bot", "new", "python", tmp_path / "my bot").stdout


NAMED_IN = {
    "cpp": ("CMakeLists.txt", "add_executable({name} bot.cpp)", "build/{name}"),
    "go": ("go.mod", "module {name}\n", "./{name}"),
    "java": ("pom.xml", "<artifactId>{name}</artifactId>", "target/{name}.jar"),
    "python": ("bot.py", 'run(Bot, name="{name}")', "python bot.py"),
    "rust": ("Cargo.toml", 'name = "{name}"', "target/release/{name}"),
    "typescript": ("package.json", '"name": "{name}"', "node dist/bot.cjs"),
}


@EVERY
def test_a_bot_has_the_name_of_its_folder(language: StarterLanguage, tmp_path: Path) -> None:
    told = referee("bot", "new", language.id, tmp_path / "Quick Fox 2").stdout
    files = texts(tmp_path / "Quick Fox 2")
    file, line, program = (text.format(name="quick-fox-2") for text in NAMED_IN[language.id])
    assert line in files[file]
    assert program in told
    assert "The bot is called quick-fox-2: names have" in told
    assert files["README.md"].startswith("# quick-fox-2\n")
    assert "my bot" not in "".join(files[name] for name in language.own_files(for_game=False))


def test_a_usual_name_is_not_worth_a_word(tmp_path: Path) -> None:
    assert "The bot is called" not in referee("bot", "new", "python", tmp_path / "quick-fox").stdout


def test_a_bot_in_go_is_one_module_of_its_own_name(tmp_path: Path) -> None:
    referee("bot", "new", "go", tmp_path / "fox", "--game", "keepers")
    assert not [name for name, text in texts(tmp_path / "fox").items() if "refereebot" in text]
    assert '"fox/referee"' in (tmp_path / "fox" / "main.go").read_text()


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        pytest.param("mine", "mine", id="usual"),
        pytest.param("Mein_Bot.v2", "mein-bot-v2", id="signs"),
        pytest.param("Zürich", "zurich", id="accents"),
        pytest.param("7 wonders", "bot-7-wonders", id="a number first"),
        pytest.param("机器人", "bot", id="no letter that can stay"),
        pytest.param("---", "bot", id="signs alone"),
        pytest.param("x" * 200, "x" * 50, id="long"),
        pytest.param("referee", "referee-bot", id="a folder of the library"),
        pytest.param("test", "test-bot", id="a target of CMake"),
        pytest.param("Match", "match-bot", id="a word of Rust"),
        pytest.param("net", "net-bot", id="a package of Go"),
        pytest.param("com1", "com1-bot", id="a device"),
        pytest.param("typescript", "typescript-bot", id="a dependency"),
    ],
)
def test_odd_names_of_folders(folder: str, name: str, tmp_path: Path) -> None:
    assert name_for(tmp_path / folder) == name


@EVERY
def test_every_bot_says_what_holds_its_versions(language: StarterLanguage, tmp_path: Path) -> None:
    referee("bot", "new", language.id, tmp_path / "mine")
    files = texts(tmp_path / "mine")
    assert re.search(r"\block file\b", files["README.md"])
    assert "package-lock" not in files.get(".npmrc", "")
    versions = files["README.md"].partition("## Versions")[2]
    assert referee_version() in versions, "which version the library is of"
    assert re.search(r"\bnot (published|in any\s+package\s+index)", versions), "and where it comes from"
    assert "Once it is, you can" in re.sub(r"\s+", " ", versions), "and how to change over"
    said = read_library_file(tmp_path / "mine")
    assert (said.version, said.language, said.name, said.game) == (referee_version(), language.id, "mine", "")
    assert said.date == datetime.now(UTC).date()
    named = said.library.keys() | said.settings.keys()
    assert {name for name in files if name.startswith(("referee/", "protos/"))} <= named


def test_packages_of_a_starter_in_typescript_are_those_of_the_library() -> None:
    folder = languages()["typescript"].folder
    library = json.loads((folder / "package.json").read_text("utf-8"))
    starter = json.loads((folder / "starter" / "package.json.in").read_text("utf-8"))
    for key in ("dependencies", "devDependencies", "engines", "imports", "type"):
        assert starter[key] == library[key], key
    assert starter["scripts"].items() <= library["scripts"].items()


def test_versions_of_a_starter_in_java_are_those_of_the_library() -> None:
    folder = languages()["java"].folder
    poms = [(folder / name).read_text("utf-8") for name in ("pom.xml", "starter/pom.xml.in")]
    library, starter = ({*re.findall(r"<(\w+[.-]\w+)>([^<]+)</\1>", pom)} for pom in poms)
    assert {found for found in library if found[0].endswith(".version")} <= starter
