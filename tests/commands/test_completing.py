"""Completion in bash, set up by the line in the manual: in a real shell, with the real programs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee.commands.bot_names import NAMES
from referee.starters.languages import languages

BIN = Path(sys.executable).parent
ASK = """
compopt() {{ [ "$2" != default ] || COMPREPLY=($(compgen -f -- "${{COMP_WORDS[COMP_CWORD]}}")); }}  # what readline does
eval "$(_{0}_COMPLETE=bash_source {1})"
COMP_WORDS=({2}) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_{1}_completion {1}
printf '%s\\n' "${{COMPREPLY[@]}}"
complete -p {1}
"""


def offered(line: str, folder: Path) -> set[str]:
    """The completions of the last word of a line."""
    program = line.partition(" ")[0]
    script = ASK.format(program.upper(), program, line)
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"},
    )
    *words, registered = done.stdout.splitlines()
    assert registered.endswith(f" {program}"), "the shell would not ask"
    return {*words}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("referee mat", {"match"}, id="command"),
        pytest.param("referee manual wi", {"wire"}, id="topics of the manual"),
        pytest.param("referee play ''", {*referee.all_games()}, id="games"),
        pytest.param("referee games in", {"inns", "inventory"}, id="games of a beginning"),
        pytest.param("referee bot check x --game lo", {"lootroll"}, id="game as an option"),
        pytest.param("referee play inns --bot ''", {*NAMES}, id="bots"),
        pytest.param("referee bot check gr", {"greedy"}, id="a bot as an argument"),
        pytest.param("referee bot new ''", {*languages()}, id="languages"),
        pytest.param("tournament ver", {"verify"}, id="command of a tournament"),
        pytest.param("tournament run spr", {"spring.toml", "spring.db"}, id="plans"),
    ],
)
def test_a_word_is_completed(line: str, expected: set[str], tmp_path: Path) -> None:
    for name in ("spring.toml", "spring.db", "autumn.toml"):
        (tmp_path / name).touch()
    assert offered(line, tmp_path) == expected
