"""A way to wait that is cheaper than an Event, because a match waits once for every decision."""

from __future__ import annotations

from collections.abc import Callable

import trio
from trio.lowlevel import Abort, Task, current_task, reschedule, wait_task_rescheduled


class Sleeper:
    """Lets one task sleep at a time; anything in its thread may wake it, including gRPC's callbacks."""

    __slots__ = ("_task",)

    def __init__(self) -> None:
        self._task: Task | None = None

    @property
    def sleeps(self) -> bool:
        """Whether a task is sleeping and has not been woken yet."""
        return self._task is not None

    async def sleep(self) -> None:
        """Wait for `wake`. An earlier `wake` has no effect: check before sleeping, without a checkpoint in between."""
        self._task = current_task()
        await wait_task_rescheduled(self._abort)

    async def sleep_until(self, deadline: float) -> None:
        """Like `sleep`, but only until `deadline`, by `trio.current_time()`."""
        with trio.CancelScope(deadline=deadline):
            await self.sleep()

    def wake(self) -> None:
        """Wake the task, if it sleeps."""
        task, self._task = self._task, None
        if task is not None:
            reschedule(task)

    def _abort(self, _raise_cancel: Callable[[], object]) -> Abort:
        self._task = None
        return Abort.SUCCEEDED
