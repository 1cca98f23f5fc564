"""Let the runner wait for its turn. If it interrupted a worker for each result, both would find their caches cold.

The kernel has a policy for this: a process that wakes up does not interrupt the one that is running. So the runner
stores several results each time it runs, or stores each result at once if a core is idle.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tournament.engines.pinning import THREADS


@contextmanager
def interrupting_nobody() -> Iterator[None]:
    """Within the block, keep this process and what it starts from interrupting others, if the system can do that."""
    if not hasattr(os, "SCHED_BATCH") or os.sched_getscheduler(0) != os.SCHED_OTHER:
        yield
        return
    _follow(os.SCHED_BATCH)
    try:
        yield
    finally:
        _follow(os.SCHED_OTHER)


def _follow(policy: int) -> None:
    for thread in THREADS.iterdir():
        with suppress(OSError):  # a container may forbid it, and a thread may just have ended
            os.sched_setscheduler(int(thread.name), policy, os.sched_param(0))
