"""Try out the bots of a plan before anything is played: start each bot and play one match against random bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from secrets import token_bytes

import msgspec
from msgspec import Struct

from referee.counts import counted
from referee.kernel.defaulting import reasons, reasons_text
from referee.kernel.forfeiting import forfeit_of
from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.kernel.secret import SECRET_BYTES, Secret
from tournament.engines.engine import Setting
from tournament.engines.opening import open_single_engine
from tournament.plan.plan import Entrant, Plan
from tournament.storage.rows import ProcessRow, failure_text

OUTPUT_LINES = 20


class Tryout(Struct, frozen=True, kw_only=True):
    """The result for one bot. `fault` says what is wrong, with the bot's last output lines; empty if all is well.

    `defaults` counts the decisions that the bot did not make, and `reasons` says why. The bot used `total_ms` for its
    decisions in a match of `steps` steps, and the match began `start_ms` after its bots were started.
    """

    bot: str
    played: bool
    decisions: int = 0
    longest_ms: float = 0.0
    fault: str = ""
    defaults: int = 0
    reasons: str = ""
    total_ms: float = 0.0
    steps: int = 0
    start_ms: float = 0.0


async def try_bots(plan: Plan) -> AsyncIterator[Tryout]:
    """Try out every bot that the runner starts. It does not wait for bots that dial in."""
    for bot in plan.bots:
        yield Tryout(bot=bot.name, played=False) if bot.dial_in else await _try_bot(plan, bot)


async def _try_bot(plan: Plan, bot: Entrant) -> Tryout:
    names = [f"{bot.name}-meets-{number}" for number in range(1, plan.tournament.seats)]
    opponents = [Entrant(name=name, builtin="random") for name in names]
    setting = Setting(plan=msgspec.structs.replace(plan, bots=[bot, *opponents]), capacity=1)
    ended: list[ProcessRow] = []
    async with open_single_engine(setting, ended.append) as engine:
        record = await engine.submit(_job(plan, [bot, *opponents]))
    failed = [process for process in ended if process.bot == bot.name and process.failed]
    return _tryout(bot, record, failed)


def _job(plan: Plan, bots: list[Entrant]) -> MatchJob:
    secret = Secret(token_bytes(SECRET_BYTES))  # never the tournament's: these bots may remember what they see here
    return MatchJob(
        match_id=secret.match_id(0, 0, 0),
        name="check",
        game_id=plan.tournament.game,
        bots=tuple(bot.name for bot in bots),
        seed=secret.seed(0, 0),
        salt=secret.salt(0, 0, 0),
        options=plan.options,
        cards=plan.card_set,
        time_control=plan.time_control,
    )


def _tryout(bot: Entrant, record: Record, failed: list[ProcessRow]) -> Tryout:
    times = [
        step.time[place].wall_ms
        for step in record.steps
        if step.time is not None
        for place, answer in enumerate(step.answers)
        if answer.seat == 0
    ]
    why = reasons(record, 0)
    fault = "\n".join(failure_text(process, OUTPUT_LINES) for process in failed) or forfeit_of(record, 0)
    return Tryout(
        bot=bot.name,
        played=True,
        decisions=len(times),
        longest_ms=max(times, default=0.0),
        fault=fault or _strikes(record) or _undecided(len(times), why),
        defaults=why.total(),
        reasons=reasons_text(why),
        total_ms=sum(times),
        steps=len(record.steps),
        start_ms=_start_ms(record),
    )


def _start_ms(record: Record) -> float:
    """Return how long the match lasted without the time of its steps."""
    if record.end is None or record.end.time is None or record.header.time is None:
        return 0.0
    steps_ms = sum(max((one.wall_ms for one in step.time or ()), default=0.0) for step in record.steps)
    return max(1000 * (record.end.time.ended_unix_s - record.header.time.begun_unix_s) - steps_ms, 0.0)


def _undecided(decisions: int, why: Counter[str]) -> str:
    """Return what is wrong if the bot never decided, for example because its language model gives no usable answer."""
    if not decisions or why.total() < decisions:
        return ""
    return f"it made none of its {counted(decisions, 'decision')}: {reasons_text(why)}"


def _strikes(record: Record) -> str:
    if record.end is not None and record.end.void:
        return f"the match was void: {record.end.void_reason}"
    given = [strike for step in record.steps for strike in step.strikes if strike.seat == 0]
    return f"{counted(len(given), 'strike')}, the first at turn {given[0].turn}: {given[0].cause}" if given else ""
