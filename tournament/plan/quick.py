"""A plan without a file: from a game and bots that someone typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count

import msgspec

from referee.counts import counted
from referee.kernel.game import find_game
from referee.kernel.options import OptionValue
from referee.local.bot_texts import file_of, name_of, plain_name, words_of
from tournament.errors import UserError
from tournament.plan.format_section import Format
from tournament.plan.plan import MODELS, VERSION, Entrant, Plan, Run, Time, Tournament
from tournament.plan.rules import BUILTIN_BOTS, mistakes_of_values
from tournament.plan.stop import Sprt, Stop
from tournament.plan.stopping import mistakes_of_stop
from tournament.plan.variables import mistakes_of_environment

STARTUP = "30s"


def quick_plan(
    game: str,
    texts: Sequence[str],
    *,
    seats: int | None,
    format_: Format,
    sprt: tuple[float, float] | None = None,
    run: Run,
    decision: str,
    options: Mapping[str, OptionValue],
    like: Entrant,
    environment: Mapping[str, str],
) -> Plan:
    """Return the plan of a round robin between bots. The same arguments give the same plan.

    Args:
        game: the game's id.
        texts: what was typed for each bot: the name of a sample bot, or a command.
        seats: the number of seats; None for as few as the game allows.
        format_: how many deals, and in which rotations.
        sprt: H0 and H1, in normalized Elo, of a sequential test of the first bot against the second.
        run: how matches are played.
        decision: the time for a decision.
        options: options of the game.
        like: the settings that all bots share: their environment, and the files that they may read.
        environment: the variables that are set in this process.

    Raises:
        UserError: one of the arguments makes no sense; the message names the option.
        UsageError: there is no such game, or a bot cannot be read.
    """
    fewest, _ = find_game(game).seats
    plan = Plan(
        plan=VERSION,
        tournament=Tournament(game=game, seats=fewest if seats is None else seats, name="quick"),
        format=format_,
        run=run,
        time=Time(startup=STARTUP, decision=decision),
        options=dict(options),
        bots=_bots(texts, like),
    )
    if sprt is not None:
        plan = _with_test(plan, *sprt)
    mistakes = (*mistakes_of_values(plan), *mistakes_of_stop(plan), *mistakes_of_environment(plan, environment))
    for where, what in mistakes:
        raise UserError(f"{_typed(where)}: {what}")
    return plan


def _with_test(plan: Plan, elo0: float, elo1: float) -> Plan:
    names = [bot.name for bot in plan.bots]
    if len(names) != 2:
        raise UserError(f"--sprt: {counted(len(names), 'bot')}, but it compares the first bot with the second: give 2")
    return msgspec.structs.replace(plan, stop=Stop(sprt=Sprt(bots=names, elo0=elo0, elo1=elo1)))


def _bots(texts: Sequence[str], like: Entrant) -> list[Entrant]:
    commands = [words_of(text, "bot", known=BUILTIN_BOTS, samples=BUILTIN_BOTS) for text in texts]
    bots = []
    for name, command in zip(_names(commands), commands, strict=True):
        sample = command[0] if len(command) == 1 and command[0] in BUILTIN_BOTS else None
        bots.append(
            msgspec.structs.replace(
                like,
                name=name,
                builtin=sample,
                command=None if sample else list(command),
                network=sample in MODELS,
            )
        )
    return bots


def _names(commands: Sequence[Sequence[str]]) -> list[str]:
    """Return a different name for each command: of its file, with its folder or a number if others have that name."""
    short = [name_of(command) for command in commands]
    with_folder = [
        name if short.count(name) == 1 else _with_folder(name, command)
        for name, command in zip(short, commands, strict=True)
    ]
    names: list[str] = []
    for name in with_folder:
        numbered = (f"{name}-{number}" for number in count(2))
        names.append(next(one for one in chain([name], numbered) if one not in names))
    return names


def _with_folder(name: str, command: Sequence[str]) -> str:
    file = file_of(command)
    return name if file is None else plain_name(f"{file.absolute().parent.name}-{name}")


def _typed(where: str) -> str:
    """Return the argument or option for a field of a plan."""
    if where.startswith("options"):
        return "--option"
    if where.startswith("stop.sprt"):
        return "--sprt"
    if ".env" in where:
        return "--env"
    return {"tournament.game": "GAME", "bots": "BOT"}.get(where) or f"--{where.rpartition('.')[2]}"
