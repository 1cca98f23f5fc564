"""The languages that bots are written in: what each `client.toml` says."""

from __future__ import annotations

import shlex
import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.starters.toolchains import lacking

CLIENTS = Path(__file__).parents[2] / "clients"
STEPS = ("build", "lint", "test")
BOTS = ("random", "keepers", "scripted", "echo")


@dataclass(frozen=True)
class Language:
    """One folder of `clients/`.

    Attributes:
        folder: Where its library and bots lie.
        name: What people call it.
        needs: The programs that it takes to build, lint and test it, with the lowest version where that matters.
        debian: The packages that bring them.
        steps: The shell lines that build, lint and test it.
        bots: The command line of each bot.
        starter: What a first bot is made of.
    """

    folder: Path
    name: str
    needs: tuple[str, ...]
    debian: tuple[str, ...]
    steps: dict[str, str]
    bots: dict[str, str]
    starter: dict[str, Any]

    @property
    def id(self) -> str:
        """The name of the folder."""
        return self.folder.name

    @property
    def missing(self) -> list[str]:
        """The programs that this machine lacks, or has too old."""
        return lacking(self.needs)

    def command(self, bot: str) -> list[str]:
        """The words that start a bot, from wherever it is started."""
        program, *words = [self._found(word) for word in shlex.split(self.bots[bot])]
        return [shutil.which(program) or program, *words]

    def _found(self, word: str) -> str:
        path = self.folder / word
        return str(path) if path.exists() else word


def languages() -> list[Language]:
    """Every language there is, whether its tools are there or not."""
    return [read_language(file) for file in sorted(CLIENTS.glob("*/client.toml"))]


def read_language(file: Path) -> Language:
    """Reads a `client.toml`.

    Raises:
        ValueError: a key is missing, or is not known.
    """
    said = tomllib.loads(file.read_text(encoding="utf-8"))
    expected = {"name", "needs", "debian", *STEPS, "bots", "starter"}
    care = said.pop("care", {"needs": [], "debian": []})
    if said.keys() != expected:
        raise ValueError(f"{file} has {sorted(said)}, and must have {sorted(expected)}")
    if lacking := [bot for bot in BOTS if bot not in said["bots"]]:
        raise ValueError(f"{file}: [bots] lacks {', '.join(lacking)}")
    return Language(
        folder=file.parent,
        name=said["name"],
        needs=(*said["needs"], *care["needs"]),
        debian=(*said["debian"], *care["debian"]),
        steps={step: said[step] for step in STEPS},
        bots=said["bots"],
        starter=said["starter"],
    )
