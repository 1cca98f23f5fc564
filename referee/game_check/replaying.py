"""Plays a match between sample bots, replays its record, and makes a replay page of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import trio
from referee_client.bots import BOTS
from referee_client.session import Session

from referee.counts import counted
from referee.files import private_folder, write_private
from referee.game_check.finding import Findings
from referee.kernel.chance import seed_from
from referee.kernel.game import Game
from referee.kernel.job import MatchJob
from referee.kernel.record import Record, read_record
from referee.kernel.replay import verify
from referee.pages.replays import replay_page
from referee.server.match.inprocess import InProcessSeat
from referee.server.match.task import play_match

REPLAY = "replay"
SAMPLE = "random"
SEED = 1


def check_replay(findings: Findings, game: Game[Any], keep: Path | None) -> None:
    """Check that a recorded match can be replayed and shown; its files are kept in the folder `keep`, if given."""
    record = read_record(played(game).to_bytes())
    if record.end is None or record.end.void:
        why = "it has no end" if record.end is None else record.end.void_reason
        findings.wrong(REPLAY, f"the match of {counted(game.seats[1], 'sample bot')} is void: {why}")
        return
    verify(record)
    page = replay_page(record)
    kept = "" if keep is None else f", in {_written(keep, game, record, page)}"
    steps = counted(len(record.steps), "step")
    findings.fine(REPLAY, f"{steps}, identical when replayed; the page has {len(page) // 1024} KiB{kept}")


def _written(folder: Path, game: Game[Any], record: Record, page: str) -> Path:
    private_folder(folder)
    write_private(folder / f"{game.id}.jsonl", record.to_bytes())
    write_private(folder / f"{game.id}.html", page.encode())
    return folder / f"{game.id}.html"


def played(game: Game[Any]) -> Record:
    """A match in this process with the maximum number of seats, and a sample bot in each."""
    names = tuple(f"{SAMPLE}{seat}" for seat in range(game.seats[1]))
    seed = seed_from(SEED)
    job = MatchJob(match_id=f"{game.id}-check", game_id=game.id, bots=names, seed=seed, salt=seed)
    seats = [InProcessSeat(Session(BOTS[SAMPLE], name=name, wants_events=True, wants_cards=False)) for name in names]
    return trio.run(play_match, job, seats, lambda _: None)
