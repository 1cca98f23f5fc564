"""Start each bot once before anything is played: a bot that does not start would only lose points."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee.local import starting as local_starts
from tournament.engines.engine import Setting, cores
from tournament.engines.plan_bots import process_row, started_bots
from tournament.plan.identity import NO_MATTER_OF_BOTS, command_of
from tournament.plan.plan import Entrant
from tournament.storage.rows import ProcessRow

SHOWS_MORE = 'in [[bots]], readable adds files, network = true allows the network, sandbox = "off" allows everything'
"""What to change in a plan if a bot lacks something in its sandbox."""


async def failed_starts(setting: Setting) -> list[ProcessRow]:
    """Start every bot that the runner starts, and wait until it connects. Return those that do not, with the reason.

    Raises `UsageError` if the plan requires a sandbox that this machine does not have.
    """
    if setting.plan.run.in_process:
        return []
    different = {bot.name: bot for bot in _different(setting.plan.bots).values()}
    failed = await local_starts.failed_starts(
        [bot for bot in started_bots(setting) if bot.program.name in different],
        startup_ms=setting.plan.time_control.startup_ms,
        shows_more=SHOWS_MORE,
        at_once=cores(),
    )
    return [process_row(bot, failed[bot.name]) for bot in setting.plan.bots if bot.name in failed]


def _different(bots: list[Entrant]) -> Mapping[bytes, Entrant]:
    """Return the bots that differ in command, environment or sandbox."""
    here = [bot for bot in bots if not bot.dial_in]
    return {
        msgspec.json.encode([command_of(bot), bot.env, *(getattr(bot, name) for name in NO_MATTER_OF_BOTS)]): bot
        for bot in reversed(here)
    }
