"""README's table of commands is one table, and whole."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

import referee.cli
import tournament.cli
from tests.support.commands import commands_of

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
HEAD = "| command | what it does |\n|---|---|\n"


def rows() -> list[str]:
    """The rows of the table, up to the first line that is none."""
    _, _, after = README.partition(HEAD)
    return after.partition("\n\n")[0].splitlines()


@pytest.mark.parametrize(("group", "name"), [(referee.cli.main, "referee"), (tournament.cli.main, "tournament")])
def test_every_command_stands_in_the_table_and_no_other(group: click.Group, name: str) -> None:
    assert all(row.startswith("| `") for row in rows())
    named = re.findall(rf"`({name} [a-z ]+)`", "\n".join(rows()))
    assert sorted(set(named)) == sorted(" ".join(words) for words, _ in commands_of(group, name))


def test_every_command_has_one_row() -> None:
    first = [row.split("|")[1].strip() for row in rows()]
    assert len(set(first)) == len(first)
    tops = [f"`referee {word}`" for word in referee.cli.main.commands]
    tops += [f"`tournament {word}`" for word in tournament.cli.main.commands]
    assert sorted(first) == sorted(tops)
