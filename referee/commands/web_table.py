"""A table on this machine with its own small referee, where a person in a browser plays against bots."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from urllib.parse import quote

import trio
from referee_client.settings import Settings

from referee.commands import results
from referee.commands.bots import LocalBot
from referee.kernel.game import find_game
from referee.kernel.job import TimeControl
from referee.kernel.record import Record
from referee.local.matches import open_local_matches
from referee.local.pool import StartedBot
from referee.local.record_files import SeriesRecords
from referee.local.series import Series, jobs_of
from referee.pages.playing import begin_part, no_begin
from referee.pages.replays import replay_page
from referee.people.far import FarTable
from referee.server.bots.processes import BotHost
from referee.server.bots.sandbox import find_sandbox
from referee.web.seats import WebSeat

KEPT = 20
"""Number of matches that can be replayed without a record on disk."""
MOST_MATCHES = 1000


class WebTable:
    """Plays one match after the other, each when the person asks for it.

    Attributes:
        game: The game that is played.
        seat: The person's seat.
    """

    def __init__(
        self,
        players: Sequence[LocalBot],
        game: str,
        options: Mapping[str, str],
        record: Path | None,
        decision: int | None,
    ) -> None:
        """The first of `players` is the person.

        `decision` is the person's time for a decision in milliseconds; None means no limit.
        """
        self.game = game
        self.seat = WebSeat(self._path_of)
        self.seat.show_rules(find_game(game))
        self._players = players
        self._records: OrderedDict[str, Record] = OrderedDict()
        self._writer = SeriesRecords(record, MOST_MATCHES)
        self._wanted = trio.Event()
        self._series = Series.new(None)
        control = TimeControl() if decision is None else TimeControl(decision_ms=decision)
        self._jobs = jobs_of(
            game,
            [player.name for player in players],
            series=self._series,
            deals=MOST_MATCHES,
            duplicate=False,
            options=options,
            cards=None,
            time=TimeControl(cover_forfeits=False) if decision is None else control,
            untimed=[players[0].name] if decision is None else [],
        )
        self._jobs[0].start()  # reports anything wrong with the match before bots start

    def begin(self) -> None:
        """Start a match, if none is running."""
        self._wanted.set()

    def replay(self, match_id: str) -> str | None:
        """The replay page of a match that was played here."""
        record = self._records.get(match_id)
        return None if record is None else replay_page(record, back=("Back to your seat", "/play"))

    async def run(self) -> None:
        """Play until cancelled. Raises `BotFailed` if a bot cannot be kept running."""
        person, *bots = self._players
        if self._writer.folder is not None:
            self._series.keep_secret(self.game, self._writer.folder)
        host = BotHost(sandbox=find_sandbox("auto"), hidden=tuple(self._writer.folders))
        started = [StartedBot(bot.program({}, ()), host) for bot in bots]
        async with open_local_matches(started, must_last=True) as matches, trio.open_nursery() as nursery:
            settings = Settings(matches.address, matches.referee.issue_token(person.name))
            table = FarTable(
                settings, self.seat, self.seat.tell, software="referee web", waiting="", wants_updates=True
            )
            nursery.start_soon(table.play)
            await matches.start_bots()
            for number, job in zip(count(), self._jobs, strict=False):
                await self._until_wanted(again=number > 0)
                record = await matches.play(job)
                self._keep(record)
                if record.end is None or record.end.void:  # the seat gets no message about a match that never began
                    self.seat.tell(f"The match has no result: {results.why_none(record)}")

    async def _until_wanted(self, *, again: bool) -> None:
        self._wanted = trio.Event()
        self.seat.feed.show(begin_part(again))
        await self._wanted.wait()
        self.seat.feed.show(no_begin())

    def _keep(self, record: Record) -> None:
        self._writer.write(record)
        self._records[record.header.match_id] = record
        while len(self._records) > KEPT:
            self._records.popitem(last=False)

    def _path_of(self, match_id: str) -> str:
        return f"/played/{quote(match_id, safe='')}"
