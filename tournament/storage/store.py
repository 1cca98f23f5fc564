"""One SQLite file holds one tournament. One runner opens it for writing, all other programs open it only for reading.

It contains only finished matches, each with its seats and its record, all written in one transaction. So nothing needs
repair after a crash: every match that is in the schedule but not in the file is still to be played.
"""

from __future__ import annotations

import time
from bisect import insort
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from referee.kernel.job import MatchJob
from referee.kernel.secret import Secret
from tournament.formats.contract import Contest, NextDraw
from tournament.formats.course import format_of, next_draw
from tournament.plan.changes import without_secrets
from tournament.plan.draw import slots_of
from tournament.plan.identity import bot_digest, identity_of
from tournament.plan.plan import Plan
from tournament.schedule.slots import Slot
from tournament.statistics.results import MatchResult
from tournament.statistics.stopping import StopState
from tournament.storage.accepting import accept, renewed, row_of_tournament, rows_of_bots
from tournament.storage.archive import Archive
from tournament.storage.closing import BY_PLAN, close_in, drop_after, early_end_of
from tournament.storage.counting import unless_left_out
from tournament.storage.database import Database
from tournament.storage.drawing import contest_of, is_drawn_next, results_by_block, with_draw
from tournament.storage.drawn_rows import rows_of_drawn
from tournament.storage.elo_rows import ladder_of, rating_rows
from tournament.storage.faults import plainly
from tournament.storage.lock import locked
from tournament.storage.opening import is_there, new_database, new_file, open_to_write, put_in_place, writing
from tournament.storage.rows import ProcessRow, TournamentRow, VoidRow
from tournament.storage.summary import Finished, MatchSummary, rows_of
from tournament.storage.taking_back import take_back

if TYPE_CHECKING:
    import sqlite_utils

RowValues = Mapping[str, object]
NO_CODES: Mapping[str, str] = {}


