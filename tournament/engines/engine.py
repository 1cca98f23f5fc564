"""What an engine is: something that plays a match, wherever that may be."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from tournament.plan.plan import Plan
from tournament.storage.rows import ProcessRow

MATCHES_OF_BOTS_ELSEWHERE = 16
"""Matches at once when no bot runs on this machine."""

OnProcess = Callable[[ProcessRow], None]
"""Is told of every bot's process that has ended or failed."""


class Engine(Protocol):
    """Plays matches.

    Attributes:
        capacity: How many matches it plays at once; more have to wait.
    """

    @property
    def capacity(self) -> int: ...  # noqa: D102

    async def submit(self, job: MatchJob) -> Record:
        """Plays a match and returns its record, which is void when the match was broken by nobody's fault.

        A job may be played more than once until its record comes out. Raises `EngineError` when that is hopeless.
        """


class Setting(Struct, frozen=True, kw_only=True):
    """What an engine needs to know besides its jobs.

    Attributes:
        plan: The plan, with the environment of its bots.
        capacity: How many matches to play at once.
        hidden: Files that no bot may see although it lies in its folder: the database, the plan.
        tokens: The file with the tokens of the bots that dial in.
    """

    plan: Plan
    capacity: int
    hidden: tuple[str, ...] = ()
    tokens: str = ""


def capacity_of(plan: Plan) -> int:
    """How many matches are played at once, in all workers together.

    "auto" leaves each bot that runs on this machine a core of its own: a bot that has to share one would lose time.
    """
    run = plan.run
    if run.concurrency != "auto":
        return max(run.concurrency, run.workers)
    if run.in_process:
        return run.workers
    at_one_table = min(plan.tournament.seats, sum(not bot.dial_in for bot in plan.bots))
    at_once = cores() // at_one_table if at_one_table else MATCHES_OF_BOTS_ELSEWHERE
    return max(at_once, run.workers)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
