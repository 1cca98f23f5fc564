"""Waits for something outside this process, where there is no event to wait for."""

from __future__ import annotations

import time
from collections.abc import Callable

import trio

PATIENCE = 60.0
"""All of it happens at once; this is for a machine that does much else. A test has 120 seconds."""


async def until(happens: Callable[[], object]) -> None:
    """Waits in trio; fails if it does not happen."""
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline
        with trio.CancelScope(deadline=trio.current_time() + 0.01):
            await trio.sleep_forever()


def wait_until(happens: Callable[[], object], patience: float = PATIENCE) -> None:
    """Waits without trio; fails if it does not happen."""
    deadline = time.monotonic() + patience
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.01)
