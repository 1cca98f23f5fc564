"""Ctrl-C while matches are played."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio


@asynccontextmanager
async def interruptible() -> AsyncIterator[None]:
    """Let SIGINT or SIGTERM cancel the block, which then raises `KeyboardInterrupt`.

    Python's own KeyboardInterrupt may be raised inside a callback of a library, which logs and drops it.
    """
    interrupted = False
    async with trio.open_nursery() as nursery:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:

            async def watch(*, task_status: trio.TaskStatus[None]) -> None:
                nonlocal interrupted
                task_status.started()
                async for _signal in signals:
                    interrupted = True
                    nursery.cancel_scope.cancel()

            await nursery.start(watch)  # otherwise a block that never waits would end before the task starts
            yield
            nursery.cancel_scope.cancel()
    if interrupted:
        raise KeyboardInterrupt
