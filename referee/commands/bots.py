"""The bots named on the command line: a sample bot, or a command that starts one."""

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
    """A bot from the command line, with its name.

    Attributes:
        builtin: The name of the sample bot, if it is one that needs nothing from outside.
        human: Whether this is not a bot but the person at this terminal.
        needs_network: Whether it needs the network, and so cannot play in a sandbox.
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
    """The bots in seat order. With more `seats` than bots, further copies of the bots fill the seats in order.

    Raises:
        UsageError: There are too few or too many bots, or a command cannot be parsed.
    """
    low, high = game.seats
    wanted = len(texts) if seats is None else seats
    if not texts:
        raise UsageError(f"give each bot with --bot: {', '.join(NAMES)}, or a command in quotes that starts one")
    if not low <= wanted <= high:
        advice = "" if seats is not None else f", or --seats {low} to fill the seats with copies of these bots"
        raise UsageError(
            f"{game.id} has {low} to {high} seats, not {wanted}: repeat --bot {low} to {high} times{advice}"
        )
    if len(texts) > wanted:
        raise UsageError(f"{len(texts)} bots do not fit on {wanted} seats")
    words = [_words(texts[seat % len(texts)]) for seat in range(wanted)]
    if words.count((HUMAN,)) > 1:
        raise UsageError(
            f"{words.count((HUMAN,))} seats for people, but only one terminal, where they would see each other's "
            "cards: use `referee serve`, and `referee join` from other terminals"
        )
    names = _different([_name(command) for command in words])
    return [_local_bot(name, command) for name, command in zip(names, words, strict=True)]


def read_bot(text: str) -> LocalBot:
    """A single bot, not a person. Raises `UsageError` if the command cannot be parsed."""
    command = _words(text)
    if command == (HUMAN,):
        raise UsageError(f"{text!r} is a person, not a bot; to play yourself: `referee play GAME --bot {HUMAN}`")
    return _local_bot(_name(command), command)


def _words(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"--bot {text!r}: {error}") from None
    if not words:
        raise UsageError(f"--bot {text!r}: use {', '.join(NAMES)}, or a command that starts a bot")
    if len(words) == 1 and words[0] not in NAMES and shutil.which(words[0]) is None:
        raise UsageError(f"--bot {text!r}: {_unknown(words[0])}")
    return words


def _unknown(word: str) -> str:
    """The error for a word that is neither a sample bot nor a program, with a suggestion."""
    if Path(word).is_file():
        return f"the file is not executable; give the command that runs it, e.g. 'python {word}', or chmod +x {word}"
    near = get_close_matches(word, NAMES, n=1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"there is no sample bot or program of this name{meant}; the sample bots are {', '.join(SAMPLES)}"


def _local_bot(name: str, command: tuple[str, ...]) -> LocalBot:
    if command == (HUMAN,):
        return LocalBot(name, (), human=True)
    if len(command) == 1 and command[0] in SAMPLES:
        started = ("python", "-m", "referee_client.bots", command[0])
        asks = command[0] in TEXT_BOTS
        return LocalBot(name, started, builtin="" if asks else command[0], needs_network=asks)
    return LocalBot(name, command)


def _name(command: Sequence[str]) -> str:
    """The name of the first file in a command; without a file, the word after `-m`, or else the program."""
    files = [Path(word).stem for word in command if Path(word).is_file() and Path(word).suffix]
    modules = [after for before, after in pairwise(command) if before == "-m"]
    name = _NOT_IN_NAMES.sub("-", [*files, *modules, Path(command[0]).name][0]).strip("-._")
    return name[:40] or "bot"


def _different(names: Sequence[str]) -> list[str]:
    """The names, with numbers for those that occur more than once."""
    seen: Counter[str] = Counter()
    different = []
    for name in names:
        seen[name] += 1
        different.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return different
