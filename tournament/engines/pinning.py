"""Cores for `pin = true`: each bot of a running match has one of its own, and the runner has what is left."""

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
    """Which cores are for bots, and which for the runner and its workers; none for it: all, as before."""

    bots: tuple[int, ...] = ()
    runner: tuple[int, ...] = ()


def layout_of(wanted: int) -> Layout:
    """So many cores for bots. Raises `UserError` if this process may not use so many, or can not choose."""
    if not hasattr(os, "sched_setaffinity"):
        raise UserError("pin = true: this system does not let a process choose its cores; leave it out")
    usable = sorted(os.sched_getaffinity(0))
    if wanted > len(usable):
        have = f"this process may use {counted(len(usable), 'core')}, but the bots of the matches at once need {wanted}"
        raise UserError(f"pin = true: {have}; set concurrency and workers lower, or leave pin out")
    return Layout(bots=tuple(usable[len(usable) - wanted :]), runner=tuple(usable[: len(usable) - wanted]))


@contextmanager
def runner_on(cores: Sequence[int]) -> Iterator[None]:
    """Keeps this process, and what it starts, on these cores within the block; without any it runs where it may."""
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


class FreeCores:
    """The cores that no bot of a running match has. Without any cores at all nothing is pinned."""

    def __init__(self, cores: Sequence[int]) -> None:
        self._free = list(cores)
        self._pins = bool(cores)

    def __contains__(self, core: int | None) -> bool:
        return core is None or core in self._free

    def first(self) -> int | None:
        """One that is free, for no more matches run than cores allow; None if nothing is pinned."""
        return self._free[0] if self._pins else None

    def take(self, core: int | None) -> None:
        """Gives a core to a bot."""
        if core is not None:
            self._free.remove(core)

    def give_back(self, core: int | None) -> None:
        """Takes notice that the bot's match is over."""
        if core is not None:
            self._free.append(core)
