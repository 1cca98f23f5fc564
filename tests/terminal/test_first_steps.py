"""Without a command, each program prints the lines that most people need first, and they work."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import Result

import referee.cli
import tournament.cli
from tests.support import shell

PLAN = """
plan = 1
[tournament]
name = "demo"
game = "keepers"
seats = 2
[format]
deals = 1
[[bots]]
name = "one"
builtin = "greedy"
[[bots]]
name = "two"
builtin = "random"
"""


@pytest.mark.parametrize(
    ("run", "steps", "name"),
    [
        pytest.param(shell.referee, referee.cli.FIRST_STEPS, "referee", id="referee"),
        pytest.param(shell.tournament, tournament.cli.FIRST_STEPS, "tournament", id="tournament"),
    ],
)
def test_a_program_without_a_command_prints_its_first_steps(
    run: Callable[[], Result], steps: Mapping[str, str], name: str
) -> None:
    said = run().stdout
    assert len(steps) == 5
    for what, line in steps.items():
        assert f"{what}:\n  {line}\n" in said
    assert f"`{name} --help` lists all commands" in said
    assert "`referee manual`" in said


def test_the_first_steps_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "keepers.toml").write_text(PLAN, encoding="utf-8")
    taken = 0
    for line in [*referee.cli.FIRST_STEPS.values(), *tournament.cli.FIRST_STEPS.values()]:
        program, *words = shlex.split(line)
        if "human" in words or words[0] in ("demo", "doctor"):  # a person plays; the others have separate tests
            continue
        taken += 1
        {"referee": shell.referee, "tournament": shell.tournament}[program](*words)
    assert taken == 6
    assert (tmp_path / "my-bot" / "bot.py").is_file()
    assert (tmp_path / "report" / "index.html").is_file()
