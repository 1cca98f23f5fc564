"""The bots named on the command line: a sample bot, or a command that starts one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee_client.bots import TEXT_BOTS

from referee.commands.bot_names import HUMAN, NAMES, SAMPLES
from referee.errors import UsageError
from referee.kernel.game import Game
from referee.local.bot_texts import name_of, words_of
from referee.server.bots.processes import BotProgram


@dataclass(frozen=True)
class LocalBot:
    """A bot from the command line, with its name.

    Attributes:
        builtin: The name of the sample bot, if it is one that needs nothing from outside.
        human: Whether the person at this terminal plays instead of a bot.
        needs_network: Whether it needs the network, and so cannot play in a sandbox.
    """

    name: str
    command: tuple[str, ...]
    builtin: str = ""
    human: bool = False
    needs_network: bool = False

    def program(self, env: dict[str, str], readable: Sequence[Path]) -> BotProgram:
        """The process to start for this bot."""
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
    names = _different([name_of(command) for command in words])
    return [_local_bot(name, command) for name, command in zip(names, words, strict=True)]


def read_bot(text: str) -> LocalBot:
    """A single bot, not a person. Raises `UsageError` if the command cannot be parsed."""
    command = _words(text)
    if command == (HUMAN,):
        raise UsageError(f"{text!r} is a person, not a bot; to play yourself: `referee play GAME --bot {HUMAN}`")
    return _local_bot(name_of(command), command)


def _words(text: str) -> tuple[str, ...]:
    return words_of(text, "--bot", known=NAMES, samples=SAMPLES)


def _local_bot(name: str, command: tuple[str, ...]) -> LocalBot:
    if command == (HUMAN,):
        return LocalBot(name, (), human=True)
    if len(command) == 1 and command[0] in SAMPLES:
        started = ("python", "-m", "referee_client.bots", command[0])
        asks = command[0] in TEXT_BOTS
        return LocalBot(name, started, builtin="" if asks else command[0], needs_network=asks)
    return LocalBot(name, command)


def _different(names: Sequence[str]) -> list[str]:
    """The names, with numbers for those that occur more than once."""
    seen: Counter[str] = Counter()
    different = []
    for name in names:
        seen[name] += 1
        different.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return different
