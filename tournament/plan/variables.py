"""Mistakes in the environment variables that a plan gives to its bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournament.plan.plan import Entrant, FromEnvironment, Plan
from tournament.plan.shape import Mistake, inside, shown

OURS = ("REFEREE_ADDRESS", "REFEREE_TOKEN")
"""Variables that the referee gives to every bot."""


def mistakes_of_variables(bot: Entrant, where: str) -> Iterator[Mistake]:
    """Yield what is wrong with the variables of the bot at `where` in the plan."""
    if bot.dial_in and bot.env:
        yield f"{where}.env", "a bot that dials in is not started here: set its variables where you start it"
    for name, value in bot.env.items():
        if not name or "=" in name or "\0" in name:
            yield f"{where}.env", f"invalid variable name {shown(name)}: it must not be empty or contain = or NUL"
        elif name in OURS:
            yield f"{where}.env", f"the referee itself sets {name}; choose another name"
        elif isinstance(value, FromEnvironment):
            if not value.variable or {"=", "\0"} & {*value.variable}:
                yield inside(f"{where}.env", name), f"invalid variable name {shown(value.variable)}"
        elif "\0" in value:
            yield f"{where}.env", f"the value of {name} contains the character NUL, which variables cannot contain"


def mistakes_of_environment(plan: Plan, environment: Mapping[str, str]) -> Iterator[Mistake]:
    """Yield variables that bots should get from the environment, but that are not set there."""
    for number, bot in enumerate(plan.bots):
        for name, value in bot.env.items():
            if isinstance(value, FromEnvironment) and not (bot.withdrawn or environment.get(value.variable)):
                how = "is empty" if value.variable in environment else "is not set"
                where = inside(f"bots[{number}].env", name)
                yield where, f"the variable {shown(value.variable)} {how} in the environment of this command"
