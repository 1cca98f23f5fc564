"""Open the engine of a cluster, with the workers that are connected."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from tournament.cluster.admitting import admission_of
from tournament.cluster.checking import Checks
from tournament.cluster.connection import open_connection
from tournament.cluster.engine import SECONDS_BETWEEN_LOOKS, ClusterEngine
from tournament.cluster.playing_worker import Hooks
from tournament.engines.engine import Setting
from tournament.errors import UserError

SECONDS_TO_FIRST_WORKER = 60.0
"""How long a run waits for the first worker."""


@asynccontextmanager
async def open_cluster(
    address: str, tournament: str, setting: Setting, hooks: Hooks, *, check: bool, duplicate: bool
) -> AsyncIterator[ClusterEngine]:
    """Open the engine of a cluster, with the workers that are connected. All players have ended when the block is left.

    `tournament` is a name that is unique among the tournaments on the same workers.

    Raises `UserError` if there is no scheduler, or no worker on which the bots of the plan can play.
    """
    admission = admission_of(setting, tournament, check=check, duplicate=duplicate)
    async with open_connection(address) as connection:
        checks = Checks(setting.plan.run.trust, with_times=setting.with_times)
        engine = ClusterEngine(connection, admission, checks, hooks, duplicate=duplicate)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(engine.watch)
            try:
                await _first_workers(engine, address)
                yield engine
            finally:
                nursery.cancel_scope.cancel()
                with trio.CancelScope(shield=True):
                    await engine.close()


async def _first_workers(engine: ClusterEngine, address: str) -> None:
    """Wait until a worker can play, and all connected workers have reported whether they can."""
    with trio.move_on_after(SECONDS_TO_FIRST_WORKER) as patience:
        while engine.is_undecided or not (engine.capacity or engine.excluded):
            patience.deadline += SECONDS_BETWEEN_LOOKS if engine.is_undecided else 0
            await engine.change()
    if not engine.capacity:
        why = "; ".join(engine.excluded) or f"none has connected to the scheduler within {SECONDS_TO_FIRST_WORKER:g} s"
        raise UserError(f"cluster {address}: no worker can play: {why}")
