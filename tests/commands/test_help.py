"""Every command explains itself, in the terminal and in the manual."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from referee.cli import main
from referee.manual.contents import text_of
from referee.version import referee_version
from tests.support import golden
from tests.support.commands import commands_of
from tests.support.shell import referee

GOLDEN = Path(__file__).parent / "golden"


EVERY = [pytest.param(words, command, id=" ".join(words)) for words, command in commands_of(main)]


@pytest.mark.parametrize(("words", "command"), EVERY)
def test_help_is_as_reviewed(words: tuple[str, ...], command: click.Command, update_golden: bool) -> None:
    golden.compare(GOLDEN / f"{'_'.join(words)}.txt", referee(*words, "--help").output, update=update_golden)


@pytest.mark.parametrize(("words", "command"), EVERY)
def test_every_command_argument_and_option_has_help(words: tuple[str, ...], command: click.Command) -> None:
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
        else:
            name = str(parameter.metavar or parameter.name).strip("[]. ").upper()
            assert re.search(rf"\b{name}S?\b", command.help), name


@pytest.mark.parametrize(("words", "command"), EVERY)
def test_every_command_has_a_section_in_the_manual(words: tuple[str, ...], command: click.Command) -> None:
    assert f"\n## referee {' '.join(words)}\n" in text_of("reference/referee")


def test_no_golden_help_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {"_".join(words) for words, _ in commands_of(main)}


def test_questions_about_the_whole_are_answered() -> None:
    assert referee("--version").output == f"referee, version {referee_version()}\n"
    told = referee("--help").output
    assert told == referee("-h").output
    assert [name for name in main.commands if f"\n  {name} " not in told] == []
