"""Mistakes in the section `[format]`: values that are out of range, in conflict, or for another kind of format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb, isfinite

from referee.counts import counted
from tournament.plan.plan import TIE_BREAKS, Format, Plan
from tournament.plan.shape import Mistake, inside, one_of, shown
from tournament.plan.versions import name_in_plan

MOST_MATCHES = 1_000_000
MOST_ROUNDS = 1000
MOST_FURTHER_DEALS = 1000

KINDS_OF_KEYS = {
    "challengers": ("gauntlet",),
    "rounds": ("swiss",),
    "tie_breaks": ("swiss",),
    "ratings": ("swiss", "knockout"),
    "elimination": ("knockout",),
    "third_place": ("knockout",),
    "further_deals": ("knockout",),
    "schedule": ("round-robin",),
}
"""The kinds of formats that a key is for. Keys that are not listed are valid for all kinds, or have no effect."""

_NAMES = {
    "round-robin": "a round robin",
    "gauntlet": "a gauntlet",
    "swiss": "a Swiss tournament",
    "knockout": "a knock-out",
}
_DEFAULTS = Format()


def mistakes_of_format(plan: Plan) -> Iterator[Mistake]:
    """Yield what is wrong with the format, given the bots."""
    format_ = plan.format
    for key, kinds in KINDS_OF_KEYS.items():
        if format_.kind not in kinds and getattr(format_, key) != getattr(_DEFAULTS, key):
            names = " or ".join(_NAMES[kind] for kind in kinds)
            yield f"format.{key}", f'only {names} has {key}: write kind = "{kinds[0]}", or leave out {key}'
    yield from mistakes_of_names(format_.challengers, plan, "format.challengers")
    if len(set(format_.challengers)) < len(format_.challengers):
        yield "format.challengers", f"{shown(format_.challengers)} names a bot twice; name each once"
    if format_.kind == "gauntlet":
        yield from _of_gauntlet(plan)
    if format_.kind == "swiss":
        yield from _of_swiss(plan)
    if format_.kind == "knockout":
        yield from _of_knockout(plan)
    for name, value in format_.ratings.items():
        where = inside("format.ratings", name)
        yield from mistakes_of_names([name], plan, where)
        if not isfinite(value):
            yield where, f"{value} is not a rating: use a number"
    matches = _most_matches(plan)
    if matches > MOST_MATCHES:
        what = f"{matches} matches are too many: at most {MOST_MATCHES} are allowed; use fewer deals or fewer tables"
        yield "format.deals", what


def mistakes_of_names(names: Iterable[str], plan: Plan, where: str, *, versions: bool = False) -> Iterator[Mistake]:
    """Yield names of bots that the plan does not have; `versions`: whether an earlier version may be named."""
    bots = [bot.name for bot in plan.bots]
    for name in names:
        if name not in bots and not (versions and name_in_plan(name) in bots):
            yield where, f"{shown(name)} is not a bot of this plan; its bots are {', '.join(bots)}"


def _of_gauntlet(plan: Plan) -> Iterator[Mistake]:
    others, seats = len(plan.others), plan.tournament.seats
    if not plan.format.challengers or not others:
        yield "format.kind", 'a gauntlet needs challengers = ["..."] with bots of the plan, and other bots besides them'
    elif others < seats - 1:
        what = f"a gauntlet table has a challenger and {counted(seats - 1, 'other bot')}, but the plan has {others}"
        yield "format.kind", what


def _of_swiss(plan: Plan) -> Iterator[Mistake]:
    format_ = plan.format
    if len(set(format_.tie_breaks)) < len(format_.tie_breaks):
        yield (
            "format.tie_breaks",
            f"{shown(format_.tie_breaks)} has a tie-break twice; use each of {one_of(TIE_BREAKS)} once",
        )
    if format_.rounds != "auto":
        most = (len(plan.bots) + 1) // 2 if plan.tournament.seats == 2 else MOST_ROUNDS
        if not 1 <= format_.rounds <= most:
            why = f" {counted(len(plan.bots), 'bot')} without rematches" if plan.tournament.seats == 2 else " this"
            what = f'{format_.rounds} is out of range: use "auto" or 1 to {most} rounds for{why}'
            yield "format.rounds", what


def _of_knockout(plan: Plan) -> Iterator[Mistake]:
    format_ = plan.format
    if plan.tournament.seats != 2:
        yield "format.kind", f"a knock-out needs tables of 2 seats, but the plan has {plan.tournament.seats}"
    if not 0 <= format_.further_deals <= MOST_FURTHER_DEALS:
        what = f"{format_.further_deals} is out of range: use 0 to {MOST_FURTHER_DEALS}"
        yield "format.further_deals", what
    if format_.third_place and format_.elimination == "double":
        what = "with double elimination, the losers' bracket decides the third place; leave out third_place"
        yield "format.third_place", what


def _most_matches(plan: Plan) -> int:
    """Return an upper limit for the number of matches."""
    format_, seats = plan.format, plan.tournament.seats
    rotations = 1 if format_.duplicate is False else seats
    field = len(plan.others)
    if format_.kind == "gauntlet":
        tables = len(format_.challengers) * min(comb(field, max(seats - 1, 0)), format_.tables + field)
    elif format_.kind == "swiss":
        tables = plan.rounds * (len(plan.bots) // max(seats, 1))
    elif format_.kind == "knockout":
        return 2 * len(plan.bots) * (format_.deals + format_.further_deals) * rotations
    else:
        tables = min(comb(len(plan.bots), max(seats, 0)), format_.tables + len(plan.bots))
    return tables * format_.deals * rotations
