"""Mistakes in the section `[format]`: values that are out of range, in conflict, or for another kind of format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb, isfinite

import msgspec

from referee.counts import counted
from tournament.plan.format_section import TIE_BREAKS, Format
from tournament.plan.plan import Plan
from tournament.plan.shape import Mistake, inside, one_of, shown
from tournament.plan.versions import name_in_plan

MOST_MATCHES = 1_000_000
MOST_ROUNDS = 1000
MOST_FURTHER_DEALS = 1000

KINDS_OF_KEYS = {
    "challengers": ("gauntlet",),
    "rounds": ("swiss",),
    "tie_breaks": ("swiss", "groups"),
    "ratings": ("swiss", "knockout", "groups"),
    "elimination": ("knockout",),
    "third_place": ("knockout",),
    "further_deals": ("knockout",),
    "schedule": ("round-robin",),
    "matches": ("ladder",),
    "groups": ("groups",),
    "advance": ("groups",),
    "then": ("groups",),
}
"""The kinds of formats that a key is for, even if such a format only follows after groups.

Keys that are not listed are valid for all kinds, or have no effect.
"""

_NAMES = {
    "round-robin": "a round robin",
    "gauntlet": "a gauntlet",
    "swiss": "a Swiss tournament",
    "knockout": "a knock-out",
    "groups": "a tournament with groups",
    "ladder": "a ladder",
}
_DEFAULTS = Format()


def mistakes_of_format(plan: Plan) -> Iterator[Mistake]:
    """Yield what is wrong with the format, given the bots."""
    format_ = plan.format
    played = {format_.kind, format_.then} if format_.kind == "groups" else {format_.kind}
    for key, kinds in KINDS_OF_KEYS.items():
        if played.isdisjoint(kinds) and getattr(format_, key) != getattr(_DEFAULTS, key):
            *others, last = (_NAMES[kind] for kind in kinds)
            names = f"{', '.join(others)} or {last}" if others else last
            yield f"format.{key}", f'only {names} has {key}: write kind = "{kinds[0]}", or leave out {key}'
    yield from mistakes_of_names(format_.challengers, plan, "format.challengers")
    if len(set(format_.challengers)) < len(format_.challengers):
        yield "format.challengers", f"{shown(format_.challengers)} names a bot twice; name each once"
    if len(set(format_.tie_breaks)) < len(format_.tie_breaks):
        what = f"{shown(format_.tie_breaks)} has a tie-break twice; use each of {one_of(TIE_BREAKS)} once"
        yield "format.tie_breaks", what
    if format_.kind == "gauntlet":
        yield from _of_gauntlet(plan)
    if "swiss" in played:
        yield from _of_swiss(plan)
    if "knockout" in played:
        yield from _of_knockout(plan)
    if format_.kind == "groups":
        yield from _of_groups(plan)
    if format_.kind == "ladder":
        yield from _of_ladder(format_, plan.tournament.seats)
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
    bots = len(plan.bots)
    if format_.kind == "groups":
        bots = min(bots, max(format_.groups * format_.advance, 2))
    if format_.rounds != "auto":
        most = (bots + 1) // 2 if plan.tournament.seats == 2 else MOST_ROUNDS
        if not 1 <= format_.rounds <= most:
            why = f" {counted(bots, 'bot')} without rematches" if plan.tournament.seats == 2 else " this"
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


def _of_groups(plan: Plan) -> Iterator[Mistake]:
    format_, seats, bots = plan.format, plan.tournament.seats, len(plan.playing)
    least = max(seats, format_.advance)
    if not 1 <= format_.groups <= bots // max(least, 1):
        most = bots // max(least, 1)
        what = f"{format_.groups} is out of range: {counted(bots, 'bot')} make up to {counted(most, 'group')}"
        yield "format.groups", f"{what} of at least {least}"
    if not 1 <= format_.advance <= bots:
        yield "format.advance", f"{format_.advance} is out of range: use 1 or more"
    elif 0 < format_.groups * format_.advance < seats:
        few = counted(format_.groups * format_.advance, "bot")
        yield "format.advance", f"with {few} from all groups, there is no table of {seats}: let more of them play on"


def _of_ladder(format_: Format, seats: int) -> Iterator[Mistake]:
    for key in ("deals", "tables"):
        if getattr(format_, key) != getattr(_DEFAULTS, key):
            yield f"format.{key}", f"a ladder chooses each deal separately: leave out {key}, and limit it with matches"
    if isinstance(format_.matches, int) and not seats <= format_.matches <= MOST_MATCHES:
        yield "format.matches", f'{format_.matches} is out of range: use {seats} to {MOST_MATCHES}, or "endless"'


def _most_matches(plan: Plan) -> int:
    """Return an upper limit for the number of matches; 0 if the plan states its own, or if there is none."""
    format_, seats = plan.format, plan.tournament.seats
    rotations = 1 if format_.duplicate is False else seats
    field = len(plan.others)
    if format_.kind == "gauntlet":
        tables = len(format_.challengers) * min(comb(field, max(seats - 1, 0)), format_.tables + field)
    elif format_.kind == "swiss":
        tables = plan.rounds * (len(plan.bots) // max(seats, 1))
    elif format_.kind == "knockout":
        return 2 * len(plan.bots) * (format_.deals + format_.further_deals) * rotations
    elif format_.kind == "ladder":
        return 0
    elif format_.kind == "groups":
        return _most_matches_of_groups(plan, rotations)
    else:
        tables = min(comb(len(plan.bots), max(seats, 0)), format_.tables + len(plan.bots))
    return tables * format_.deals * rotations


def _most_matches_of_groups(plan: Plan, rotations: int) -> int:
    format_, seats, groups = plan.format, plan.tournament.seats, max(plan.format.groups, 1)
    largest = -(-len(plan.bots) // groups)
    tables = groups * min(comb(largest, max(seats, 0)), format_.tables + largest)
    through = plan.bots[: max(format_.groups * format_.advance, 0)]
    then = msgspec.structs.replace(plan, bots=through, format=msgspec.structs.replace(format_, kind=format_.then))
    return tables * format_.deals * rotations + _most_matches(then)
