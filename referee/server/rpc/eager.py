"""Starts a coroutine at once, because waking a task for it would take an iteration of the loop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

Then: TypeAlias = "Callable[[Exception | None], object]"

if sys.version_info >= (3, 12):

    def begin(work: Coroutine[Any, Any, object], then: Then) -> None:
        """Run `work` until it has to wait, and continue it afterwards.

        Call `then` with the exception that it raised, if any.

        The future that it waits for keeps the task alive. When it is done, nothing is left for the garbage collector:
        there is a write for every decision.
        """
        asyncio.Task(_run(work, then), loop=asyncio.get_running_loop(), eager_start=True)

    async def _run(work: Coroutine[Any, Any, object], then: Then) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - the caller handles it
            then(error)
        else:
            then(None)

else:  # before 3.12 no task can start at once, so this does by hand what a task would do

    def begin(work: Coroutine[Any, Any, object], then: Then) -> None:
        """Run `work` until it has to wait, and continue it afterwards.

        Call `then` with the exception that it raised, if any.

        `work` may wait only for futures of the loop, and is never cancelled: that is enough for gRPC's writes. Nothing
        here refers to itself, so nothing is left for the garbage collector: there is a write for every decision.
        """
        try:
            waits_for: Any = work.send(None)
        except StopIteration:
            then(None)
        except Exception as error:  # noqa: BLE001 - as above
            then(error)
        else:
            waits_for._asyncio_future_blocking = False  # noqa: SLF001 - a task marks a future as seen so
            waits_for.add_done_callback(lambda _done: begin(work, then))
