"""First bots, made, built and played by typing what is printed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

PROGRAMS = Path(sys.executable).parent
NOTHING: Mapping[str, str] = {}
LOCK_FILES = {"Cargo.lock", "package-lock.json"}
WORTH = re.compile(r"(return |-> |=> |\": )[01](?=[;,.\n])")
"""Where a starter says in any language what an option is worth."""


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

    What is `more` in the environment is there while it is built. Of what building leaves, git takes lock files alone.
    """
    words = f"--game {game}" if game else ""
    told = shell(f"referee bot new {language} mine {words}", folder)
    written = files_of(folder / "mine")
    commands = [line.strip() for line in told.splitlines() if line.startswith("  ")]
    assert commands[0] == "cd mine"
    build, play = _build(commands), _play(commands)
    shell(build, folder, more)
    played = json.loads(shell(f"{commands[0]}\n{play} --json --decision 60s", folder))
    if shutil.which("git"):
        assert taken_by_git(folder / "mine") - written <= LOCK_FILES
    others = {bot["bot"].partition("#")[0] for bot in played["bots"]}
    assert "random" in others
    assert len(others) == 2
    assert {(bot["strikes"], bot["forfeits"]) for bot in played["bots"]} == {(0, 0)}
    return commands


def takes_the_best_of_the_worthless(commands: list[str], folder: Path, more: Mapping[str, str] = NOTHING) -> None:
    """Makes every option worth less than 0 and builds again: what is best of them must not always be the first one."""
    named = re.search(r"To improve it, change `worth` in `(.*)`", (folder / "mine" / "README.md").read_text("utf-8"))
    assert named is not None
    source = folder / "mine" / named[1]
    text, count = WORTH.subn(r"\g<1>-10", source.read_text("utf-8"))
    assert count > 3, text
    source.write_text(text, "utf-8")
    shell(_build(commands), folder, more)
    shell(f"{commands[0]}\n{_play(commands)} --decision 60s --record ../records", folder)
    chosen = [option for file in (folder / "records").glob("*.jsonl") for option in _options_of_the_bot(file)]
    assert chosen
    assert any(chosen), f"{len(chosen)} choices, and always option 0"


def _options_of_the_bot(record: Path) -> Iterator[int]:
    """The options that the bot chose which is not `random`."""
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    (seat,) = [seat for seat, bot in enumerate(lines[0]["bots"]) if bot != "random"]
    for step in lines[1:]:
        yield from (answer["option"] for answer in step.get("answers", ()) if answer["seat"] == seat)


def files_of(folder: Path) -> set[str]:
    """The files below a folder, by their places."""
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def taken_by_git(folder: Path) -> set[str]:
    """The files that `git add -A` takes there."""
    return set(shell("git init --quiet .\ngit add -A\ngit ls-files", folder).splitlines())


def _play(commands: list[str]) -> str:
    (play,) = [command for command in commands if command.startswith("referee play")]
    return play


def _build(commands: list[str]) -> str:
    return "\n".join(commands[: commands.index(_play(commands))])


def checked(commands: list[str], folder: Path) -> None:
    """Does the last that is printed, where the bot was built: a check in which nothing may be wrong."""
    (check,) = [command for command in commands if command.startswith("referee bot check")]
    assert "WRONG" not in shell(f"{commands[0]}\n{check}", folder)
