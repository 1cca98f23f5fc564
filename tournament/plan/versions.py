"""Versions of a bot: each is rated separately, and follows the previous one.

In a plan, a bot has one entry, whatever its version. In the database, each version that has entered has an entry with
its own name: that of the first version is the name in the plan, the others are called `NAME#VERSION`. All but the
newest are withdrawn.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count

import msgspec

from tournament.plan.plan import Entrant, Plan

MARK = "#"
"""Separates a bot's name from its version. No name in a plan contains this character."""

_ITSELF = ("builtin", "command", "dial_in", "env")


def name_in_plan(name: str) -> str:
    """Return the name that a version of a bot has in the plan."""
    return name.partition(MARK)[0]


def versions_of(plan: Plan, name: str) -> list[Entrant]:
    """Return the versions of a bot, oldest first, from a plan as it is stored."""
    return [bot for bot in plan.bots if name_in_plan(bot.name) == name]


def with_versions(plan: Plan, before: Plan, changed: Collection[str]) -> Plan:
    """Return a plan as the continuation of a stored one, with an entry for each version of its bots.

    Both are in stored form.

    A bot with another `version` enters as a new bot. So does a bot whose code or entry has changed, if the plan says
    so; `changed` names the bots whose code has changed.
    """
    bots: list[Entrant] = []
    newest: dict[str, str] = {}
    for bot in plan.bots:
        earlier = versions_of(before, bot.name)
        entry = _entry(plan, bot, earlier, changed=bot.name in changed)
        newest[bot.name] = entry.name
        bots += [_retired(version, bot.title) for version in earlier if version.name != entry.name]
        bots.append(entry)
    there = {bot.name for bot in bots}
    challengers = [name for name in before.format.challengers if name in there]
    challengers += [newest[name] for name in plan.format.challengers if newest.get(name, name) not in challengers]
    if not any(MARK in name for name in there):
        challengers = plan.format.challengers
    return msgspec.structs.replace(
        plan, bots=bots, format=msgspec.structs.replace(plan.format, challengers=challengers)
    )


def _entry(plan: Plan, bot: Entrant, earlier: list[Entrant], *, changed: bool) -> Entrant:
    """Return the entry of a bot among its versions: the newest one with the same version, or a new one."""
    if not earlier:
        return bot
    same = next((version for version in reversed(earlier) if version.version == bot.version), None)
    if same is not None and not (plan.run.on_changed_bot == "new-version" and (changed or _differs(bot, same))):
        return msgspec.structs.replace(bot, name=same.name, follows=same.follows)
    label = bot.version if same is None else str(len(earlier) + 1)
    names = {version.name for version in earlier}
    free = (f"{bot.name}{MARK}{label}{'' if number == 1 else f'.{number}'}" for number in count(1))
    name = next(name for name in free if name not in names)
    return msgspec.structs.replace(bot, name=name, follows=earlier[-1].name)


def _retired(version: Entrant, title: str) -> Entrant:
    return msgspec.structs.replace(version, withdrawn=True, title=title)


def _differs(bot: Entrant, stored: Entrant) -> bool:
    """Whether an entry has a different command or environment than the previous one."""
    return any(getattr(bot, key) != getattr(stored, key) for key in _ITSELF)
