"""The bots that somebody names on the command line: a sample bot, or a command that starts one."""

from __future__ import annotations

import re
import shlex
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import Any

from referee_client.bots import TEXT_BOTS

from referee.commands.bot_names import HUMAN, NAMES, SAMPLES
from referee.errors import UsageError
from referee.kernel.game import Game
from referee.server.bots.processes import BotProgram

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True)
class LocalBot:
    """A bot with its own name.

    Attributes:
        builtin: The name of the sample bot that it is, if it is one of those that need nothing from outside.
        human: Whether it is no bot, but a person at this terminal.
        needs_network: Whether it can do nothing in a sandbox, which has none.
    """

    name: str
    command: tuple[str, ...]
    builtin: str = ""
    human: bool = False
    needs_network: bool = False

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
        raise UsageError(f"give each bot with --bot: {', '.join(NAMES)}, or a command in quotes that starts one")
    if not low <= wanted <= high:
        advice = "" if seats is not None else f", or --seats {low} to fill the seats with the same bots again"
        raise UsageError(f"{game.id} has {low} to {high} seats, not {wanted}: give --bot {low} to {high} times{advice}")
    if len(texts) > wanted:
        raise UsageError(f"{len(texts)} bots do not fit on {wanted} seats")
    words = [_words(texts[seat % len(texts)]) for seat in range(wanted)]
    if words.count((HUMAN,)) > 1:
        raise UsageError(
            f"{words.count((HUMAN,))} seats for people, but one terminal: who sits here together sees all the cards; "
            "let the others play from terminals of their own, with `referee serve` and `referee join`"
        )
    names = _different([_name(command) for command in words])
    return [_local_bot(name, command) for name, command in zip(names, words, strict=True)]


def read_bot(text: str) -> LocalBot:
    """A bot by itself, which is no person. Raises `UsageError` if the command can not be read."""
    command = _words(text)
    if command == (HUMAN,):
        raise UsageError(f"{text!r} is a person and no bot: `referee play GAME --bot {HUMAN}` lets you play")
    return _local_bot(_name(command), command)


def _words(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"--bot {text!r}: {error}") from None
    if not words:
        raise UsageError(f"--bot {text!r}: give {', '.join(NAMES)}, or a command that starts a bot")
    if len(words) == 1 and words[0] not in NAMES and shutil.which(words[0]) is None:
        raise UsageError(f"--bot {text!r}: {_unknown(words[0])}")
    return words


def _unknown(word: str) -> str:
    """What is wrong with a word that is neither a sample bot nor a program, and what was perhaps meant."""
    if Path(word).is_file():
        return (
            f"the file can not be run; give the command that runs it, for example 'python {word}', or chmod +x {word}"
        )
    near = get_close_matches(word, NAMES, n=1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"there is no sample bot and no program of that name{meant}; the sample bots are {', '.join(SAMPLES)}"


def _local_bot(name: str, command: tuple[str, ...]) -> LocalBot:
    if command == (HUMAN,):
        return LocalBot(name, (), human=True)
    if len(command) == 1 and command[0] in SAMPLES:
        started = ("python", "-m", "referee_client.bots", command[0])
        asks = command[0] in TEXT_BOTS
        return LocalBot(name, started, builtin="" if asks else command[0], needs_network=asks)
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
