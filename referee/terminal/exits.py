"""Exit codes, and the conversion of errors into messages and exit codes."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any, NoReturn

import click

from referee.errors import MatchFailed, RefereeError, RulesError
from referee.files import plain
from referee.terminal.printing import say


class Exit(IntEnum):
    """The exit codes of commands.

    Attributes:
        DONE: Everything was done, and all checks passed.
        USER: Something is wrong with what you asked for, or with what was checked.
        INTERRUPTED: You stopped the command with Ctrl-C.
        OURS: Referee or a game has a defect, or matches were void because of a defect.
        ABSENT: A tournament was played to its end, but a bot did not appear in any of its matches, or forfeited more
            of them than the plan allows.
    """

    DONE = 0
    USER = 1
    INTERRUPTED = 3
    OURS = 4
    ABSENT = 5


class Commands(click.Group):
    """A group of commands that ends with the exit codes of `Exit`, whatever happens."""

    def main(  # type: ignore[override]  # click's own returns when it is not standalone
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command and end the process."""
        extra["standalone_mode"] = False
        try:
            code = super().main(args, prog_name, **extra)
        except BaseException as error:  # noqa: BLE001 - every error becomes an exit code
            code = exit_code(error)
        sys.exit(int(code or 0))


def exit_code(error: BaseException) -> int:
    """Print on stderr what went wrong, and return the exit code for it."""
    leaves = list(_leaves(error))
    for leaf in leaves:
        if isinstance(leaf, SystemExit):
            return leaf.code if isinstance(leaf.code, int) else int(leaf.code is not None)
    if any(isinstance(leaf, KeyboardInterrupt | click.Abort) for leaf in leaves):
        say("interrupted", err=True)
        return Exit.INTERRUPTED
    if all(isinstance(leaf, BrokenPipeError) for leaf in leaves):
        _close_stdout()
        return Exit.DONE
    if all(isinstance(leaf, click.ClickException) for leaf in leaves):
        for leaf in leaves:
            assert isinstance(leaf, click.ClickException)
            leaf.show()
        return Exit.USER
    if all(isinstance(leaf, RefereeError | OSError) and not isinstance(leaf, RulesError) for leaf in leaves):
        for message in dict.fromkeys(plain(leaf) if isinstance(leaf, OSError) else str(leaf) for leaf in leaves):
            say(f"Error: {message}", err=True)
        return Exit.USER
    traceback.print_exception(error)
    if all(isinstance(leaf, MatchFailed) for leaf in leaves):
        say(f"Error: {leaves[0]}. This is a defect of the game.", err=True)
    else:
        say("This is a defect of the referee. Please report it, with the lines above.", err=True)
    return Exit.OURS


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """The errors inside a group of errors, as trio's nurseries raise them."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _close_stdout() -> None:
    """Close stdout, because its reader has ended; otherwise Python would report that again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
