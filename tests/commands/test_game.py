"""`referee game`: commands for authors of games."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import referee as face
from referee.kernel.proto_text import proto_path
from referee.starters.games import files_of
from referee.starters.skeleton.src.skeleton.game import GAME as SKELETON
from referee.version import referee_version
from tests.support.shell import referee

KEEPERS = face.all_games()["keepers"]


def test_protos_are_written_where_they_belong(tmp_path: Path) -> None:
    into = str(tmp_path / "new")
    assert referee("game", "proto", "keepers", "--out", into).output.endswith("keepers.proto: written\n")
    file = tmp_path / "new" / proto_path("keepers")
    assert file.read_text() == KEEPERS.proto
    assert referee("game", "proto", "keepers", "--out", into).output == ""
    assert sorted(path.name for path in (tmp_path / "new").rglob("*.proto")) == ["keepers.proto"]
    referee("game", "proto", "--out", into)
    assert {path.stem for path in (tmp_path / "new").rglob("*.proto")} == set(face.all_games())


def test_a_number_moves_only_if_that_is_wanted(tmp_path: Path) -> None:
    file = tmp_path / proto_path("keepers")
    file.parent.mkdir(parents=True)
    file.write_text(KEEPERS.proto.replace("uint32 deck = 5;", "uint32 deck = 17;"))
    refused = referee("game", "proto", "keepers", "--out", str(tmp_path), code=1)
    assert "View.deck would move from 17 to 5. Declare new ones after those that have a number" in refused.output
    assert "uint32 deck = 17;" in file.read_text()
    referee("game", "proto", "keepers", "--out", str(tmp_path), "--renumber")
    assert file.read_text() == KEEPERS.proto


def test_a_new_game_states_its_face_and_what_it_needs_of_the_referee(tmp_path: Path) -> None:
    referee("game", "new", "rival", "--out", tmp_path)
    assert f"    api={face.GAME_API},\n" in (tmp_path / "rival/src/rival/game.py").read_text()
    project = tomllib.loads((tmp_path / "rival/pyproject.toml").read_text())["project"]
    (needed,) = map(Requirement, project["dependencies"])
    assert (needed.name, needed.extras) == ("referee", {"game"})
    assert needed.specifier.contains(referee_version())
    major = int(referee_version().split(".")[0])
    assert not needed.specifier.contains(f"{major + 1}.0"), "names are removed only by a new major version"
    assert not needed.specifier.contains("0.0.1")


def test_the_package_of_a_game_is_written_under_its_own_name(tmp_path: Path) -> None:
    told = referee("game", "new", "rival_king", "--seats", "3-6", "--out", tmp_path).output
    assert "rival_king: written. Its README.md explains the next steps" in told.replace("\n", "")
    files = {path.relative_to(tmp_path / "rival_king"): path for path in (tmp_path / "rival_king").rglob("*")}
    assert not [path for path in files if "skeleton" in str(path)]
    texts = [path.read_text() for path in files.values() if path.is_file()]
    assert not [text for text in texts if "skeleton" in text.lower()]
    assert "SEATS = (3, 6)" in (tmp_path / "rival_king/src/rival_king/cards.py").read_text()
    assert 'name="Rival King"' in (tmp_path / "rival_king/src/rival_king/game.py").read_text()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("Rival", "invalid name of a game 'Rival': use up to 40 lower-case letters", id="capital"),
        pytest.param("2rival", "starting with a letter", id="digit first"),
        pytest.param("rival-king", "e.g. my_game", id="hyphen"),
        pytest.param("../rival", "lower-case letters, digits and single underscores", id="path"),
        pytest.param("r" * 41, "up to 40", id="41 letters"),
        pytest.param("keepers", "there is already a game 'keepers'", id="a game"),
        pytest.param("class", "'class' is a Python keyword or a module here", id="keyword"),
        pytest.param("json", "'json' is a Python keyword or a module here", id="standard library"),
        pytest.param("grpc", "choose another name", id="installed"),
        pytest.param("there", "exists already: name another folder with --out, or choose another name", id="folder"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_is_written(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    refused = referee("game", "new", name, "--out", tmp_path, code=1)
    assert message in refused.output.replace("\n", "")
    assert [*tmp_path.rglob("*")] == [tmp_path / "there"]


@pytest.mark.parametrize("seats", ["1-4", "4-2", "2-9", "two", "", "2-", "99999999999999999999", "٢"])
def test_bad_numbers_of_seats_are_refused(seats: str, tmp_path: Path) -> None:
    refused = referee("game", "new", "rival", "--seats", seats, "--out", tmp_path, code=1)
    assert f"invalid --seats {seats!r}: use MIN-MAX, both from 2 to 8, e.g. 2-4" in refused.output
    assert not [*tmp_path.iterdir()]


def test_of_a_number_of_thousands_of_digits_the_beginning_is_told(tmp_path: Path) -> None:
    refused = referee("game", "new", "rival", "--seats", "9" * 5000, "--out", tmp_path, code=1)
    assert refused.stderr == f"Error: invalid --seats '{'9' * 40}': use MIN-MAX, both from 2 to 8, e.g. 2-4\n"


@pytest.mark.parametrize(("low", "high"), [(low, high) for low in range(2, 9) for high in range(low, 9)])
def test_for_any_seats_there_are_cards_enough_and_the_messages_are_written(low: int, high: int, tmp_path: Path) -> None:
    texts = {path.name: text for path, text in files_of("rival", low, high)}
    cards = tomllib.loads(texts["cards.toml"])
    assert cards["copies"] * cards["highest"] >= high * (cards["hand"] + 1)
    assert texts["rival.proto"] == SKELETON.proto.replace("skeleton", "rival").replace("Skeleton", "Rival")
