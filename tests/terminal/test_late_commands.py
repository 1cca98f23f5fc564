"""Commands are imported when they are chosen, and the program's help describes them as their own help does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import referee.cli
import tournament.cli
from referee.terminal.late_commands import LateCommand
from tests.support.tournaments import a_plan, play_slot
from tournament.storage.store import open_store
from tournament.storage.summary import finished

PROGRAMS = {"referee": referee.cli.main, "tournament": tournament.cli.main}
RUN = """
import atexit, sys
atexit.register(lambda: print("loaded:", *sys.modules))
from {0}.cli import main
main({1!r}, "{0}")
"""


def run(program: str, *words: str, **env: str) -> tuple[str, set[str]]:
    """The output of a program, and the modules that it has loaded."""
    command = [sys.executable, "-c", RUN.format(program, words)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | env)
    said, _, loaded = done.stdout.partition("loaded: ")
    return said, {*loaded.split()}


LATE = [(program, name, command) for program, main in PROGRAMS.items() for name, command in main.commands.items()]


@pytest.mark.parametrize(("program", "name", "command"), [pytest.param(*one, id=" ".join(one[:2])) for one in LATE])
def test_its_line_is_how_its_own_help_begins(program: str, name: str, command: click.Command) -> None:
    assert isinstance(command, LateCommand)
    whole = command.load()
    assert whole.name == name
    assert command.short_help
    assert command.short_help.endswith(".")
    assert " ".join(str(whole.help).split()).startswith(command.short_help.removesuffix("."))


@pytest.mark.parametrize("program", PROGRAMS)
def test_help_names_every_command_and_imports_none(program: str) -> None:
    said, loaded = run(program, "--help")
    assert all(f"\n  {name} " in said for name in PROGRAMS[program].commands)
    assert not [name for name in loaded if name.startswith(f"{program}.commands.")]


@pytest.mark.parametrize("program", PROGRAMS)
def test_completing_the_name_of_a_command_imports_none(program: str) -> None:
    asked = {f"_{program.upper()}_COMPLETE": "bash_complete", "COMP_WORDS": f"{program} sh", "COMP_CWORD": "1"}
    said, loaded = run(program, **asked)
    assert said == "plain,show\n"
    assert not [name for name in loaded if name.startswith(f"{program}.commands.")]


def test_to_show_standings_takes_nothing_that_plays_matches(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    plan = a_plan("one=random two=first", deals=1)
    with open_store(database, plan, duplicate=True) as store:
        for slot in store.slots:
            store.add(slot, finished(play_slot(slot, plan)))
    said, loaded = run("tournament", "show", str(database))
    assert f"{len(store.slots)} of {len(store.slots)} matches" in said
    assert not {"grpc", "google.protobuf", "trio", "rich", "ssl"} & loaded
    assert not [name for name in loaded if name.startswith(("referee.games.", "tournament.engines", "tournament.run"))]
    assert not [name for name in loaded if name.startswith("referee.server")]
