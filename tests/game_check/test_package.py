"""Which packages can be checked: those that register a game and are installed in this Python from their folder."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import pytest

from referee.errors import UsageError
from referee.game_check.package import find_package
from tests.support.on_path import on_path
from tests.support.shell import referee


def refused(folder: Path) -> str:
    with pytest.raises(UsageError) as raised:
        find_package(folder)
    return str(raised.value)


def test_a_folder_that_is_no_package_is_refused(tmp_path: Path) -> None:
    assert "pyproject.toml" in refused(tmp_path)
    assert "the folder must be one that `referee game new` wrote" in refused(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("[project", "pyproject.toml is not valid TOML", id="no TOML"),
        pytest.param("", 'registers no game: it needs [project.entry-points."referee.games"]', id="empty"),
        pytest.param("project = 3", "registers no game", id="no table"),
        pytest.param('[project.entry-points."referee.games"]', "registers no game", id="no entry"),
    ],
)
def test_a_package_without_a_game_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert message in refused(tmp_path)


def test_a_package_that_is_not_installed_is_refused(tmp_path: Path) -> None:
    folder = on_path("lanterns", tmp_path).folder
    told = refused(folder)
    assert f"the game 'lanterns' in {folder} is not installed in this Python; install it with: " in told
    assert told.endswith(f"-m pip install -e {quote(str(folder))}")
    assert "-m pip install -e" in referee("game", "check", folder, code=1).stderr


def test_a_package_that_is_installed_from_elsewhere_is_refused(tmp_path: Path) -> None:
    """Otherwise a different version than the one in the folder would be checked."""
    first = on_path("lanterns", tmp_path / "first")
    second = on_path("lanterns", tmp_path / "second")
    told = first.referee("game", "check", second.folder, code=1).stderr
    assert f"the installed game 'lanterns' is in {first.folder}" in told
    assert f"not in {second.folder}" in told


def test_a_game_whose_code_does_not_load_is_named_with_what_it_raised(tmp_path: Path) -> None:
    lanterns = on_path("lanterns", tmp_path)
    lanterns.replace("src/lanterns/game.py", "GAME = ", "GAME = nothing or ")
    told = lanterns.referee("game", "check", lanterns.folder, code=1).stderr
    assert "the game 'lanterns' cannot be loaded: NameError: name 'nothing' is not defined" in told
