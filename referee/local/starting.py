"""Tests whether a bot starts and connects before any match is played. A bot that does not connect would only lose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import trio
from referee_client.v1 import play_service_pb2 as wire

from referee.durations import as_text
from referee.errors import UsageError
from referee.kernel.record import StrikeCause
from referee.local.bot_copy import EndOfBot, kept_output, open_process
from referee.local.opening import open_local_referee
from referee.local.pool import StartedBot
from referee.server.app import Referee
from referee.server.lag import NO_LAG, Lag


class Arrival:
    """A `Receiver` that waits for a bot to connect, and accepts no answers."""

    open = False
    asked_s = 0.0

    def __init__(self) -> None:
        self.came = trio.Event()

    def choice(self, choice: wire.Choice, lag: Lag = NO_LAG) -> bool:  # noqa: ARG002 - no seat was asked
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


async def failed_starts(
    bots: Sequence[StartedBot], *, startup_ms: int, shows_more: str, at_once: int
) -> dict[str, EndOfBot]:
    """Start each bot and wait for it to connect, up to `at_once` bots at the same time. Returns the failures by bot.

    `shows_more` is the advice for a bot that does not find its files in the sandbox.
    """
    failed: dict[str, EndOfBot] = {}
    limiter = trio.CapacityLimiter(at_once)

    async def start(bot: StartedBot, referee: Referee, address: str) -> None:
        async with limiter:
            end = await _failed_start(bot, referee, address, startup_ms, shows_more)
        if end is not None:
            failed[bot.program.name] = end

    async with open_local_referee() as (referee, address), trio.open_nursery() as nursery:
        for bot in bots:
            nursery.start_soon(start, bot, referee, address)
    return failed


async def _failed_start(
    bot: StartedBot, referee: Referee, address: str, startup_ms: int, shows_more: str
) -> EndOfBot | None:
    program, host = bot.program, replace(bot.host, address=address, restarts=0)
    arrival = Arrival()
    try:
        async with open_process(program, host, referee, program.name) as process:
            referee.lobby.bot(program.name).seat().attach("", arrival)
            with trio.move_on_after(startup_ms / 1000):
                async with trio.open_nursery() as nursery:
                    for event in (arrival.came, process.over):
                        nursery.start_soon(_cancel_after, event, nursery.cancel_scope)
            connected = arrival.came.is_set()
            why = process.ended[-1].how if process.ended else f"did not connect within {as_text(startup_ms)}"
    except UsageError as error:
        return EndOfBot(program.name, str(error), failed=True)
    if connected:
        return None
    advice = f"; {process.sight} ({shows_more})" if process.sight else ""
    return EndOfBot(program.name, why + advice, failed=True, output=kept_output(process))


async def _cancel_after(event: trio.Event, scope: trio.CancelScope) -> None:
    await event.wait()
    scope.cancel()
