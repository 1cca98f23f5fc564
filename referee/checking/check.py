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
"""The trials after which a bot has to exit by itself, and the reason to exit."""


@dataclass(frozen=True)
class Verdict:
    """The result of one trial in a game. `fault` is empty if the bot passed; `words` is the bot's output."""

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
    """Run all trials, or the given ones, in the first game; in each other game, those that depend on the game.

    `on_verdict` is called after each trial. If a bot cannot play a whole match of a game, its other trials in that game
    are skipped.
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
                break  # the others would find the same fault
    return verdicts


async def _run(
    trial: Callable[[Trial], None],
    make: Callable[..., Trial],
    game: str,
    program: BotProgram,
    host: BotHost,
    stage: Stage,
) -> Verdict:
    """Run a trial in a thread, because it blocks; it ends by its time limits, or when the stage is closed."""
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
        if trial is not refusal:  # a refused bot may exit with an error, so that its user notices
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
        raise Fault(
            f"{bot.ended[-1].how} after SIGTERM", "exit with code 0: an end that was requested is not a failure"
        )


def _crash(bot: BotProcess, found: Fault | None) -> Fault | None:
    if bot.over.is_set() and bot.ended[-1].crashed:
        said = "see its output below" if bot.output.text().strip() else "it wrote no output that explains why"
        return Fault(f"crashed: {bot.ended[-1].how}", said, found.cause if found else "")
    return None
