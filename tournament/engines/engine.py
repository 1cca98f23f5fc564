"""The interface of engines: an engine plays matches, wherever that may be."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import ceil
from typing import Protocol, runtime_checkable

from msgspec import Struct

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from tournament.plan.plan import Plan
from tournament.storage.rows import ProcessRow
from tournament.storage.summary import Finished, finished

MATCHES_OF_BOTS_ELSEWHERE = 16
"""How many matches run at once if no bot runs on this machine."""

IN_HAND = 4
"""How many matches a worker with in-process bots has in its queue, so that it never waits for the runner."""

MOST_A_CORE = 2
"""Matches at once per core; more would only take time and memory for further bots (with 4, runs were 7 % slower)."""

OnProcess = Callable[[ProcessRow], None]
"""Called for every bot process that has ended or failed."""


class Engine(Protocol):
    """Plays matches.

    Attributes:
        capacity: How many matches it plays at once; further ones wait.
    """

    @property
    def capacity(self) -> int: ...  # noqa: D102 - see above

    async def submit(self, job: MatchJob) -> Finished:
        """Play a match. The match has no result if it was interrupted and nobody is to blame.

        Raises `EngineError` if the match cannot be played, `BrokenOffError` if it may be started again.
        """


@runtime_checkable
class Listening(Protocol):
    """An engine to which bots dial in."""

    def connected(self, bot: str) -> bool:
        """Whether a bot that dials in is connected now."""


@runtime_checkable
class Changing(Engine, Protocol):
    """An engine whose capacity changes."""

    async def change(self) -> None:
        """Wait until the capacity may have changed."""


class SingleEngine(Protocol):
    """Plays matches in this process.

    Attributes:
        capacity: See `Engine`.
    """

    @property
    def capacity(self) -> int: ...  # noqa: D102 - as above

    async def submit(self, job: MatchJob) -> Record:
        """Play a match, and return its record. The record is void if the match failed and nobody is to blame."""


class Alone:
    """An `Engine` that consists of one `SingleEngine`.

    Attributes:
        engine: That one.
    """

    def __init__(self, engine: SingleEngine, *, with_times: bool = False) -> None:
        self.capacity = engine.capacity
        self.engine = engine
        self._with_times = with_times

    async def submit(self, job: MatchJob) -> Finished:
        """See `Engine`."""
        return finished(await self.engine.submit(job), with_times=self._with_times)


class Setting(Struct, frozen=True, kw_only=True):
    """What an engine needs besides its jobs.

    Attributes:
        plan: The plan, with the environment of its bots.
        capacity: How many matches to play at once.
        hidden: Files that no bot may see, even if they are in its folder: the database, the plan.
        tokens: The file with the tokens of the bots that dial in.
        cores: One core for each bot that plays at the same time, if bots are pinned.
        gallery: The folder through which every referee lets spectators watch; empty if there is none.
        with_times: Whether finished matches have their `times`.
    """

    plan: Plan
    capacity: int
    hidden: tuple[str, ...] = ()
    tokens: str = ""
    cores: tuple[int, ...] = ()
    gallery: str = ""
    with_times: bool = False


def capacity_of(plan: Plan) -> int:
    """Return how many matches are handed out at once, to all workers together.

    "auto" leaves each bot on this machine its own core, because a bot that shares a core loses time. If bots are
    pinned, it also leaves one core to the runner if there are enough. With `in_process` and several workers, each
    worker gets a few matches and plays one at a time.
    """
    run = plan.run
    if run.concurrency != "auto":
        return max(run.concurrency, run.workers)
    if run.in_process:
        return IN_HAND * run.workers if run.workers > 1 else 1
    at_one_table = bots_at_table(plan)
    at_once = (cores() - run.pin) // at_one_table if at_one_table else MATCHES_OF_BOTS_ELSEWHERE
    return max(at_once, run.workers)


def played_at_once(plan: Plan, given_out: int) -> int:
    """Return how many of the matches handed out run at the same time; with `in_process`, one per process."""
    return min(given_out, plan.run.workers) if plan.run.in_process else given_out


def cores_to_pin(plan: Plan) -> int:
    """Return how many cores the bots of simultaneous matches need, one each.

    All workers play the same number of matches at once.
    """
    share = ceil(capacity_of(plan) / plan.run.workers)
    return share * plan.run.workers * bots_at_table(plan)


def bots_at_table(plan: Plan) -> int:
    """Return the largest number of bots of a match that run on this machine."""
    return min(plan.tournament.seats, sum(not bot.dial_in for bot in plan.bots))


def most_at_once(plan: Plan) -> int:
    """Return how many matches may be played at once if it turns out that cores are idle: see `Fitting`."""
    least, run = capacity_of(plan), plan.run
    if run.concurrency != "auto" or run.pin or run.in_process:
        return least
    return max(least, MOST_A_CORE * cores())


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
