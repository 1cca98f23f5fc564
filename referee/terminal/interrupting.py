"""Ctrl-C while matches are played."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio


@asynccontextmanager
async def interruptible() -> AsyncIterator[None]:
    """Lets SIGINT or SIGTERM cancel the block, which then raises `KeyboardInterrupt`.

    Python's own KeyboardInterrupt may come up inside a callback of a library, where it is reported and forgotten.
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

            await nursery.start(watch)  # a block that waits for nothing is left before it would begin
            yield
            nursery.cancel_scope.cancel()
    if interrupted:
        raise KeyboardInterrupt
