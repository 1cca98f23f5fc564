"""When a tournament stops early: the mistakes that `[stop]` may contain, and the rule that it states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite

from tournament.plan.plan import Plan
from tournament.plan.shape import Mistake, shown
from tournament.plan.stop import Sprt
from tournament.plan.versions import name_in_plan
from tournament.statistics.settled import SettledRule
from tournament.statistics.sprt import SprtRule
from tournament.statistics.stopping import StopRule

LARGEST_ELO = 1000
"""A test of larger differences is decided by the first few blocks, whatever the hypotheses."""

_TOP = re.compile(r"top ([1-9]\d{0,3})")


def mistakes_of_stop(plan: Plan) -> Iterator[Mistake]:
    """Yield what is wrong with `[stop]`."""
    stop = plan.stop
    if plan.format.kind in {"knockout", "groups"} and (stop.sprt is not None or stop.settled is not None):
        what = "a knock-out ends with its last tie" if plan.format.kind == "knockout" else "a cup is played to its end"
        yield "stop", f"{what}; leave out [stop]"
    if stop.sprt is not None and stop.settled is not None:
        yield "stop", "it has both sprt and settled; write one of them"
    if stop.sprt is not None:
        yield from _of_sprt(plan, stop.sprt)
    if stop.settled is not None:
        yield from _of_settled(plan, stop.settled)
    yield from _of_share("stop.risk", stop.risk)


def _of_sprt(plan: Plan, sprt: Sprt) -> Iterator[Mistake]:
    names = [bot.name for bot in plan.bots]
    if len(sprt.bots) != 2 or len({*sprt.bots}) != 2:
        yield "stop.sprt.bots", f"{shown(sprt.bots)}: name two bots, the one to test first"
    for name in sprt.bots:
        if name not in names:
            yield "stop.sprt.bots", f"{shown(name)} is not a bot of this plan; its bots are {', '.join(names)}"
    for key, elo in (("elo0", sprt.elo0), ("elo1", sprt.elo1)):
        if not (isfinite(elo) and abs(elo) <= LARGEST_ELO):
            yield f"stop.sprt.{key}", f"{shown(elo)} is out of range: use -{LARGEST_ELO} to {LARGEST_ELO}"
    if sprt.elo0 >= sprt.elo1:
        yield "stop.sprt.elo1", f"{shown(sprt.elo1)} is not above elo0, which is {shown(sprt.elo0)}"
    yield from _of_share("stop.sprt.alpha", sprt.alpha)
    yield from _of_share("stop.sprt.beta", sprt.beta)
    challengers = [name in plan.format.challengers for name in sprt.bots]
    if plan.format.kind == "gauntlet" and (all(challengers) or (not any(challengers) and plan.tournament.seats == 2)):
        yield "stop.sprt.bots", f"{' and '.join(sprt.bots)} never meet: one of them must be a challenger"


def _of_settled(plan: Plan, settled: str) -> Iterator[Mistake]:
    if settled not in {"order", "winner"} and not _TOP.fullmatch(settled):
        yield "stop.settled", f'{shown(settled)} is not "order", "winner" or "top N", e.g. "top 3"'
    elif settled not in {"order", "winner"} and (top_of(settled) or 0) >= len(plan.playing):
        most = len(plan.playing) - 1
        yield "stop.settled", f'{shown(settled)}: with {len(plan.playing)} bots, at most "top {most}" can be settled'


def _of_share(where: str, share: float) -> Iterator[Mistake]:
    if not 0.0001 <= share <= 0.4:
        yield where, f"{shown(share)} is out of range: use 0.0001 to 0.4"


def top_of(settled: str) -> int | None:
    """Return how many of the best bots are to be determined; None for the order of all."""
    if settled == "order":
        return None
    found = _TOP.fullmatch(settled)
    return int(found[1]) if found else 1


def rule_of(plan: Plan, *, duplicate: bool) -> StopRule | None:
    """Return the rule by which a tournament stops, from its stored plan; None if it plays all matches.

    Of each bot, only the newest version counts. The rule applies to the bots that are not withdrawn; if they are too
    few for it, there is nothing to settle.
    """
    stop = plan.stop
    newest = {name_in_plan(bot.name): bot.name for bot in plan.playing}
    if stop.sprt is not None:
        one, other = (newest.get(name, name) for name in stop.sprt.bots)
        return SprtRule(
            bot=one,
            other=other,
            elo0=stop.sprt.elo0,
            elo1=stop.sprt.elo1,
            alpha=stop.sprt.alpha,
            beta=stop.sprt.beta,
            model=stop.sprt.model,
            rotations=plan.tournament.seats if duplicate else 1,
        )
    if stop.settled is None:
        return None
    bots, top = tuple(bot.name for bot in plan.playing), top_of(stop.settled)
    return SettledRule(bots=bots, top=top, risk=stop.risk) if len(bots) > (top or 1) else None
