"""Decide what a changed plan means for a tournament that has begun: what it changes, and whether it may.

A plan may grow a tournament, withdraw bots, change the time limits from now on, and change everything that concerns
only the evaluation. It may not change what was already played, because results would no longer be comparable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tournament.plan.identity import NOT_IDENTITY, flat, identity_of, said_in, told_value, value_text
from tournament.plan.plan import Entrant, Plan
from tournament.plan.versions import name_in_plan

NEVER_LOGGED = ("run.workers", "run.concurrency")
"""The keys that say how much of this machine is used. All other keys of `[run]` may affect fairness."""

NOBODY_ENTERS = {"knockout": "a knock-out", "groups": "a tournament with groups"}
"""Formats that no bot can enter late."""

_OF_BOT = re.compile(r"bots\[(\d+)\]\.(.+)")


class PlanChange(Struct, frozen=True):
    """How a plan differs from the previous one.

    Attributes:
        accepted: A line for each difference that the tournament accepts.
        refused: A line for each difference that would change what was already played.
    """

    accepted: list[str]
    refused: list[str]


def without_secrets(plan: Plan) -> Plan:
    """Return the plan in the form in which it is stored: values of environment variables are replaced by digests."""
    bots = [
        msgspec.structs.replace(bot, env={name: told_value(value) for name, value in bot.env.items()})
        for bot in plan.bots
    ]
    return msgspec.structs.replace(plan, bots=bots)


def in_order_of(plan: Plan, before: Plan) -> Plan:
    """Return the plan with the bots of an earlier plan first, in their order, then the new ones."""
    order = {bot.name: number for number, bot in enumerate(before.bots)}
    bots = sorted(plan.bots, key=lambda bot: order.get(bot.name, len(order)))
    return msgspec.structs.replace(plan, bots=bots)


def change_of(
    plans: Sequence[Plan], identity: Mapping[str, Any], plan: Plan, *, duplicate: bool, published: int
) -> PlanChange:
    """Compare a plan with the previous plans of a tournament; the last of them has this stored identity.

    All plans are in their stored form, and the bots of `plan` are in the order of the last one. `duplicate` says
    whether the tournament plays duplicate deals, and `published` for how many of the plans, beginning with the first
    one, the cards may be known.
    """
    before = plans[-1]
    there = {bot.name for bot in plan.bots}
    if missing := [bot.name for bot in before.bots if bot.name not in there]:
        how = "not in the plan; to withdraw it, leave it there and write withdrawn = true"
        return PlanChange([], [f"bot {name}: {how}" for name in missing])
    new = [bot.name for bot in plan.bots[len(before.bots) :]]
    if new and plan.format.kind in NOBODY_ENTERS:
        what = NOBODY_ENTERS[plan.format.kind]
        return PlanChange([], [f"bot {name}: no bot can enter {what} that has begun" for name in new])
    asked = identity_of(plan, kept=True)
    said = said_in(identity, plan)
    accepted = [_entry_text(bot) for bot in plan.bots[len(before.bots) :]]
    refused: list[str] = []
    for field in [*identity, *(name for name in asked if name not in identity)]:
        if value_text(said, field) == value_text(asked, field) or _number_of_bot(field) >= len(before.bots):
            continue
        same = field == "format.duplicate" and plan.format.duplicate is duplicate
        why_not = "" if same else _refusal(field, before, plan)
        line = _line(field, said, asked, before, ("in the database", "in the plan") if why_not else ("before", "now"))
        (refused if why_not else accepted).append(line + why_not)
    refused += _impossible_returns(plans, plan, published=published)
    return PlanChange([*accepted, *_changes_of_running(before, plan)], refused)


def _entry_text(bot: Entrant) -> str:
    version = f" with version {bot.version}" if bot.version else ""
    if bot.follows:
        return f"bot {bot.name} enters{version} as a new version of {name_in_plan(bot.name)}, after {bot.follows}"
    return f"bot {bot.name} {'is listed as withdrawn' if bot.withdrawn else 'enters'}{version}"


def _refusal(field: str, before: Plan, plan: Plan) -> str:
    """Return why a difference is refused; empty if it is accepted."""
    if field.startswith(("time.", "rating.")):
        return ""
    if _OF_BOT.fullmatch(field):
        what = "; a bot that has played cannot change: give it a new version"
        return "" if field.endswith(".withdrawn") else what
    new = {bot.name for bot in plan.bots} - {bot.name for bot in before.bots}
    if field == "format.deals":
        return "" if plan.format.deals > before.format.deals else "; there can only be more"
    if field == "format.rounds":
        return "" if plan.rounds > before.rounds else "; there can only be more"
    if field in {"format.tie_breaks", "format.matches"} or field.removeprefix("format.ratings.") in new:
        return ""
    if field.startswith("stop."):
        return "; when to stop can be decided only before the first match"
    if field.startswith("tune"):
        return "; what is tuned can be decided only before the first batch"
    if field == "format.tables":
        return "" if new else "; it can change only for bots that enter"
    if field == "format.challengers":
        moved = set(before.format.challengers).symmetric_difference(plan.format.challengers) - new
        return f"; {', '.join(sorted(moved))} cannot change sides" if moved else ""
    return "; it would change what was already played"


def _line(field: str, said: Mapping[str, Any], asked: Mapping[str, Any], before: Plan, where: tuple[str, str]) -> str:
    named = _OF_BOT.fullmatch(field)
    shown = f"bot {before.bots[int(named[1])].name}: {named[2]}" if named else field
    return f"{shown}: {value_text(said, field)} {where[0]}, {value_text(asked, field)} {where[1]}"


def _number_of_bot(field: str) -> int:
    found = _OF_BOT.fullmatch(field)
    return int(found[1]) if found else -1


def _impossible_returns(plans: Sequence[Plan], plan: Plan, *, published: int) -> Iterator[str]:
    """Yield bots that come back too late: others have entered since, or the cards of their matches are known."""
    playing = [{bot.name for bot in one.playing} for one in plans]
    entered = [set[str]().union(*playing[: number + 1]) for number in range(len(playing))]
    for bot in plan.playing:
        if bot.name in playing[-1] or bot.name not in entered[-1]:
            continue
        last = max(number for number, names in enumerate(playing) if bot.name in names)
        since = sorted(entered[-1] - entered[last])
        known = last < published
        if since or known:
            why = "the secret of its cards is published" if known else f"{', '.join(since)} entered since"
            yield f"bot {bot.name}: it was withdrawn and cannot come back, because {why}; give it another name"


def _changes_of_running(before: Plan, plan: Plan) -> Iterator[str]:
    """Yield the differences in how matches are run.

    These differences do not change any match, but may matter to those who take part.
    """
    said, asked = _running(before), _running(plan)
    for field in said:  # bots that enter are reported as a whole
        if field not in NEVER_LOGGED and value_text(said, field) != value_text(asked, field):
            yield f"{field}: {value_text(said, field)} before, {value_text(asked, field)} now"


def _running(plan: Plan) -> dict[str, Any]:
    run = {"tournament": {"name": plan.tournament.name}, "run": msgspec.to_builtins(plan.run)}
    keys = {f"bot {bot.name}": {name: getattr(bot, name) for name in NOT_IDENTITY} for bot in plan.bots}
    return dict(flat(run | keys))
