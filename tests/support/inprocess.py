"""Whole matches in this process, for tests that do not run under trio."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.server.match.inprocess import BotSession, InProcessSeat
from referee.server.match.task import play_match


def play_in_process(
    job: MatchJob, sessions: Sequence[BotSession], journal: Callable[[bytes], None] = lambda _: None
) -> Record:
    """Plays a match between bots of this process, in seat order, and returns its record."""
    return trio.run(play_match, job, [InProcessSeat(session) for session in sessions], journal)
