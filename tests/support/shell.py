"""Runs `referee` as a person would, without a process of its own."""

from __future__ import annotations

import shlex

from click.testing import CliRunner, Result

from referee.cli import main


def referee(*words: object, code: int | None = 0) -> Result:
    """Runs a command and checks its exit code, unless that is None."""
    result = CliRunner().invoke(main, [str(word) for word in words], prog_name="referee", terminal_width=100)
    assert code is None or result.exit_code == code, result.output
    return result


def quoted(*words: object) -> str:
    """A command as one text, for `--bot` or a shell; our folder, and that for temporary files, may have a space."""
    return shlex.join(str(word) for word in words)
