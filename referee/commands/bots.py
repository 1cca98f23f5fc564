"""The bots that somebody names on the command line: a sample bot, or a command that starts one."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from referee_client.bots import BOTS

from referee.errors import UsageError
from referee.kernel.game import Game
from referee.server.bots.processes import BotProgram

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True)
class LocalBot:
    """A bot with its own name; `builtin` is the name of the sample bot that it is, if it is one."""

    name: str
    command: tuple[str, ...]
    builtin: str = ""

    def program(self, env: dict[str, str], readable: Sequence[Path]) -> BotProgram:
        """The process to start for it."""
        return BotProgram(self.name, self.command, env=env, readable=tuple(readable))


def read_bots(texts: Sequence[str], game: Game[Any], seats: int | None) -> list[LocalBot]:
    """The bots in seat order. With `seats` given, fewer bots fill the seats in turn, as further copies of themselves.

    Raises:
        UsageError: there are too few or too many, or a command can not be read.
    """
    low, high = game.seats
    wanted = len(texts) if seats is None else seats
    if not texts:
        raise UsageError(f"give each bot with --bot: {', '.join(BOTS)}, or a command in quotes that starts one")
    if not low <= wanted <= high:
        advice = "" if seats is not None else f", or --seats {low} to fill the seats with the same bots again"
        raise UsageError(f"{game.id} has {low} to {high} seats, not {wanted}: give --bot {low} to {high} times{advice}")
    if len(texts) > wanted:
        raise UsageError(f"{len(texts)} bots do not fit on {wanted} seats")
    words = [_words(texts[seat % len(texts)]) for seat in range(wanted)]
    names = _different([_name(command) for command in words])
    return [_local_bot(name, command) for name, command in zip(names, words, strict=True)]


def read_bot(text: str) -> LocalBot:
    """A bot by itself. Raises `UsageError` if the command can not be read."""
    command = _words(text)
    return _local_bot(_name(command), command)


def _words(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"--bot {text!r}: {error}") from None
    if not words:
        raise UsageError(f"--bot {text!r}: give {', '.join(BOTS)}, or a command that starts a bot")
    return words


def _local_bot(name: str, command: tuple[str, ...]) -> LocalBot:
    if len(command) == 1 and command[0] in BOTS:
        return LocalBot(name, ("python", "-m", "referee_client.bots", command[0]), builtin=command[0])
    return LocalBot(name, command)


def _name(command: Sequence[str]) -> str:
    """The name of the first file that a command names, or else of what follows `-m`, or of the program."""
    files = [Path(word).stem for word in command if Path(word).is_file() and Path(word).suffix]
    modules = [after for before, after in pairwise(command) if before == "-m"]
    name = _NOT_IN_NAMES.sub("-", [*files, *modules, Path(command[0]).name][0]).strip("-._")
    return name[:40] or "bot"


def _different(names: Sequence[str]) -> list[str]:
    """The names, those that occur more than once with a number."""
    seen: Counter[str] = Counter()
    different = []
    for name in names:
        seen[name] += 1
        different.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return different
