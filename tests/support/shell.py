"""Runs `referee` and `tournament` as a person would, but within this process."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from click import Group
from click.testing import CliRunner, Result

from referee import cli as referee_cli
from tournament import cli as tournament_cli


def referee(*words: object, code: int | None = 0) -> Result:
    """Runs a command of `referee` and checks its exit code, unless that is None."""
    return _run(referee_cli.main, "referee", words, code)


def tournament(*words: object, code: int | None = 0) -> Result:
    """Runs a command of `tournament` in the same way."""
    return _run(tournament_cli.main, "tournament", words, code)


def _run(program: Group, name: str, words: Sequence[object], code: int | None) -> Result:
    result = CliRunner().invoke(program, [str(word) for word in words], prog_name=name, terminal_width=100)
    assert code is None or result.exit_code == code, result.output
    return result


def quoted(*words: object) -> str:
    """A command as one text, for `--bot` or a shell; our folder, and that for temporary files, may have a space."""
    return shlex.join(str(word) for word in words)
