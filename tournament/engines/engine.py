"""What an engine is: something that plays a match, wherever that may be."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import ceil
from typing import Protocol

from msgspec import Struct

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from tournament.plan.plan import Plan
from tournament.storage.rows import ProcessRow
from tournament.storage.summary import Finished, finished

MATCHES_OF_BOTS_ELSEWHERE = 16
"""Matches at once when no bot runs on this machine."""

IN_HAND = 4
"""Matches that a worker with bots in its own process has, so that it never waits for the runner to give it the next."""

MOST_A_CORE = 2
"""Matches at once for each core; more only cost the start and the memory of their bots (4 were 7 % slower)."""

OnProcess = Callable[[ProcessRow], None]
"""Is told of every bot's process that has ended or failed."""


class Engine(Protocol):
    """Plays matches.

    Attributes:
        capacity: How many matches it plays at once; more have to wait.
    """

    @property
    def capacity(self) -> int: ...  # noqa: D102

    async def submit(self, job: MatchJob) -> Finished:
        """Plays a match, which has no result when it was broken by nobody's fault.

        Raises `EngineError` if it cannot be played, `BrokenOffError` if it may be begun again.
        """


class SingleEngine(Protocol):
    """Plays matches in this process.

    Attributes:
        capacity: See `Engine`.
    """

    @property
    def capacity(self) -> int: ...  # noqa: D102

    async def submit(self, job: MatchJob) -> Record:
        """Plays a match and returns its record, which is void when the match was broken by nobody's fault."""


class Alone:
    """An `Engine` that is a single one."""

    def __init__(self, engine: SingleEngine) -> None:
        self.capacity = engine.capacity
        self._engine = engine

    async def submit(self, job: MatchJob) -> Finished:
        """See `Engine`."""
        return finished(await self._engine.submit(job))


class Setting(Struct, frozen=True, kw_only=True):
    """What an engine needs to know besides its jobs.

    Attributes:
        plan: The plan, with the environment of its bots.
        capacity: How many matches to play at once.
        hidden: Files that no bot may see although it lies in its folder: the database, the plan.
        tokens: The file with the tokens of the bots that dial in.
        cores: One for each bot that plays at once, if they are pinned.
        gallery: The folder in which every referee lets spectators look; empty where there is none.
    """

    plan: Plan
    capacity: int
    hidden: tuple[str, ...] = ()
    tokens: str = ""
    cores: tuple[int, ...] = ()
    gallery: str = ""


def capacity_of(plan: Plan) -> int:
    """How many matches are given out at once, in all workers together.

    "auto" leaves each bot that runs on this machine a core of its own: a bot that has to share one would lose time.
    If bots are pinned it also leaves one to the runner, where there are enough. Of bots in process it gives each of
    several workers a few matches, of which it plays one at a time.
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
    """How many of the matches that are given out are played at the same time: a process with bots in it plays one."""
    return min(given_out, plan.run.workers) if plan.run.in_process else given_out


def cores_to_pin(plan: Plan) -> int:
    """How many cores the bots of the matches at once need, each one of its own. Every worker plays equally many."""
    share = ceil(capacity_of(plan) / plan.run.workers)
    return share * plan.run.workers * bots_at_table(plan)


def bots_at_table(plan: Plan) -> int:
    """How many bots of a match run on this machine, at most."""
    return min(plan.tournament.seats, sum(not bot.dial_in for bot in plan.bots))


def most_at_once(plan: Plan) -> int:
    """How many matches may be played at once when the cores are found idle: see `Fitting`."""
    least, run = capacity_of(plan), plan.run
    if run.concurrency != "auto" or run.pin or run.in_process:
        return least
    return max(least, MOST_A_CORE * cores())


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
