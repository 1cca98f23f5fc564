"""Open the engine that a plan asks for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tournament.engines.engine import Alone, Engine, OnProcess, Setting, SingleEngine
from tournament.engines.inprocess import InProcessEngine
from tournament.engines.workers import open_workers


@asynccontextmanager
async def open_engine(setting: Setting, on_process: OnProcess) -> AsyncIterator[Engine]:
    """Open the engine of a runner."""
    if setting.plan.run.workers > 1:
        async with open_workers(setting, on_process) as workers:
            yield workers
    else:
        async with open_single_engine(setting, on_process) as engine:
            yield Alone(engine, with_times=setting.with_times)


@asynccontextmanager
async def open_single_engine(setting: Setting, on_process: OnProcess) -> AsyncIterator[SingleEngine]:
    """Open the engine of one process: a runner without workers, or a worker."""
    if setting.plan.run.in_process:
        yield InProcessEngine(setting)
    else:
        from tournament.engines.local import open_local_engine  # noqa: PLC0415 - gRPC takes long to load, and not all need it

        async with open_local_engine(setting, on_process) as local:
            yield local
