"""A game in a package of its own that processes find by their `PYTHONPATH`: without an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from referee.starters.games import write_package

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class OnPath:
    """Where the package lies, and its game's id."""

    folder: Path
    game: str

    def referee(self, *words: object, code: int = 0) -> subprocess.CompletedProcess[str]:
        """Runs a command of `referee` and checks its exit code."""
        path = os.pathsep.join(map(str, [self.folder / "src", ROOT]))
        command = [sys.executable, "-m", "referee", *map(str, words)]
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, env=environment, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def replace(self, path: str, old: str, new: str) -> None:
        """Changes a file of the package."""
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        file.write_text(text.replace(old, new), encoding="utf-8")


def on_path(game: str, into: Path, seats: tuple[int, int] = (2, 4)) -> OnPath:
    """Writes the package of a new game, and what an installation would write about it."""
    folder = write_package(game, *seats, into)
    info = folder / "src" / f"{game}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {game}\nVersion: 0.1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[referee.games]\n{game} = {game}:GAME\n", encoding="utf-8")
    return OnPath(folder, game)
