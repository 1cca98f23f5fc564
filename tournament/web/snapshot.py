"""The current state of a tournament, read once for all visitors, and again when it has changed."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from pathlib import Path

import trio
from msgspec import Struct

from referee.kernel.record import Record
from tournament.plan.draw import told_id
from tournament.report.standings import Standings, standings_of
from tournament.schedule.slots import Slot
from tournament.statistics.crosstable import PairRecord, pairwise
from tournament.storage.archive import Archive, open_archive
from tournament.storage.keys import holder_of
from tournament.storage.outputs import outputs_of
from tournament.storage.rows import BotRow, ProcessRow, TournamentRow
from tournament.storage.summary import MatchSummary

SECONDS_OF_REST = 5.0
"""The minimum time for which a snapshot is used, as a multiple of the time that it takes to make one."""
SECONDS_FRESH = 2.0


class Snapshot(Struct, frozen=True, kw_only=True, dict=True):
    """What is stored. `shown` are the matches whose cards may be shown: see `Archive.shown`."""

    tournament: TournamentRow
    standings: Standings
    bots: list[BotRow]
    matches: list[MatchSummary]
    ratings: list[tuple[int, str, float, float]]
    processes: list[ProcessRow]
    shown: frozenset[str]

    @property
    def is_over(self) -> bool:
        """Whether all matches have been played."""
        return self.tournament.is_over(len(self.matches))

    def has_other_rotations(self, match: str) -> bool:
        """Whether this match, which is not stored yet, has the cards of another match that is not stored yet."""
        tournament = self.tournament
        if not tournament.duplicate:
            return False
        block = match.rpartition("-")[0]
        return sum(one.block == block for one in self.matches) < tournament.plan.tournament.seats - 1

    @cached_property
    def pairs(self) -> dict[tuple[str, str], PairRecord]:
        """The results of the bots against each other."""
        return pairwise([match.result for match in self.matches if match.rated])

    def matches_of(self, bot: str) -> list[MatchSummary]:
        """Return the matches of a bot."""
        return [match for match in self.matches if any(seat.bot == bot for seat in match.seats)]


class SnapshotSource:
    """Makes snapshots of a database.

    Attributes:
        path: The path of the database.
    """

    def __init__(self, path: Path) -> None:
        """Raises `UserError` if the file does not exist or is not the database of a tournament."""
        self.path = path
        self._making = trio.Lock()
        self._made: Snapshot | None = None
        self._good_until = 0.0
        self._state = (-1, -1, -1)
        self._slots: tuple[Slot, ...] = ()
        self._drawn_by = (-1, -1)
        self._names: dict[str, str] = {}
        with open_archive(path):
            pass

    async def snapshot(self) -> Snapshot:
        """Return the newest snapshot. Raises what `open_archive` does."""
        async with self._making:
            if self._made is None or trio.current_time() >= self._good_until:
                begun = trio.current_time()
                await trio.to_thread.run_sync(self._look)
                now = trio.current_time()
                self._good_until = now + max(SECONDS_FRESH, SECONDS_OF_REST * (now - begun))
            assert self._made is not None
            return self._made

    async def record(self, match: str) -> Record | None:
        """Return the record of a match; None if there is none, or if its cards may not be shown yet."""
        return await trio.to_thread.run_sync(self._record, match)

    async def holder(self, key: str) -> str:
        """Return the bot with this key, by its name in the plan; empty if no bot has it or it is no longer valid."""
        return await trio.to_thread.run_sync(holder_of, self.path, key)

    async def outputs(self, bot: str) -> list[ProcessRow]:
        """Return the processes of a bot whose output its owner may see."""
        return await trio.to_thread.run_sync(self._outputs, bot)

    async def names(self, match_ids: Collection[str]) -> dict[str, str]:
        """Return the names of matches that are being played, by the ids that their bots received."""
        if not set(match_ids) <= self._names.keys():
            await trio.to_thread.run_sync(self._name)
        return {match_id: self._names[match_id] for match_id in match_ids if match_id in self._names}

    def _name(self) -> None:
        with open_archive(self.path) as archive:
            tournament, begun, stored = archive.tournament, archive.begun(), archive.fixed()
        newest = len(tournament.history)
        drawn_by = newest, len(tournament.drawn)
        if self._drawn_by != drawn_by:
            self._slots, self._drawn_by = tournament.slots(stored), drawn_by
        self._names = {
            told_id(slot, tournament.secret_of(slot, newest), attempt): slot.match
            for slot in self._slots
            for attempt in range(begun.get(slot.match, 1))
        }

    def _outputs(self, bot: str) -> list[ProcessRow]:
        with open_archive(self.path) as archive:
            return outputs_of(archive, bot, archive.tournament.all_slots())

    def _look(self) -> None:
        with open_archive(self.path) as archive:
            state = len(archive.fixed()), len(archive.processes()), len(archive.decisions())
            if self._made is None or state != self._state:
                self._made, self._state = _snapshot(archive), state

    def _record(self, match: str) -> Record | None:
        with open_archive(self.path) as archive:
            return archive.record(match) if match in archive.shown() else None


def _snapshot(archive: Archive) -> Snapshot:
    return Snapshot(
        tournament=archive.tournament,
        standings=standings_of(archive),
        bots=archive.bots(),
        matches=list(archive.matches()),
        ratings=archive.ratings(),
        processes=archive.processes(),
        shown=frozenset(archive.shown()),
    )
