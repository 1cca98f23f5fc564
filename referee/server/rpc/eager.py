"""Begins a coroutine at once, without a task: to wake one costs a round of the loop."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any


def begin(work: Coroutine[Any, Any, object], then: Callable[[Exception | None], object]) -> None:
    """Runs `work` up to where it has to wait, and goes on when that is there. Calls `then` with what it raised.

    It may wait for futures of the loop alone, and is never cancelled: so it does for a write of gRPC's. Nothing that is
    made here knows itself: it would stay until a collection, and there is a write for every decision.
    """
    try:
        waits_for: Any = work.send(None)
    except StopIteration:
        then(None)
    except Exception as error:  # noqa: BLE001 - it is for the caller to judge
        then(error)
    else:
        waits_for._asyncio_future_blocking = False  # noqa: SLF001 - how a task tells a future that it has seen it
        waits_for.add_done_callback(lambda _done: begin(work, then))
