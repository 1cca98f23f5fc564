"""Sample bots that play in this process, without network and bot processes."""

from __future__ import annotations

from collections.abc import Mapping

from referee_client.bots import BOTS
from referee_client.session import Session

from referee.kernel.job import MatchJob
from referee.kernel.record import Record
from referee.server.match.inprocess import InProcessSeat
from referee.server.match.task import play_match


async def play_in_process(job: MatchJob, builtins: Mapping[str, str]) -> Record:
    """Play a match; `builtins` maps the name of each bot to its sample bot."""
    bots = [(name, BOTS[builtins[name]]) for name in job.bots]
    sessions = [Session(bot, name=name, wants_events=False, wants_cards=True) for name, bot in bots]
    return await play_match(job, [InProcessSeat(session) for session in sessions], _keep_nothing)


def _keep_nothing(_line: bytes) -> None:
    """Keeps no journal, because an interrupted match is played again from its start."""
