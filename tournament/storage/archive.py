"""Read what is stored of a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path

import msgspec

from referee.errors import RecordError
from referee.kernel.record import Record, SeatEnd
from referee.kernel.secret import Secret
from tournament.errors import DamagedError, UserError
from tournament.formats.course import format_of
from tournament.schedule.slots import MATCH_NAME
from tournament.statistics.results import MatchResult
from tournament.storage.counting import counted, unless_annulled
from tournament.storage.database import Database
from tournament.storage.drawn_rows import DrawnRows
from tournament.storage.faults import ADVICE, UNREADABLE, plainly, whole
from tournament.storage.migrations import READ_WITHOUT, applied, check_schema, pending
from tournament.storage.opening import is_there, open_to_read
from tournament.storage.rows import BotRow, DecisionRow, ProcessRow, TournamentRow, UsedRow, VoidRow, read_secret
from tournament.storage.summary import MatchSummary, from_rows, summaries_of, unpack

_JSON = ("plan", "identity", "history")
"""The columns of the tournament with JSON in them."""

NO_RECORD = (RecordError, UserError, *UNREADABLE)
"""The exceptions that `Archive.record` raises if the record of a match is damaged or missing."""


class Archive:
    """Reads a tournament's database."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._drawn = DrawnRows(db)

    @property
    def tournament(self) -> TournamentRow:
        """What is played."""
        with whole("its plan or its secret"):
            row = next(self.rows("tournament"), None)
            if row is None:
                raise ValueError("they are missing")
            parsed = {name: msgspec.json.decode(str(row[name])) for name in _JSON if name in row}
            read: TournamentRow = msgspec.convert(row | parsed, TournamentRow, strict=False, dec_hook=read_secret)
        return msgspec.structs.replace(read, drawn=self._drawn.read()) if format_of(read.plan).needs_results else read

    @cached_property
    def _seats(self) -> int:
        return self.tournament.plan.tournament.seats

    @property
    def published(self) -> Secret | None:
        """The secret, if all matches have been played; until then nobody may know it."""
        tournament = self.tournament
        return tournament.secret if tournament.is_over(self._count("matches")) else None

    def shown(self) -> list[str]:
        """List the matches whose cards may be shown: no rotation of their deal is still to be played.

        Raises `DamagedError` for a name that no match can have, because files are named after matches.
        """
        tournament = self.tournament
        rotations = tournament.plan.tournament.seats if tournament.duplicate else 1
        if self.published is not None:  # deals that were cut short are known as well
            rotations = 1
        found = self.db.execute(
            "SELECT match FROM matches WHERE block IN (SELECT block FROM matches GROUP BY block HAVING count(*) >= ?)"
            " ORDER BY number",
            [rotations],
        )
        return [_name(match) for (match,) in found]

    def told_ids(self) -> dict[str, str]:
        """Return the `match_id` that the bots received, by match, for the matches that may be shown.

        Anyone who knew the id earlier could tell a bot which of the deals that it remembers is played again.
        """
        return {match: self.told_id(match) for match in self.shown()}

    def told_id(self, match: str) -> str:
        """Return the `match_id` that the bots of a stored match received."""
        (told,) = self.db.execute("SELECT match_id FROM matches WHERE match = ?", [match]).fetchone()
        return str(told)

    def ids(self) -> dict[str, str]:
        """Return the `match_id` of every stored match, by match, for comparing only: see `told_ids`."""
        return {str(match): str(told) for match, told in self.db.execute("SELECT match, match_id FROM matches")}

    def begun(self) -> dict[str, int]:
        """Return how often each match was started. Older versions of Referee counted this for some matches only."""
        with whole("the list of started matches"):
            begun = self.db.execute("SELECT match, count(*) FROM begun GROUP BY match").fetchall()
            return dict(msgspec.convert(begun, list[tuple[str, int]]))

    def begun_again(self) -> dict[str, int]:
        """Return how often each match was started again; matches that were started only once are left out."""
        return {match: times - 1 for match, times in sorted(self.begun().items()) if times > 1}

    def bots(self) -> list[BotRow]:
        """Return the bots in the order of the plan."""
        planned = [bot.name for bot in self.tournament.plan.bots]
        with whole("a bot in it"):
            bots = [msgspec.convert(row, BotRow) for row in self.db.rows("SELECT * FROM bots ORDER BY rowid")]
            if [bot.name for bot in bots] != planned:
                raise ValueError("the bots are not those of its plan")
        pairs = zip(bots, self.tournament.plan.bots, strict=True)
        return [msgspec.structs.replace(row, follows=bot.follows, title=bot.title) for row, bot in pairs]

    def played_bots(self) -> set[str]:
        """Return the bots that have a seat in a stored match."""
        return {str(bot) for (bot,) in self.db.execute("SELECT DISTINCT bot FROM seats")}

    def has(self, match: str) -> bool:
        """Whether the match is stored."""
        return self.db.execute("SELECT 1 FROM matches WHERE match = ?", [match]).fetchone() is not None

    def fixed(self) -> list[str]:
        """List all stored matches by name, in schedule order."""
        return [str(match) for (match,) in self.db.execute("SELECT match FROM matches ORDER BY number")]

    def matches(self) -> Iterator[MatchSummary]:
        """Yield all stored matches in schedule order; those that do not count are not rated: see `counting`.

        Raises `DamagedError` for a match that has changed since it was written.
        """
        return counted(list(self._matches()), self.tournament, self.annulled())

    def matches_for_format(self) -> Iterator[MatchSummary]:
        """Yield all stored matches in schedule order; those that do not count for the format are not rated.

        Unlike for ratings, matches of the bots in `leave_out` count.
        """
        return unless_annulled(list(self._matches()), self.annulled())

    def _matches(self) -> Iterator[MatchSummary]:
        rows = self.db.rows("SELECT * FROM matches ORDER BY number")
        seats = self.db.rows("SELECT seats.* FROM matches JOIN seats USING (match) ORDER BY number, seat")
        return summaries_of(rows, seats, self._seats)

    def times(self) -> list[tuple[float, float]]:
        """Return when each stored match began and ended, by the machine's clock, in the order of storing."""
        with whole("a time of a match"):
            times = self.db.execute("SELECT begun_unix_s, ended_unix_s FROM matches ORDER BY rowid").fetchall()
            return msgspec.convert(times, list[tuple[float, float]])

    def match(self, match: str) -> MatchSummary | None:
        """Return a stored match as its record describes it; None if there is none.

        Raises `DamagedError` if it has changed since it was written.
        """
        found = list(self.db.rows("SELECT * FROM matches WHERE match = ?", [match]))
        seats = list(self.db.rows("SELECT * FROM seats WHERE match = ? ORDER BY seat", [match]))
        return from_rows(found[0], seats, self._seats) if found else None

    def edition_of(self, match: str) -> int:
        """Return the number of the plan under which a stored match was played."""
        return self._editions(" WHERE match = ?", [match]).get(match, 0)

    def editions(self) -> dict[str, int]:
        """Return the number of the plan under which each stored match was played."""
        return self._editions("", [])

    def _editions(self, where: str, values: list[str]) -> dict[str, int]:
        if "m004_decisions" not in applied(self.db):
            return {}
        with whole("the number of the plan of a match"):
            found = self.db.execute(f"SELECT match, edition FROM matches{where}", values)  # noqa: S608 - as above
            return dict(msgspec.convert(found.fetchall(), list[tuple[str, int]]))

    def decisions(self) -> list[DecisionRow]:
        """Return the log of decisions, oldest first."""
        with whole("the log of decisions"):
            return [decision for decision, _ in self._decisions("NULL")]

    def replaced(self) -> list[tuple[DecisionRow, bytes]]:
        """Return the decisions to play a match again, each with the packed record that the match had until then."""
        with whole("the log of decisions"):
            return [(decision, packed) for decision, packed in self._decisions("packed") if packed is not None]

    def annulled(self) -> set[str]:
        """Return the matches that are annulled and were not played again since."""
        last = {decision.match: decision.kind for decision in self.decisions() if decision.match}
        return {match for match, kind in last.items() if kind == "annul"}

    def _decisions(self, packed: str) -> Iterator[tuple[DecisionRow, bytes | None]]:
        if "m004_decisions" not in applied(self.db):
            return
        columns = ", ".join(DecisionRow.__struct_fields__)
        for row in self.db.rows(f"SELECT {columns}, {packed} AS packed FROM decisions ORDER BY id"):  # noqa: S608 - names of the schema
            yield msgspec.convert(row, DecisionRow, strict=False), row["packed"]

    def no_shows_of(self, bot: str) -> list[MatchSummary]:
        """Return the stored matches for which a bot did not connect."""
        missed = self.db.execute("SELECT match FROM seats WHERE bot = ? AND end = ?", [bot, SeatEnd.NO_SHOW])
        found = [self.match(match) for (match,) in missed.fetchall()]
        return [match for match in found if match is not None]

    def _count(self, table: str) -> int:
        (number,) = self.db.execute(f'SELECT count(*) FROM "{table}"').fetchone()  # noqa: S608 - a name of the schema
        return int(number)

    def rows(self, table: str) -> Iterator[dict[str, object]]:
        """Yield the rows of a table as they are stored."""
        return self.db.rows(f'SELECT * FROM "{table}"')  # noqa: S608 - a name of the schema

    def results(self) -> list[MatchResult]:
        """Return the results of all stored matches in schedule order."""
        return [match.result for match in self.matches()]

    def record(self, match: str) -> Record:
        """Return the record of a stored match. Raises one of `NO_RECORD` if it is damaged or missing."""
        found = self.db.execute("SELECT packed FROM records WHERE match = ?", [match]).fetchone()
        if found is None:
            raise UserError(f"there is no match {match!r} in this database")
        return unpack(found[0])

    def ratings(self) -> list[tuple[int, str, float, float]]:
        """Return the stored rating history: number of a block's last match, bot, rating, change."""
        with whole("a rating"):
            rows = self.db.execute("SELECT number, bot, rating, change FROM ratings ORDER BY number, bot").fetchall()
            return msgspec.convert(rows, list[tuple[int, str, float, float]])

    def last_ratings(self) -> dict[str, float]:
        """Return the last rating of each bot that has one."""
        with whole("a rating"):
            # SQLite takes the other columns from the row with the largest number.
            rows = self.db.execute("SELECT bot, rating, max(number) FROM ratings GROUP BY bot").fetchall()
            return {bot: rating for bot, rating, _ in msgspec.convert(rows, list[tuple[str, float, int]])}

    def used(self) -> dict[str, UsedRow]:
        """Return what each bot's processes used. SQLite computes the sums, as reading the output would take long."""
        with whole("an entry about a process"):
            rows = self.db.rows(
                "SELECT bot, sum(failed) AS failed, total(cpu_s) AS cpu_s, max(memory_bytes) AS memory_bytes"
                " FROM processes GROUP BY bot"
            )
            used = [msgspec.convert(row, UsedRow) for row in rows]
            return {row.bot: row for row in used}

    def processes(self) -> list[ProcessRow]:
        """Return the bot processes that have ended."""
        with whole("an entry about a process"):
            return [msgspec.convert(row, ProcessRow, strict=False) for row in self.rows("processes")]

    def failures(self) -> list[ProcessRow]:
        """Return the bot processes that failed."""
        with whole("an entry about a process"):
            rows = self.db.rows("SELECT * FROM processes WHERE failed")
            return [msgspec.convert(row, ProcessRow, strict=False) for row in rows]

    def voids(self) -> list[VoidRow]:
        """Return the void matches."""
        with whole("an entry about a void match"):
            return [msgspec.convert(row, VoidRow) for row in self.rows("voids")]


@contextmanager
def open_archive(path: Path, advice: str = ADVICE) -> Iterator[Archive]:
    """Open a tournament's database for reading, even while a runner is writing; everything is read as of one moment.

    `advice` says what to do if the database is damaged in a way that the caller cannot handle.

    Raises:
        UserError: the file does not exist, is not the database of a tournament, or has another version.
    """
    if not is_there(path):
        raise UserError(f"{path}: there is no such file; `tournament run PLAN --db {path}` creates it")
    with plainly(path, advice), closing(open_to_read(path)) as db, db.reading():
        check_schema(path, db)
        if {*pending(db)} - READ_WITHOUT:
            raise UserError(f"{path}: made by an older version; `tournament run PLAN --db {path}` upgrades it")
        yield Archive(db)


def _name(match: object) -> str:
    if not (isinstance(match, str) and MATCH_NAME.fullmatch(match)):
        raise DamagedError(f"{match!r} is not a valid name of a match")
    return match
