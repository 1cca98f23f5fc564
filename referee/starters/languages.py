"""The languages in which `referee bot new` writes a first bot, and the files of each."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.starters.carried import carried
from referee.starters.toolchains import lacking

TEMPLATE = ".in"
"""The ending of a template. The file that is made from a template does not have this ending."""

_MADE = ("__pycache__", "node_modules", "target", "build", "dist", "gen", "bin")
"""Folders that builds leave in a copy of the repository."""

PYTHON_VERSIONS = """\
The library `referee_client` is installed with Referee. Elsewhere, run `pip install -r requirements.txt` in this
folder. It installs the wheel in `library/`, which `referee bot new` made from its own copy of the library; gRPC and
protobuf are downloaded from your package index. There is no lock file: `requirements.txt` names the exact wheel, which
accepts a range of versions of gRPC and protobuf. `pip freeze` lists the installed versions.

`referee-client` is not in any package index yet. Once it is, you can replace the line `-r library/requirements.txt` in
`requirements.txt` with `referee-client=={{version}}`, or a later version, and delete `library/` and
`referee-library.toml`. Until then, do not install a package of that name from an index: it is someone else's."""


@dataclass(frozen=True)
class StarterLanguage:
    """A language in which `referee bot new` writes a first bot.

    Attributes:
        id: Its name on the command line.
        name: Its name for people.
        folder: Its folder in `clients`.
        library: The subfolders that a bot needs and its author does not change.
        build: The shell command that builds a bot; empty if there is nothing to build.
        run: The command that runs a bot. Here and in `build`, `{{name}}` stands for the name of the bot.
        file: The file for the author to change.
        chooses: The function in it that decides; `chooses_in_game` is the same for a bot that plays one game.
        versions: The text in a bot's README about lock files and the versions of its dependencies.
        settings: The files that an author may change: how a bot is built, linted and formatted.
        module: The placeholder for the name of the bot's module in the files; empty if there is none.
        needs: The programs needed to build a bot, with the lowest version where that matters.
        debian: The Debian packages that contain them.
        protos: Whether its code is generated from the `.proto` files.
    """

    id: str
    name: str
    folder: Path
    library: tuple[str, ...]
    build: str
    run: str
    file: str
    chooses: str
    chooses_in_game: str
    versions: str
    settings: tuple[str, ...] = ()
    module: str = ""
    needs: tuple[str, ...] = ()
    debian: tuple[str, ...] = ()
    protos: bool = True

    @property
    def missing(self) -> list[str]:
        """The programs that are missing or too old on this machine."""
        return lacking(self.needs)

    def library_files(self) -> dict[str, Path]:
        """The files of the library, by their paths in a starter."""
        entries = [path for entry in self.library for path in _files_in(self.folder / entry)]
        return {path.relative_to(self.folder).as_posix(): path for path in entries}

    def setting_files(self) -> dict[str, Path]:
        """The settings that the library has as well, by their paths in a starter."""
        return {name: self.folder / name for name in self.settings}

    def own_files(self, *, for_game: bool) -> dict[str, Path]:
        """The starter's own files, by their paths. Files for one game replace those for all games."""
        found: dict[str, Path] = {}
        for root in [self.folder / "starter", *([self.folder / "starter_game"] if for_game else [])]:
            found |= {path.relative_to(root).as_posix().removesuffix(TEMPLATE): path for path in _files_in(root)}
        return found


@cache
def languages() -> dict[str, StarterLanguage]:
    """Every language in this installation, by its id."""
    clients = carried("clients")
    python = StarterLanguage(
        id="python",
        name="Python",
        folder=clients / "python",
        library=(),
        build="",
        run="python bot.py",
        file="bot.py",
        chooses="choose",
        chooses_in_game="worth",
        versions=PYTHON_VERSIONS,
        protos=False,
    )
    others = (_read(file) for file in sorted(clients.glob("*/client.toml")))
    return {python.id: python} | {other.id: other for other in others if other.id != python.id}


def _read(file: Path) -> StarterLanguage:
    said = tomllib.loads(file.read_text(encoding="utf-8"))
    starter = said["starter"]
    return StarterLanguage(
        id=file.parent.name,
        name=said["name"],
        folder=file.parent,
        library=tuple(starter["library"]),
        build=starter["build"],
        run=starter["run"],
        file=starter["file"],
        chooses=starter["chooses"],
        chooses_in_game=starter["chooses_in_game"],
        versions=starter["versions"],
        settings=tuple(starter.get("settings", ())),
        module=starter.get("module", ""),
        needs=tuple(said["needs"]),
        debian=tuple(said["debian"]),
    )


def _files_in(path: Path) -> Iterator[Path]:
    if path.is_dir():
        for inner in sorted(path.iterdir()):
            if inner.name not in _MADE:
                yield from _files_in(inner)
    else:
        yield path
