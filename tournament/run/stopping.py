"""What stops a run from outside: a signal, or the time of day."""

from __future__ import annotations

import signal
from collections.abc import Callable
from time import time as unix_now

import trio

SECONDS_BETWEEN_LOOKS = 30.0
"""How often a run checks the machine's clock, if it ends at a given time."""


async def on_signals(stop: Callable[[], None]) -> None:
    """Call `stop` for each signal that asks this process to end."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _number in signals:
            stop()


async def at_time(until: float, stop: Callable[[], None]) -> None:
    """Call `stop` at this time, in seconds since 1970, or at once if it has passed."""
    while (left := until - unix_now()) > 0:  # noqa: ASYNC110 - the clock of the machine may be set meanwhile
        await trio.sleep(min(left, SECONDS_BETWEEN_LOOKS))
    stop()
