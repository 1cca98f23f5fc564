"""The package of a game: a folder with a `pyproject.toml` that registers it, installed from there in this Python."""

from __future__ import annotations

import shlex
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from referee.errors import UsageError
from referee.files import plain
from referee.kernel.game import Game, find_game

GROUP = "referee.games"


@dataclass(frozen=True)
class GamePackage:
    """A package and its games.

    Attributes:
        folder: The folder of the package.
        games: The games that it registers.
        code: The folder of the Python package that contains each game, by the game's id.
    """

    folder: Path
    games: Sequence[Game[Any]]
    code: dict[str, Path]


def find_package(folder: Path) -> GamePackage:
    """The package in a folder.

    Raises:
        UsageError: It registers no game, or is not installed in this Python from this folder.
    """
    registered = _registered(folder / "pyproject.toml")
    code = {game: _installed(game, folder) for game in registered}
    return GamePackage(folder, [_loaded(game) for game in registered], code)


def _registered(file: Path) -> list[str]:
    try:
        said: Any = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{plain(error, file)}; the folder must be one that `referee game new` wrote") from None
    except ValueError as error:
        raise UsageError(f"{file} is not valid TOML: {error}") from None
    for part in ("project", "entry-points", GROUP):
        said = said.get(part) if isinstance(said, dict) else None
    if not isinstance(said, dict) or not said:
        raise UsageError(f'{file} registers no game: it needs [project.entry-points."{GROUP}"]')
    return sorted(said)


def _installed(game: str, folder: Path) -> Path:
    """The folder of the installed code of a game."""
    advice = shlex.join([sys.executable, "-m", "pip", "install", "-e", str(folder)])
    found = [entry for entry in entry_points(group=GROUP) if entry.name == game]
    if not found:
        raise UsageError(f"the game {game!r} in {folder} is not installed in this Python; install it with: {advice}")
    spec = find_spec(found[0].module.partition(".")[0])
    places = [] if spec is None else [Path(place).resolve() for place in spec.submodule_search_locations or ()]
    if not places or not places[0].is_relative_to(folder.resolve()):
        where = places[0] if places else "a place that Python cannot find"
        raise UsageError(f"the installed game {game!r} is in {where}, not in {folder}; install this one with: {advice}")
    return places[0]


def _loaded(game: str) -> Game[Any]:
    try:
        return find_game(game)
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(f"the game {game!r} cannot be loaded: {type(error).__name__}: {error}") from error
