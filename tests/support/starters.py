"""First bots, made, built and played as somebody would who types what is printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

PROGRAMS = Path(sys.executable).parent
NOTHING: Mapping[str, str] = {}


def shell(line: str, folder: Path, more: Mapping[str, str] = NOTHING) -> str:
    """Runs a line as a person does in that folder, with more in the environment; returns what it prints."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


def first_match(language: str, folder: Path, game: str = "", more: Mapping[str, str] = NOTHING) -> list[str]:
    """Writes a bot and does what is printed, up to the first match, in which no decision may fail; the commands.

    What is `more` in the environment is there while it is built.
    """
    words = f"--game {game}" if game else ""
    told = shell(f"referee bot new {language} mine {words}", folder)
    commands = [line.strip() for line in told.splitlines() if line.startswith("  ")]
    assert commands[0] == "cd mine"
    (play,) = [command for command in commands if command.startswith("referee play")]
    build = commands[: commands.index(play)]
    shell("\n".join(build), folder, more)
    played = json.loads(shell(f"{commands[0]}\n{play} --json --decision 60s", folder))
    others = {bot["bot"].partition("#")[0] for bot in played["bots"]}
    assert "random" in others
    assert len(others) == 2
    assert {(bot["strikes"], bot["forfeits"]) for bot in played["bots"]} == {(0, 0)}
    return commands


def checked(commands: list[str], folder: Path) -> None:
    """Does the last that is printed, where the bot was built: a check in which nothing may be wrong."""
    (check,) = [command for command in commands if command.startswith("referee bot check")]
    assert "WRONG" not in shell(f"{commands[0]}\n{check}", folder)
