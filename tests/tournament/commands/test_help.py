"""Every command of `tournament` is documented, in the terminal and in the manual."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from referee.manual.contents import text_of
from tests.support import golden
from tests.support.commands import commands_of
from tournament.cli import main

GOLDEN = Path(__file__).parent / "golden"
EVERY = [pytest.param(name, command, id=name) for (name,), command in commands_of(main)]


@pytest.mark.parametrize(("name", "command"), EVERY)
def test_help_is_as_reviewed(name: str, command: click.Command, update_golden: bool) -> None:
    done = CliRunner().invoke(main, [name, "--help"], prog_name="tournament", terminal_width=100)
    golden.compare(GOLDEN / f"{name}.txt", done.output, update=update_golden)


@pytest.mark.parametrize(("name", "command"), EVERY)
def test_every_command_and_option_has_help(name: str, command: click.Command) -> None:
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
        else:
            assert re.search(rf"\b{str(parameter.metavar or parameter.name).upper()}\b", command.help)


@pytest.mark.parametrize(("name", "command"), EVERY)
def test_every_command_has_a_section_in_the_manual(name: str, command: click.Command) -> None:
    assert f"\n## tournament {name}\n" in text_of("reference/tournament")


def test_no_golden_help_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(main.commands)
