"""Plans that tune a bot: the mistakes that they may contain, and the plan of each batch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import isfinite

import msgspec

from referee.counts import counted
from tournament.plan.format_section import Format
from tournament.plan.plan import Entrant, Plan
from tournament.plan.shape import Mistake, shown
from tournament.plan.tune import Tune, TuneParameter
from tournament.plan.versions import name_in_plan
from tournament.statistics.spsa import BatchScore, TuneBatch, TuneCourse, TunedNumber, tune_course

UP, DOWN = "-up", "-down"
"""The endings of the names of both versions of the bot."""

MOST_BATCHES = 300
"""Each batch adds two bots to the database."""
MOST_PARAMETERS = 50
HIGHEST_RATE = 10
LARGEST = 1e9
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


def course_of_scores(plan: Plan, tune: Tune, scores: list[BatchScore]) -> TuneCourse:
    """Return how a plan's values have developed after these batches."""
    numbers = [
        TunedNumber(name=one.name, start=one.start, lowest=one.lowest, highest=one.highest, step=one.step)
        for one in tune.parameters
    ]
    return tune_course(numbers, scores, batches=tune.batches, rate=tune.rate, seed=plan.tournament.seed)


def batch_plan(plan: Plan, tune: Tune, batch: TuneBatch) -> Plan:
    """Return the plan of one batch: with both versions of the bot instead of the bot itself.

    Both have the number of the batch as their version, so that each batch has its own bots.
    """
    bots: list[Entrant] = []
    for bot in plan.bots:
        if bot.name == tune.bot:
            bots.append(_version(bot, UP, tune, batch, batch.up))
        else:
            bots.append(bot)
    tuned = next(bot for bot in plan.bots if bot.name == tune.bot)
    return msgspec.structs.replace(plan, bots=[*bots, _version(tuned, DOWN, tune, batch, batch.down)])


def checked_plan(plan: Plan) -> Plan:
    """Return the plan whose values are to be checked: of a plan that tunes a bot, that of the first batch."""
    if plan.tune is None or all(bot.name != plan.tune.bot for bot in plan.bots):
        return plan
    values = {one.name: one.start for one in plan.tune.parameters}
    return batch_plan(plan, plan.tune, TuneBatch(number=1, before=values, up=values, down=values))


def side_of(tune: Tune, name: str) -> str:
    """Return whether a bot of a batch is the version with the `UP` or the `DOWN` values; empty for another bot."""
    sides = {f"{tune.bot}{end}": end for end in (UP, DOWN)}
    return sides.get(name_in_plan(name), "")


def value_text(value: float, *, whole: bool) -> str:
    """Return a value in the form that the bot gets and people read."""
    return str(round(value)) if whole else f"{value:.6g}"


def mistakes_of_tune(plan: Plan) -> Iterator[Mistake]:
    """Yield what is wrong with `[tune]`."""
    tune = plan.tune
    if tune is None:
        return
    tuned = [bot for bot in plan.bots if bot.name == tune.bot]
    if not tuned:
        names = ", ".join(bot.name for bot in plan.bots)
        yield "tune.bot", f"{shown(tune.bot)} is not a bot of this plan; its bots are {names}"
        return
    if tuned[0].dial_in:
        yield "tune.bot", f"{shown(tune.bot)} dials in, so nothing can set its variables"
    if plan.run.in_process:
        yield "run.in_process", "the values reach the bot as variables of its own process; leave out in_process"
    seats = plan.tournament.seats
    if len(plan.bots) != seats - 1:
        fill = f"the two versions of {tune.bot} and the other bots must fill the {seats} seats"
        yield "bots", f"{counted(len(plan.bots), 'bot')}, but {fill}: list {counted(seats - 1, 'bot')}"
    if msgspec.structs.replace(plan.format, deals=0, duplicate="auto") != Format(deals=0):
        yield "format", "a batch is a round robin at one table; write only deals and duplicate"
    if plan.stop.sprt is not None or plan.stop.settled is not None:
        yield "stop", "tuning ends after the last batch; leave out [stop]"
    if not 1 <= tune.batches <= MOST_BATCHES:
        yield "tune.batches", f"{shown(tune.batches)} is out of range: use 1 to {MOST_BATCHES}"
    if not 0 < tune.rate <= HIGHEST_RATE:
        yield "tune.rate", f"{shown(tune.rate)} is out of range: use a number above 0, up to {HIGHEST_RATE}"
    yield from _of_parameters(tune, tuned[0])


def _of_parameters(tune: Tune, bot: Entrant) -> Iterator[Mistake]:
    if not 1 <= len(tune.parameters) <= MOST_PARAMETERS:
        yield "tune.parameters", f"{len(tune.parameters)} parameters: use 1 to {MOST_PARAMETERS}"
    names = [one.name for one in tune.parameters]
    for number, one in enumerate(tune.parameters):
        where = f"tune.parameters[{number}]"
        if not _VARIABLE.fullmatch(one.name):
            yield f"{where}.name", f"{shown(one.name)} is not the name of a variable: use letters, digits and _"
        if one.name in names[:number] or one.name in bot.env:
            yield f"{where}.name", f"{shown(one.name)} is set twice; name each variable once, here or in env"
        yield from _of_values(one, where)


def _of_values(one: TuneParameter, where: str) -> Iterator[Mistake]:
    values = {"start": one.start, "lowest": one.lowest, "highest": one.highest, "step": one.step}
    for key, value in values.items():
        if not (isfinite(value) and abs(value) <= LARGEST):
            yield f"{where}.{key}", f"{value} is out of range: use a number from -{LARGEST:.0f} to {LARGEST:.0f}"
            return
    if not one.lowest < one.highest:
        yield f"{where}.highest", f"{shown(one.highest)} is not above lowest, which is {shown(one.lowest)}"
    if not one.lowest <= one.start <= one.highest:
        yield f"{where}.start", f"{shown(one.start)} is out of range: use {shown(one.lowest)} to {shown(one.highest)}"
    if not 0 < one.step <= (one.highest - one.lowest) / 2:
        most = shown((one.highest - one.lowest) / 2)
        yield f"{where}.step", f"{shown(one.step)} is out of range: use a number above 0, up to {most}"
    if one.whole and one.step < 0.5:
        yield f"{where}.step", f"{shown(one.step)} is too small for whole numbers: use 0.5 or more"


def _version(bot: Entrant, end: str, tune: Tune, batch: TuneBatch, values: Mapping[str, float]) -> Entrant:
    set_to = {one.name: value_text(values[one.name], whole=one.whole) for one in tune.parameters}
    return msgspec.structs.replace(bot, name=f"{bot.name}{end}", version=str(batch.number), env={**bot.env, **set_to})
