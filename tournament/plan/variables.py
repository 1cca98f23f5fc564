"""What a plan may have wrong about the variables that its bots get."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournament.plan.plan import Entrant, FromEnvironment, Plan
from tournament.plan.shape import Mistake, inside, shown

OURS = ("REFEREE_ADDRESS", "REFEREE_TOKEN")
"""Variables that every bot gets from the referee."""


def mistakes_of_variables(bot: Entrant, where: str) -> Iterator[Mistake]:
    """What is wrong with the variables of a bot, which stands at `where` in the plan."""
    if bot.dial_in and bot.env:
        yield f"{where}.env", "a bot that dials in is not started here, so it gets its variables where it is started"
    for name, value in bot.env.items():
        if not name or "=" in name or "\0" in name:
            yield f"{where}.env", f"{shown(name)} is no name of a variable: it has a character, and no = or NUL"
        elif name in OURS:
            yield f"{where}.env", f"{name} is given by the referee itself; choose another name"
        elif isinstance(value, FromEnvironment):
            if not value.variable or {"=", "\0"} & {*value.variable}:
                yield inside(f"{where}.env", name), f"{shown(value.variable)} is no name of a variable"
        elif "\0" in value:
            yield f"{where}.env", f"the value of {name} has the character NUL in it, which no variable can have"


def mistakes_of_environment(plan: Plan, environment: Mapping[str, str]) -> Iterator[Mistake]:
    """Variables that bots are to get from the environment, and that it does not have."""
    for number, bot in enumerate(plan.bots):
        for name, value in bot.env.items():
            if isinstance(value, FromEnvironment) and not environment.get(value.variable):
                how = "is empty" if value.variable in environment else "is not set"
                where = inside(f"bots[{number}].env", name)
                yield where, f"the variable {shown(value.variable)} {how} in the environment of this command"
