"""Builds both distributions as an installer does, without a network, and leaves no trace in the project."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
ABOUT = ["LICENSE", "CHANGELOG.md", "README.md", "pyproject.toml", ".gitignore"]
SERVER = ["referee", "tournament", "clients", "protos", *ABOUT]
"""What the distribution referee is built of."""

CLIENT = ["clients/python", "protos", "referee/games"]
"""What referee-client is built of."""

OFFLINE = ("--no-deps", "--no-index", "--disable-pip-version-check", "--quiet")
MADE = shutil.ignore_patterns("*_pb2*", "__pycache__", "node_modules", "target", "build", "dist", "gen", "bin")


@dataclass(frozen=True)
class Built:
    """A wheel, and the source distribution that it was made of."""

    sdist: Path
    wheel: Path

    def in_sdist(self) -> set[str]:
        """The files of the source distribution, without its own folder."""
        with tarfile.open(self.sdist) as archive:
            return {name.partition("/")[2] for name in archive.getnames()}

    def in_wheel(self) -> set[str]:
        """The files of the wheel."""
        return {*ZipFile(self.wheel).namelist()}

    def text(self, ending: str) -> str:
        """The one file of the wheel that ends so."""
        archive = ZipFile(self.wheel)
        (name,) = [name for name in archive.namelist() if name.endswith(ending)]
        return archive.read(name).decode()


def run(*words: str | Path, folder: Path | None = None) -> str:
    """Runs a module of Python that must end well, and returns what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, words)], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copy(places: Sequence[str], into: Path, root: Path = ROOT) -> Path:
    """Copies these files and folders of the project, without what was made of them."""
    for place in places:
        (into / place).parent.mkdir(parents=True, exist_ok=True)
        if (root / place).is_dir():
            shutil.copytree(root / place, into / place, ignore=MADE, dirs_exist_ok=True)
        else:
            shutil.copy(root / place, into / place)
    shutil.rmtree(into / "clients" / "python" / "referee_client" / "games", ignore_errors=True)  # all of it is made
    return into


def make_wheel(source: Path, into: Path) -> Path:
    """The wheel of a folder or of a source distribution."""
    run("pip", "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", into, source)
    (wheel,) = into.glob("*.whl")
    return wheel


def build(source: Path, into: Path) -> Built:
    """The source distribution of a folder, and the wheel of that."""
    run("hatchling", "build", "-t", "sdist", "-d", into, folder=source)
    (sdist,) = into.glob("*.tar.gz")
    return Built(sdist, make_wheel(sdist, into / "wheel"))


def environment(folder: Path, names: Iterable[str]) -> Path:
    """Makes an environment that has only these distributions, and returns its Python."""
    venv.create(folder)
    (site,) = (folder / "lib").glob("python*/site-packages")
    for name in names:
        _give(name, site)
    return folder / "bin" / "python"


def _give(name: str, site: Path) -> None:
    """Gives an environment what is installed here of one distribution."""
    for file in distribution(name).files or ():
        if ".." not in file.parts:
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), site / file)  # a link would lead out of a bot's sandbox
