"""A package of its own with the skeleton of a game, as somebody else would install it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SKELETON = Path(__file__).parent / "skeleton_game.py"


def install(folder: Path, *, entry: str = "skeleton = skeleton:GAME") -> dict[str, str]:
    """Puts the package into a folder, and gives the environment in which it is found."""
    package = folder / "skeleton"
    package.mkdir(parents=True)
    game = SKELETON.read_text(encoding="utf-8").replace(f"{__package__}.", "")
    (package / "rules.py").write_text(game, encoding="utf-8")
    (package / "__init__.py").write_text("from skeleton.rules import skeleton\n\nGAME = skeleton()\n", encoding="utf-8")
    info = folder / "skeleton-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skeleton\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[referee.games]\n{entry}\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(folder)}


def run(words: list[str], environment: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a module's command, as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", *words], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )
