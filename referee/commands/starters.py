"""The languages in which `referee bot new` writes a first bot, and what each is made of."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.commands.carried import carried
from referee.commands.toolchains import lacking

TEMPLATE = ".in"
"""The ending of a template: the file is made for one game, and loses it."""

_MADE = ("__pycache__", "node_modules", "target", "build", "dist", "gen", "bin")
"""Folders that building leaves, in a copy of the repository."""

PYTHON_VERSIONS = """\
Where Referee is installed, so is the library `referee_client`. Elsewhere run `pip install -r requirements.txt` in this
folder. It installs the wheel in `library/`, which `referee bot new` made from its own copy of the library; gRPC and
protobuf come from your package index. There is no lock file: the wheel is named exactly, and accepts a range of
versions of those two. `pip freeze` lists what you have.

`referee-client` is not in any package index yet. Once it is, you can replace the line `-r library/requirements.txt` in
`requirements.txt` with `referee-client=={{version}}`, or a later version, and delete `library/` and
`referee-library.toml`. Until then, do not install a package of that name from an index: it is someone else's."""


@dataclass(frozen=True)
class StarterLanguage:
    """A language in which `referee bot new` writes a first bot.

    Attributes:
        id: What it is called on the command line.
        name: What people call it.
        folder: Its folder in `clients`.
        library: The folders there that a bot needs and its author leaves alone.
        build: The shell line that builds a bot; empty if there is nothing to build.
        run: The command that runs it. Here and in `build`, `{{name}}` stands for the name of the bot.
        versions: What the README of a bot says about lock files, and the versions of what the bot needs.
        settings: Files there that an author may change: how a bot is built, linted and formatted.
        module: The word that stands for the name of the bot's module in what is carried; empty if there is none.
        needs: The programs that it takes to build a bot, with the lowest version where that matters.
        debian: The packages that bring them.
        protos: Whether it makes its code from the `.proto` files.
    """

    id: str
    name: str
    folder: Path
    library: tuple[str, ...]
    build: str
    run: str
    versions: str
    settings: tuple[str, ...] = ()
    module: str = ""
    needs: tuple[str, ...] = ()
    debian: tuple[str, ...] = ()
    protos: bool = True

    @property
    def missing(self) -> list[str]:
        """The programs that this machine lacks, or has too old."""
        return lacking(self.needs)

    def library_files(self) -> dict[str, Path]:
        """The files of the library, by their places in a starter."""
        entries = [path for entry in self.library for path in _files_in(self.folder / entry)]
        return {path.relative_to(self.folder).as_posix(): path for path in entries}

    def setting_files(self) -> dict[str, Path]:
        """The settings that the library has too, by their places in a starter."""
        return {name: self.folder / name for name in self.settings}

    def own_files(self, *, for_game: bool) -> dict[str, Path]:
        """The starter's own files, by their places. What is for one game takes the place of what is for all."""
        found: dict[str, Path] = {}
        for root in [self.folder / "starter", *([self.folder / "starter_game"] if for_game else [])]:
            found |= {path.relative_to(root).as_posix().removesuffix(TEMPLATE): path for path in _files_in(root)}
        return found


@cache
def languages() -> dict[str, StarterLanguage]:
    """Every language that this installation carries, by its id."""
    clients = carried("clients")
    python = StarterLanguage(
        "python", "Python", clients / "python", (), "", "python bot.py", PYTHON_VERSIONS, protos=False
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
