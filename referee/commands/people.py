"""The person who plays at this terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click
import msgspec
from click.core import ParameterSource

from referee.commands.bot_names import HUMAN
from referee.commands.bots import LocalBot
from referee.errors import UsageError
from referee.kernel.job import TimeControl
from referee.people.keyboard import Keyboard
from referee.people.person import Person
from referee.people.screen import Screen

LIMITS = ("decision", "bank", "increment")
"""The options that, if given, also limit a person's time."""


def person_among(bots: Sequence[LocalBot], *, as_json: bool, in_process: bool) -> str | None:
    """The name of the person among the bots, if there is one. Raises `UsageError` if a person cannot play here."""
    for bot in bots:
        if bot.human:
            if as_json:
                raise UsageError(
                    f"--bot {HUMAN} plays on the terminal and cannot be combined with --json; leave one of them out"
                )
            if in_process:
                raise UsageError(f"--in-process plays only sample bots; leave it out to play with --bot {HUMAN}")
            check_terminal(f"--bot {HUMAN}")
            return bot.name
    return None


def check_terminal(what: str) -> None:
    """Raise `UsageError` if input or output is not a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"{what} needs a terminal: input and output must not be redirected to a file or a pipe")


def person_here(*, timed: bool, between: str = "") -> Person:
    """The person at this terminal."""
    return Person(Keyboard(sys.stdin.fileno()), Screen(), timed=timed, between=between)


def time_with_person(control: TimeControl) -> tuple[TimeControl, bool]:
    """The time control of a match with a person, and whether it applies to the person: only if a limit was given.

    If a person resigns, the defaults are normally played at the pace of their answers. Without a time limit this could
    take very long, so the defaults are played at once.
    """
    context = click.get_current_context()
    timed = any(_is_given(context, name) for name in LIMITS)
    if timed or _is_given(context, "cover_forfeits"):
        return control, timed
    return msgspec.structs.replace(control, cover_forfeits=False), timed


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE
