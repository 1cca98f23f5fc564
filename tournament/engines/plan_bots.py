"""The processes of a plan's bots: each with its sandbox, and its values from the runner's environment."""

from __future__ import annotations

import os
import time
from pathlib import Path

from referee.local.bot_copy import EndOfBot
from referee.local.pool import StartedBot
from referee.server.bots.processes import BotHost, BotProgram
from referee.server.bots.sandbox import Sandbox, find_sandbox, is_forgetful
from referee.sizes import bytes_of
from tournament.engines.engine import Setting
from tournament.plan.identity import command_of, command_text
from tournament.plan.plan import Entrant, FromEnvironment, Plan
from tournament.storage.rows import ProcessRow

HIDDEN = "***"
"""Replaces a secret in the output of a bot."""

SHORTEST_SECRET = 4
"""Shorter values are not replaced, because they are unlikely to be keys, and occur in many words."""


def sandboxes_of(plan: Plan) -> dict[str, Sandbox | None]:
    """Return the sandbox of each bot that is started as a process; None for a bot without one.

    Raises `UsageError` if the plan requires a sandbox that this machine does not have.
    """
    modes = {bot.name: plan.sandbox_of(bot) for bot in plan.bots if not bot.dial_in and not plan.run.in_process}
    found = {mode: find_sandbox(mode) for mode in {*modes.values()}}
    return {name: found[mode] for name, mode in modes.items()}


def forgetful_bots(plan: Plan) -> set[str]:
    """Return the bots whose new processes find nothing that an earlier process left.

    Raises `UsageError` as `sandboxes_of` does.
    """
    return {name for name, sandbox in sandboxes_of(plan).items() if is_forgetful(sandbox)}


def started_bots(setting: Setting) -> list[StartedBot]:
    """Return the bots of a plan that are started as processes.

    Raises `UsageError` if the plan requires a sandbox that this machine does not have.
    """
    sandboxes = sandboxes_of(setting.plan)
    hidden = tuple(map(Path, setting.hidden))
    return [
        StartedBot(_program_of(bot), BotHost(sandbox=sandboxes[bot.name], hidden=hidden))
        for bot in setting.plan.bots
        if bot.name in sandboxes
    ]


def _program_of(bot: Entrant) -> BotProgram:
    return BotProgram(
        bot.name,
        tuple(command_of(bot)),
        env={name: _value(value) for name, value in bot.env.items()},
        readable=tuple(Path(path).resolve() for path in bot.readable),
        memory=bytes_of(bot.memory),
        network=bot.network,
    )


def process_row(bot: Entrant, end: EndOfBot) -> ProcessRow:
    """Return what is stored about a process that has ended or could not be started."""
    return ProcessRow(
        bot=bot.name,
        command=command_text(bot),
        why=_without_secrets(bot, end.why),
        failed=end.failed,
        wall_s=round(end.wall_s, 3),
        cpu_s=round(end.cpu_s, 3),
        memory_bytes=end.memory_bytes,
        output=_without_secrets(bot, end.output),
        ended_unix_s=time.time(),
    )


def _without_secrets(bot: Entrant, text: str) -> str:
    """Remove from a bot's output the values that no file may contain: a program may print its environment."""
    secrets = {_value(value) for value in bot.env.values() if isinstance(value, FromEnvironment)}
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, HIDDEN) if len(secret) >= SHORTEST_SECRET else text
    return text


def _value(value: str | FromEnvironment) -> str:
    """Return the value that a bot gets. The plan's reader has already checked that the variable is set."""
    return value if isinstance(value, str) else os.environ[value.variable]
