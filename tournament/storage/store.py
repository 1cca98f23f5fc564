"""One SQLite file holds one tournament. One runner opens it for writing, everyone else only for reading.

It contains only finished matches, each with its seats and its record, all written in one transaction. So nothing needs
repair after a crash: every match that is in the schedule but not in the file is still to be played.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING

import msgspec

from referee.kernel.secret import SECRET_BYTES, Secret
from tournament.errors import UserError
from tournament.plan.draw import deals_anew, slots_of
from tournament.plan.identity import bot_digest, command_text, differences, identity_of, told_value
from tournament.plan.plan import Entrant, Plan
from tournament.schedule.slots import Slot
from tournament.statistics.elo import EloStep
from tournament.statistics.ladder import Ladder
from tournament.storage.archive import Archive
from tournament.storage.database import Database
from tournament.storage.faults import plainly
from tournament.storage.lock import locked
from tournament.storage.opening import is_there, new_database, new_file, open_to_write, put_in_place
from tournament.storage.rows import ProcessRow, TournamentRow, VoidRow
from tournament.storage.summary import Finished, MatchSummary, rows_of

if TYPE_CHECKING:
    import sqlite_utils

RowValues = Mapping[str, object]


class Store:
    """A tournament that is being played. Made by `open_store`; there is only one writer at a time.

    Attributes:
        slots: Every match of the tournament (treat as read-only).
        secret: All cards of the matches follow from it.
        archive: What is stored so far.
        ladder: The Elo ratings so far.
    """

    def __init__(
        self,
        db: sqlite_utils.Database,
        slots: Sequence[Slot],
        secret: Secret,
        ladder: Ladder,
        *,
        deals_anew: bool = False,
    ) -> None:
        self.slots = slots
        self.secret = secret
        self.ladder = ladder
        self.archive = Archive(Database(db.conn))
        self._db = db
        self._deals_anew = deals_anew

    def begin(self, slot: Slot) -> int:
        """Record that a match is about to be played, so that everyone can see how often that happened.

        Returns the number of earlier starts if each start gets other cards, otherwise 0. So a bot that was present
        when the match was interrupted does not know its new cards, even if everything was killed since.
        """
        with self._db.atomic():
            _insert(self._db, "begun", [{"match": slot.match}])
            (begun,) = self._db.execute("SELECT count(*) FROM begun WHERE match = ?", [slot.match]).fetchone()
        return int(begun) - 1 if self._deals_anew else 0

    def add(self, slot: Slot, match: Finished) -> MatchSummary:
        """Store a match with its record, and the ratings that it completes, in one transaction.

        A match that is already stored remains as it is.
        """
        summary = match.summary(slot)
        with self._db.atomic():
            if self.archive.has(slot.match):
                return summary
            for table, rows in rows_of(summary, match).items():
                _insert(self._db, table, rows)
            insert_ratings(self._db, rating_rows(self.ladder.add([summary.result])))
        return summary

    def add_void(self, slot: Slot, void_reason: str) -> None:
        """Record that a match was void; it will be played again."""
        row = VoidRow(match=slot.match, void_reason=void_reason, ended_unix_s=time.time())
        _insert(self._db, "voids", [msgspec.to_builtins(row)])

    def add_process(self, process: ProcessRow) -> None:
        """Record how a bot process ended and what it used."""
        _insert(self._db, "processes", [msgspec.to_builtins(process)])

    def rate_again(self) -> None:
        """Recompute the ratings from the results, and store them if they differ."""
        steps = self.ladder.add(self.archive.results())
        if self.archive.ratings() != list(rating_rows(steps)):
            with self._db.atomic():
                self._db.table("ratings").delete_where()
                insert_ratings(self._db, rating_rows(steps))


@contextmanager
def open_store(path: Path, plan: Plan, *, duplicate: bool) -> Iterator[Store]:
    """Open the database of a tournament, or create it; `duplicate` is used only when it is created.

    Raises:
        UserError: another runner uses it, it is the database of another plan, or not the database of a tournament.
    """
    with locked(path), plainly(path), closing(_opened(path, plan, duplicate=duplicate)) as db:
        archive = Archive(Database(db.conn))
        _check_same(path, archive, plan)
        tournament = archive.tournament
        slots = slots_of(plan, duplicate=tournament.duplicate)
        ladder = Ladder(slots, start=plan.rating.elo_start, k=plan.rating.elo_k, anchors=plan.rating.anchors)
        anew = deals_anew(plan, duplicate=tournament.duplicate)
        store = Store(db, slots, tournament.secret, ladder, deals_anew=anew)
        store.rate_again()
        yield store


def insert_ratings(db: sqlite_utils.Database, ratings: Iterable[tuple[int, str, float, float]]) -> None:
    """Store ratings: number of a step's last match, bot, rating, change."""
    columns = ("number", "bot", "rating", "change")
    _insert(db, "ratings", [dict(zip(columns, row, strict=True)) for row in ratings])


