"""Exit codes, which say whose fault an error was."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from referee.errors import MatchFailed, RulesError, UsageError
from referee.terminal.exits import Commands
from tests.support.shell import referee

CASES = [
    pytest.param(None, 0, "", id="done"),
    pytest.param(UsageError("there is no such game"), 1, "Error: there is no such game", id="user"),
    pytest.param(click.BadParameter("too large"), 1, "too large", id="option"),
    pytest.param(FileNotFoundError(2, "No such file", "m.jsonl"), 1, "m.jsonl", id="file"),
    pytest.param(KeyboardInterrupt(), 3, "interrupted", id="interrupted"),
    pytest.param(RulesError("a card is lost"), 4, "a defect of the referee", id="rules"),
    pytest.param(MatchFailed("the game x failed"), 4, "the game x failed. This is a defect of the game.", id="game"),
    pytest.param(ZeroDivisionError(), 4, "a defect of the referee", id="defect"),
    pytest.param(
        ExceptionGroup("nursery", [UsageError("one"), UsageError("two")]), 1, "Error: one\nError: two", id="group"
    ),
    pytest.param(ExceptionGroup("nursery", [UsageError("one"), KeyError("two")]), 4, "a defect", id="mixed group"),
    pytest.param(BaseExceptionGroup("nursery", [KeyboardInterrupt()]), 3, "interrupted", id="interrupted group"),
    pytest.param(SystemExit(3), 3, "", id="exit code"),
    pytest.param(SystemExit("words"), 1, "", id="exit with words"),
]


@pytest.mark.parametrize(("error", "code", "said"), CASES)
def test_errors_become_exit_codes(error: BaseException | None, code: int, said: str) -> None:
    @click.group(cls=Commands)
    def group() -> None:
        """A group."""

    @group.command
    def fail() -> None:
        """Fails."""
        if error is not None:
            raise error

    result = CliRunner().invoke(group, ["fail"])
    assert (result.exit_code, said in result.stderr) == (code, True), result.stderr
    assert result.stdout == ""


def test_a_mistyped_command_is_the_users_mistake() -> None:
    assert "Did you mean 'verify'" in referee("verfy", code=1).stderr