class Store:
    """A tournament that is being played. Made by `open_store`; there is only one writer at a time.

    Attributes:
        tournament: What is played.
        plan: The plan that is in force, with an entry for each version of a bot, and with the bots' environment.
        slots: Every match that is drawn and stored or still to be played (treat as read-only).
        archive: Everything that is stored so far.
        ladder: The Elo ratings so far.
        early_end: The rule that decides whether the tournament ends early; None if there is none.
        accepted: What the plan has changed, line by line; empty if it is the plan of the previous run.
    """

    def __init__(
        self,
        db: sqlite_utils.Database,
        tournament: TournamentRow,
        archive: Archive,
        plan: Plan | None = None,
        accepted: Sequence[str] = (),
    ) -> None:
        self.plan = plan or tournament.plan
        self.archive = archive
        self.accepted = accepted
        self._db = db
        self._begun_before = self._last_start()
        self._go_on_with(tournament)

    def _go_on_with(self, tournament: TournamentRow) -> None:
        """Use this tournament from now on."""
        archive = self.archive
        self.tournament = tournament
        self.slots = tournament.slots(archive.fixed())
        self.ladder = ladder_of(tournament, self.slots)
        self.early_end = None if tournament.closed else early_end_of(archive, tournament, self.slots)
        self._edition = len(tournament.history)
        self._deals_anew = tournament.deals_anew(self._edition)
        self._codes = {bot.name: bot.code for bot in archive.bots()}
        self._left_out = frozenset(tournament.plan.rating.leave_out)
        self._results: dict[str, list[MatchResult]] | None = None

    @property
    def stop_state(self) -> StopState | None:
        """How close the decision about an early end is; None if there is no such rule."""
        return None if self.early_end is None else self.early_end.state

    @property
    def secret(self) -> Secret:
        """All cards of future matches are derived from it, unless other rotations of their deals have been played."""
        return self.tournament.secret

    def job(self, slot: Slot, attempt: int) -> MatchJob:
        """Return the match of a slot."""
        return self.tournament.job(slot, self._edition, attempt)

    def begin(self, slot: Slot) -> int:
        """Record that a match is about to be started, so that everyone can see how often it was.

        Returns the number of earlier starts if each start gets other cards, otherwise 0. So a bot that was playing when
        the match was interrupted does not know the new cards, even if all processes were killed in the meantime.
        """
        with writing(self._db):
            _insert(self._db, "begun", [{"match": slot.match}])
            (begun,) = self._db.execute("SELECT count(*) FROM begun WHERE match = ?", [slot.match]).fetchone()
        return int(begun) - 1 if self._deals_anew else 0

    def add(self, slot: Slot, match: Finished) -> MatchSummary:
        """Store a match with its record, and the ratings that it completes, in one transaction.

        A match that is already stored remains as it is.
        """
        summary = self._with_codes(match.summary(slot))
        with writing(self._db):
            if self.archive.has(slot.match):
                return summary
            for table, rows in rows_of(summary, match, self._edition).items():
                _insert(self._db, table, rows)
            counted = unless_left_out(summary, self._left_out)
            insert_ratings(self._db, rating_rows(self.ladder.add([counted.result])))
        if self.early_end is not None:
            self.early_end.add([counted.result])
        if self._results is not None:
            insort(self._results.setdefault(slot.block, []), summary.result, key=lambda result: result.number)
        return summary

    def contest(self) -> Contest:
        """Return what a format may look at."""
        if self._results is None:
            self._results = results_by_block(self.archive)
        results = {block: tuple(found) for block, found in self._results.items()}
        return contest_of(self.tournament, results)

    def draw(self, answer: NextDraw) -> list[Slot]:
        """Store the next stage, or the fact that the contest is over. Return the slots of the stage."""
        drawn = len(self.tournament.drawn)
        tournament, added = with_draw(self.tournament, answer)
        with writing(self._db):
            self._db.table("drawn").insert_all(rows_of_drawn(tournament.drawn[drawn:]))
            self._db.table("tournament").update(1, row_of_tournament(tournament))
        self.tournament = tournament
        self.slots = (*self.slots, *added)
        self.ladder.extend(added)
        if self.early_end is not None:
            self.early_end.extend(added)
        return [*added]

    def draw_what_can_be_drawn(self) -> None:
        """Draw until the format has to wait for results, or the contest is over."""
        while is_drawn_next(self.tournament, self.archive.fixed()):
            self.draw(next_draw(self.contest()))

    def _with_codes(self, summary: MatchSummary) -> MatchSummary:
        """Return the match with the digests of its bots' code, which its record does not contain."""
        seats = [msgspec.structs.replace(seat, code=self._codes.get(seat.bot, "")) for seat in summary.seats]
        return msgspec.structs.replace(summary, seats=tuple(seats))

    def add_void(self, slot: Slot, void_reason: str) -> None:
        """Record that a match was void; it will be played again."""
        row = VoidRow(match=slot.match, void_reason=void_reason, ended_unix_s=time.time())
        _insert(self._db, "voids", [msgspec.to_builtins(row)])

    def add_process(self, process: ProcessRow) -> None:
        """Record how a bot process ended and what it used."""
        starts = {"begun_before": self._begun_before, "begun_until": self._last_start()}
        _insert(self._db, "processes", [msgspec.to_builtins(process) | starts])

    def _last_start(self) -> int:
        (last,) = self._db.execute("SELECT coalesce(max(id), 0) FROM begun").fetchone()
        return int(last)

    def replay_no_shows(self, bot: str) -> list[str]:
        """Discard the results of matches for which a bot did not connect, as often as the plan allows.

        Return their names.
        """
        most, playing = self.plan.listen.replay_no_shows, {one.name for one in self.plan.playing}
        if not most or self.tournament.closed:
            return []
        replayed = Counter(decision.match for decision in self.archive.decisions() if decision.kind == "replay")
        missed = [
            match
            for match in self.archive.no_shows_of(bot)
            if replayed[match.match] < most and playing.issuperset(seat.bot for seat in match.seats)
        ]
        return self._take_back(missed, f"{bot} was not connected then, but is now")

    def replay(self, matches: Collection[str], why: str) -> list[str]:
        """Discard the results of the given matches, if they are stored. Return their names."""
        return self._take_back([match for match in self.archive.matches() if match.match in matches], why)

    def _take_back(self, matches: Sequence[MatchSummary], why: str) -> list[str]:
        if matches:
            with writing(self._db):
                for match in matches:
                    take_back(self._db, self.archive, match, why)
            self._go_on_with(self.archive.tournament)
            self.rate_again()
        return [match.match for match in matches]

    def close_by_plan(self, concluded: str) -> list[str]:
        """End the tournament where `early_end` has decided so. Return the consequences, line by line.

        Later matches that were played at the same time are discarded, so it does not matter how many there are.
        """
        with writing(self._db):
            drop_after(self._db, self.early_end)
            lines = close_in(self._db, self.archive, BY_PLAN, [concluded])
        self._go_on_with(self.archive.tournament)
        self.rate_again()
        return lines

    def rate_again(self) -> None:
        """Recompute the ratings from the results, and store them if they differ."""
        steps = self.ladder.add(self.archive.results())
        if self.archive.ratings() != list(rating_rows(steps)):
            with writing(self._db):
                self._db.table("ratings").delete_where()
                insert_ratings(self._db, rating_rows(steps))


