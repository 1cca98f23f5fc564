"""Runs the trials, each with a new process of the bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import trio

from referee.checking.connections import goodbye, refusal, sigterm
from referee.checking.stage import TOKEN, Fault, Stage
from referee.checking.trial import Trial
from referee.checking.trials import IN_EVERY_GAME, TRIALS, whole_match
from referee.server.bots.private_socket import private_socket
from referee.server.bots.processes import SHOWS_MORE, BotHost, BotProcess, BotProgram, open_bot
from referee.server.bots.sandbox import BotLimits, Sandbox

SECONDS_TO_END = 5.0
SECONDS_TO_CRASH = 2.0
ENDINGS = {goodbye: "a Goodbye", refusal: "it was refused", sigterm: "SIGTERM"}
"""The trials after which a bot has to end by itself, and what tells it."""


@dataclass(frozen=True)
class Verdict:
    """How one trial went, in which game. `fault` is empty if the bot stood it; `words` are what it wrote."""

    trial: str
    about: str
    fault: str = ""
    hint: str = ""
    words: str = ""
    game: str = ""


async def check_bot(
    program: BotProgram,
    games: Sequence[str],
    *,
    startup: float,
    decision: float,
    sandbox: Sandbox | None,
    limits: BotLimits,
    tcp: bool = False,
    on_verdict: Callable[[Verdict], None] = lambda _: None,
    trials: Sequence[Callable[[Trial], None]] = (),
) -> list[Verdict]:
    """Runs every trial in the first game, or those that are given, and in each other game what depends on the game.

    `on_verdict` hears of each as soon as it is over. A bot that can not play one match of a game is spared
    the rest of it.
    """
    verdicts: list[Verdict] = []
    for game in games:
        for trial in (trials or TRIALS) if game == games[0] else IN_EVERY_GAME:
            with private_socket() as socket:
                make = partial(Trial, game=game, startup=startup, decision=decision)
                with Stage(None if tcp else socket) as stage:
                    host = BotHost(stage.address, sandbox, limits, restarts=0)
                    verdicts.append(await _run(trial, make, game, program, host, stage))
            on_verdict(verdicts[-1])
            if trial is whole_match and verdicts[-1].fault:
                break  # the others would find the same again
    return verdicts


async def _run(
    trial: Callable[[Trial], None],
    make: Callable[..., Trial],
    game: str,
    program: BotProgram,
    host: BotHost,
    stage: Stage,
) -> Verdict:
    """Runs a trial in a thread, for it blocks; its limits end it, or the end of the stage."""
    async with trio.open_nursery() as nursery, open_bot(program, host, TOKEN) as bot:
        nursery.start_soon(_tell_the_end, bot, stage)
        found: Fault | None = None
        try:
            send_sigterm = partial(trio.from_thread.run_sync, nursery.start_soon, bot.stop)
            await trio.to_thread.run_sync(trial, make(stage, send_sigterm=send_sigterm), abandon_on_cancel=True)
            if trial in ENDINGS:
                await _wait_for_end(bot, ENDINGS[trial])
            if trial is sigterm:
                _check_exit(bot)
        except Fault as fault:
            found = fault
            with trio.move_on_after(SECONDS_TO_CRASH):  # its stream ends before its process does
                await bot.over.wait()
        if trial is not refusal:  # it may end as it likes: somebody has to be told
            found = _crash(bot, found) or found
    about = (trial.__doc__ or "").partition(".")[0]
    name = trial.__name__.replace("_", " ")
    if found is None:
        return Verdict(name, about, game=game)
    came = stage.reached or not bot.sight
    hint = found.hint if came else f"{found.hint}\n{bot.sight}. {SHOWS_MORE}"
    return Verdict(name, about, found.what, hint, bot.output.text(), game)


async def _tell_the_end(bot: BotProcess, stage: Stage) -> None:
    await bot.over.wait()
    stage.give_up()


async def _wait_for_end(bot: BotProcess, told: str) -> None:
    with trio.move_on_after(SECONDS_TO_END):
        await bot.over.wait()
        return
    raise Fault(f"still ran {SECONDS_TO_END:g} seconds after {told}", f"end the process after {told}")


def _check_exit(bot: BotProcess) -> None:
    if not bot.ended[-1].how.endswith(" 0"):
        raise Fault(f"{bot.ended[-1].how} after SIGTERM", "exit with 0: to be asked to end is no failure")


def _crash(bot: BotProcess, found: Fault | None) -> Fault | None:
    if bot.over.is_set() and bot.ended[-1].crashed:
        said = "what it wrote is below" if bot.output.text().strip() else "it wrote nothing that could say why"
        return Fault(f"crashed: {bot.ended[-1].how}", said, found.cause if found else "")
    return None
