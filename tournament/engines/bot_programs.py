"""What is started for the bots of a plan: each with its sandbox, and the values that it gets from our environment."""

from __future__ import annotations

import os
from pathlib import Path

from referee.server.bots.processes import BotProgram
from referee.server.bots.sandbox import Sandbox, find_sandbox
from referee.sizes import bytes_of
from tournament.plan.identity import command_of
from tournament.plan.plan import Entrant, FromEnvironment, Plan

HIDDEN = "***"
"""What stands in the output of a bot in the place of a secret."""

SHORTEST_SECRET = 4
"""Characters of a value that is looked for: a shorter one is no key, and stands in many words."""


def sandboxes_of(plan: Plan) -> dict[str, Sandbox | None]:
    """The sandbox of each bot that is started as a process; None for one without.

    Raises `UsageError` if the plan requires a sandbox that this machine has not.
    """
    modes = {bot.name: plan.sandbox_of(bot) for bot in plan.bots if not bot.dial_in and not plan.run.in_process}
    found = {mode: find_sandbox(mode) for mode in {*modes.values()}}
    return {name: found[mode] for name, mode in modes.items()}


def program_of(bot: Entrant) -> BotProgram:
    """What is started for a bot of a plan."""
    return BotProgram(
        bot.name,
        tuple(command_of(bot)),
        env={name: _value(value) for name, value in bot.env.items()},
        readable=tuple(Path(path).resolve() for path in bot.readable),
        memory=bytes_of(bot.memory),
        network=bot.network,
    )


def without_secrets(bot: Entrant, text: str) -> str:
    """What a bot wrote, without the values that no file may have: a program may print its environment."""
    secrets = {_value(value) for value in bot.env.values() if isinstance(value, FromEnvironment)}
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, HIDDEN) if len(secret) >= SHORTEST_SECRET else text
    return text


def _value(value: str | FromEnvironment) -> str:
    """The value that a bot gets. That the variable is set was looked at when the plan was read."""
    return value if isinstance(value, str) else os.environ[value.variable]