def rating_rows(steps: Iterable[EloStep]) -> Iterator[tuple[int, str, float, float]]:
    """Yield each rating after each step: number of the step's last match, bot, rating, change."""
    for step in steps:
        for bot, rating in step.ratings.items():
            yield step.number, bot, rating, step.changes[bot]


def _insert(db: sqlite_utils.Database, table: str, rows: Sequence[RowValues]) -> None:
    """Insert rows with the same columns by a prepared statement.

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
    row = TournamentRow(
        name=plan.tournament.name,
        game_id=plan.tournament.game,
        plan=_without_secrets(plan),
        identity=identity_of(plan),
        duplicate=duplicate,
        matches=len(slots_of(plan, duplicate=duplicate)),
        created_unix_s=time.time(),
        secret=_new_secret(plan),
    )
    db.table("tournament").insert(row_of_tournament(row))
    db.table("bots").insert_all(rows_of_bots(plan, {bot.name: bot_digest(bot) for bot in plan.bots}))


def row_of_tournament(tournament: TournamentRow) -> dict[str, object]:
    """Return the row of the table `tournament`."""
    return {
        "id": 1,
        "plan": msgspec.json.encode(tournament.plan).decode(),
        "identity": msgspec.json.encode(tournament.identity).decode(),
        "duplicate": tournament.duplicate,
        "secret": tournament.secret.reveal(),
        "created_unix_s": tournament.created_unix_s,
        **columns_of(tournament.plan, tournament.matches),
    }


def rows_of_bots(plan: Plan, digests: Mapping[str, str]) -> list[dict[str, object]]:
    """Return the rows of the table `bots`; an unknown digest is empty."""
    return [{**columns_of_bot(plan, bot), "digest": digests.get(bot.name, "")} for bot in plan.bots]


def columns_of(plan: Plan, matches: int) -> dict[str, object]:
    """Return the columns of the tournament's row that follow from the plan."""
    return {"name": plan.tournament.name, "game_id": plan.tournament.game, "matches": matches}


def columns_of_bot(plan: Plan, bot: Entrant) -> dict[str, object]:
    """Return the columns of a bot's row that follow from the plan."""
    kind = "dial_in" if bot.dial_in else "builtin" if bot.builtin else "command"
    anchor = plan.rating.anchors.get(bot.name)
    return {"name": bot.name, "anchor": anchor, "kind": kind, "command": command_text(bot), "version": bot.version}


def _new_secret(plan: Plan) -> Secret:
    settings = plan.tournament
    return Secret.from_number(settings.seed) if settings.deals_from_seed else Secret(token_bytes(SECRET_BYTES))


def _without_secrets(plan: Plan) -> Plan:
    bots = [
        msgspec.structs.replace(bot, env={name: told_value(value) for name, value in bot.env.items()})
        for bot in plan.bots
    ]
    return msgspec.structs.replace(plan, bots=bots)


def _check_same(path: Path, archive: Archive, plan: Plan) -> None:
    different = differences(archive.tournament.identity, plan)
    if different:
        listed = "\n".join(f"  {line}" for line in different)
        raise UserError(f"{path}: this database belongs to another plan; use another --db. Differences:\n{listed}")
