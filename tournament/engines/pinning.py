"""Cores for `pin = true`: each bot of a running match gets its own core, and the runner the remaining ones."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from referee.counts import counted
from tournament.errors import UserError

THREADS = Path("/proc/self/task")


class Layout(Struct, frozen=True, kw_only=True):
    """Which cores are used by bots, and which by the runner and its workers. Empty: no restriction."""

    bots: tuple[int, ...] = ()
    runner: tuple[int, ...] = ()


def layout_of(wanted: int) -> Layout:
    """Choose `wanted` cores for bots. Raises `UserError` if there are too few, or none can be chosen."""
    if not hasattr(os, "sched_setaffinity"):
        raise UserError("pin = true: this system does not let a process choose its cores; leave out pin")
    usable = sorted(os.sched_getaffinity(0))
    if wanted > len(usable):
        have = f"this process may use {counted(len(usable), 'core')}, but the bots of concurrent matches need {wanted}"
        raise UserError(f"pin = true: {have}; lower concurrency and workers, or leave out pin")
    return Layout(bots=tuple(usable[len(usable) - wanted :]), runner=tuple(usable[: len(usable) - wanted]))


@contextmanager
def runner_on(cores: Sequence[int]) -> Iterator[None]:
    """Keep this process, and what it starts, on these cores within the block; with an empty list, change nothing."""
    if not cores:
        yield
        return
    before = os.sched_getaffinity(0)
    _move(cores)
    try:
        yield
    finally:
        _move(before)


def _move(cores: Sequence[int] | set[int]) -> None:
    for thread in THREADS.iterdir():
        os.sched_setaffinity(int(thread.name), cores)
