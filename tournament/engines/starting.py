"""Starts each bot once before anything is played: one that does not come would only give points away."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import msgspec
import trio
from referee_client.v1 import play_service_pb2 as wire

from referee.durations import as_text
from referee.errors import UsageError
from referee.excerpts import ends_of
from referee.kernel.record import StrikeCause
from referee.server.app import Referee
from referee.server.bots.processes import BotHost, BotProcess, open_bot
from referee.server.lag import NO_LAG, Lag
from tournament.engines.bot_programs import program_of, sandboxes_of
from tournament.engines.engine import Setting, cores
from tournament.engines.instance import KEPT_OUTPUT, process_row
from tournament.engines.local import open_home
from tournament.plan.identity import NO_MATTER_OF_BOTS, command_of
from tournament.plan.plan import Entrant
from tournament.storage.rows import ProcessRow

SHOWS_MORE = 'in [[bots]], readable shows it more, network = true gives it the network, sandbox = "off" everything'
"""What to do in a plan about a bot that misses something in its sandbox."""


class Arrival:
    """A `Receiver` that waits for a bot to connect, and takes nothing."""

    open = False
    asked_s = 0.0

    def __init__(self) -> None:
        self.came = trio.Event()

    def choice(self, choice: wire.Choice, lag: Lag = NO_LAG) -> bool:  # noqa: ARG002 - nobody was asked
        """See `Receiver`."""
        return False

    def resign(self) -> bool:
        """See `Receiver`."""
        return False

    def misbehaved(self, cause: StrikeCause, why: str) -> None:
        """See `Receiver`."""

    def link_changed(self, *, fresh: bool = False) -> None:
        """See `Receiver`."""
        if fresh:
            self.came.set()


async def failed_starts(setting: Setting) -> list[ProcessRow]:
    """Starts every bot that the runner starts, until it connects. Returns those that do not, with why.

    Raises `UsageError` if the plan requires a sandbox that this machine has not.
    """
    if setting.plan.run.in_process:
        return []
    failed: dict[str, ProcessRow] = {}
    sandboxes = sandboxes_of(setting.plan)
    limiter = trio.CapacityLimiter(cores())
    async with open_home(setting, dial_in=False) as (referee, host), trio.open_nursery() as nursery:
        for bot in _different(setting.plan.bots).values():
            once = dataclasses.replace(host, restarts=0, sandbox=sandboxes[bot.name])
            nursery.start_soon(_start, bot, referee, once, setting.plan.time_control.startup_ms, limiter, failed)
    return [failed[bot.name] for bot in setting.plan.bots if bot.name in failed]


def _different(bots: list[Entrant]) -> Mapping[bytes, Entrant]:
    """The bots that are started by different commands, or in different environments and sandboxes."""
    here = [bot for bot in bots if not bot.dial_in]
    return {
        msgspec.json.encode([command_of(bot), bot.env, *(getattr(bot, name) for name in NO_MATTER_OF_BOTS)]): bot
        for bot in reversed(here)
    }


async def _start(
    bot: Entrant,
    referee: Referee,
    host: BotHost,
    startup_ms: int,
    limiter: trio.CapacityLimiter,
    failed: dict[str, ProcessRow],
) -> None:
    async with limiter:
        token = referee.issue_token(bot.name, lasting=False)
        seat = referee.lobby.bot(bot.name).seat()
        try:
            async with open_bot(program_of(bot), host, token) as process:
                arrival = Arrival()
                seat.attach("", arrival)
                with trio.move_on_after(startup_ms / 1000):
                    async with trio.open_nursery() as nursery:
                        for event in (arrival.came, process.over):
                            nursery.start_soon(_cancel_after, event, nursery.cancel_scope)
                connected = arrival.came.is_set()
                why = process.ended[-1].how if process.ended else f"did not connect within {as_text(startup_ms)}"
            if not connected:
                said = ends_of(process.output.text(), KEPT_OUTPUT)
                failed[bot.name] = process_row(bot, why + _advice(process), failed=True, output=said)
        except UsageError as error:
            failed[bot.name] = process_row(bot, str(error), failed=True)
        finally:
            referee.lobby.forget_bot(bot.name)


def _advice(process: BotProcess) -> str:
    """What to say of a sandbox in which a bot did not start."""
    return f"; {process.sight} ({SHOWS_MORE})" if process.sight else ""


async def _cancel_after(event: trio.Event, scope: trio.CancelScope) -> None:
    await event.wait()
    scope.cancel()
