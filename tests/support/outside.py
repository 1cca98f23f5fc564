"""A game in a package of its own, made with `referee game new` and installed beside the referee."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support.shell import referee

SITE = Path(sysconfig.get_path("purelib"))


@dataclass(frozen=True)
class Outside:
    """Where the package lies, and the Python of the environment in which it is installed."""

    package: Path
    python: Path

    def run(
        self, *words: str, folder: Path, environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs a module's command, as a process of its own."""
        return subprocess.run(
            [str(self.python), "-m", *words], env=environment, cwd=folder, capture_output=True, text=True, check=False
        )

    def told(self, *words: str, folder: Path) -> str:
        """What a command that must end well prints."""
        done = self.run(*words, folder=folder)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def install(name: str, seats: str, folder: Path) -> Outside:
    """Makes the package of a new game, and installs it."""
    referee("game", "new", name, "--seats", seats, "--out", folder)
    return install_package(folder / name, folder)


def install_package(package: Path, folder: Path) -> Outside:
    """Makes an environment that has a package and everything that is installed here; without a network."""
    environment = folder / "environment"
    venv.create(environment)
    made = Outside(package, environment / "bin" / "python")
    (own,) = (environment / "lib").glob("python*/site-packages")
    (own / "referee.pth").write_text(f"import site; site.addsitedir({str(SITE)!r})\n", encoding="utf-8")
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet"]
    pip = [sys.executable, "-m", "pip", "--python", str(made.python), "install", *offline, "-e", str(made.package)]
    subprocess.run(pip, check=True, capture_output=True)
    return made