@contextmanager
def open_store(path: Path, plan: Plan, *, duplicate: bool, codes: Mapping[str, str] = NO_CODES) -> Iterator[Store]:
    """Open the database of a tournament, or create it.

    If the plan has changed, the tournament continues with the new one.

    `duplicate` says whether the plan would play duplicate deals if it began now. `codes` are the digests of the bots'
    code, as far as they are known.

    Raises:
        UserError: another runner uses it, the plan would change what was already played, or it is not the database of a
            tournament.
    """
    with locked(path), plainly(path), closing(_opened(path, plan, duplicate=duplicate)) as db:
        archive = Archive(Database(db.conn))
        accepted = accept(path, db, archive, plan, duplicate=duplicate, codes=codes)
        store = Store(db, archive.tournament, archive, accepted.plan, accepted.lines)
        store.rate_again()
        store.draw_what_can_be_drawn()
        yield store


def insert_ratings(db: sqlite_utils.Database, ratings: Iterable[tuple[int, str, float, float]]) -> None:
    """Store ratings: number of a step's last match, bot, rating, change."""
    columns = ("number", "bot", "rating", "change")
    _insert(db, "ratings", [dict(zip(columns, row, strict=True)) for row in ratings])


def _insert(db: sqlite_utils.Database, table: str, rows: Sequence[RowValues]) -> None:
    """Insert rows with the same columns in one prepared statement.

    This runs for every match, and for so few rows `insert_all` of sqlite-utils takes twice as long.
    """
    if rows:
        columns = ", ".join(f'"{column}"' for column in rows[0])
        places = ", ".join("?" * len(rows[0]))
        sql = f'INSERT INTO "{table}" ({columns}) VALUES ({places})'  # noqa: S608 - all names are those of a schema
        db.conn.executemany(sql, [tuple(row.values()) for row in rows])


def _opened(path: Path, plan: Plan, *, duplicate: bool) -> sqlite_utils.Database:
    """Open the file; create it if there is none."""
    if not is_there(path):
        with new_file(path) as part:
            with new_database(part) as db:
                _begin(db, plan, duplicate=duplicate)
            put_in_place(part, path)
    return open_to_write(path)


def _begin(db: sqlite_utils.Database, plan: Plan, *, duplicate: bool) -> None:
    draws = format_of(plan).needs_results
    row = TournamentRow(
        name=plan.tournament.name,
        game_id=plan.tournament.game,
        plan=without_secrets(plan),
        identity=identity_of(plan),
        duplicate=duplicate,
        matches=0 if draws else len(slots_of(plan, duplicate=duplicate)),
        created_unix_s=time.time(),
        secret=renewed(plan),
        drawing=draws,
    )
    db.table("tournament").insert(row_of_tournament(row))
    db.table("bots").insert_all(rows_of_bots(plan, {bot.name: bot_digest(bot) for bot in plan.bots}))
