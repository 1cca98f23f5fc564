"""Export a tournament for other programs: CSV files, or one JSON document."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.files import private_folder, write_private
from referee.neutral import cell
from tournament.errors import DamagedError
from tournament.report.filters import FilterFacts
from tournament.report.grades import grade_of
from tournament.report.remarks import forfeits_text
from tournament.report.standings import standings_of
from tournament.report.stops import StopFacts
from tournament.report.totals import BotFacts
from tournament.statistics.fit import BotRating
from tournament.storage.archive import NO_RECORD, Archive
from tournament.storage.rows import BotRow, DecisionRow, ProcessRow, VoidRow
from tournament.storage.summary import MatchSummary, SeatSummary, to_rows

_LATER = ("rated", "defaults", "code")
_OF_SEAT = [name for name in SeatSummary.__struct_fields__[2:] if name not in _LATER]
RESULT_COLUMNS = ("match", "block", "bot", "place", "seat", "match_id", *_OF_SEAT, *_LATER)
"""The columns of `results.csv`; those that `tournament rate` reads come first, and those added later come last."""


STANDING_COLUMNS = (
    *("place", "bot", "rating", "standard_error", "low", "high", "rank_best", "rank_worst", "matches"),
    *("won", "tied", "lost", "share", "over_next", "prior_rating", "standing", "group", "grade", "title"),
)
"""The columns of `standings.csv`."""


class RatingRow(Struct, frozen=True, kw_only=True):
    """A bot's Elo rating after a block; `number` is that of the block's last match."""

    number: int
    bot: str
    rating: float
    change: float


class MatchRow(MatchSummary, frozen=True, kw_only=True):
    """A match, and the id that its bots received; None until all rotations of its deal have been played.

    `edition` is the number of the plan under which it was played: 0 for the first one, and one more for each change.
    """

    match_id: str | None
    edition: int = 0


class Export(Struct, frozen=True, kw_only=True):
    """Everything about a tournament except its records. Environment variables are digests.

    All deals are derived from `secret`, which is None until all matches have been played; `commitment` is its hash.
    `matches` contains those of the `total` matches that have been played. `fitted` are the ratings that `tournament
    show` prints. `stop` says how close the tournament is to an early end, if its plan has a rule for that. If only some
    matches count, `filtered` says which.
    """

    name: str
    game_id: str
    identity: dict[str, object]
    duplicate: bool
    commitment: str
    secret: str | None
    bots: list[BotRow]
    matches: list[MatchRow]
    ratings: list[RatingRow]
    facts: list[BotFacts]
    processes: list[ProcessRow]
    voids: list[VoidRow]
    total: int
    fitted: list[BotRating]
    decisions: list[DecisionRow]
    stop: StopFacts | None = None
    filtered: FilterFacts | None = None


def export_of(archive: Archive) -> Export:
    """Collect everything that is stored."""
    tournament = archive.tournament
    standings = standings_of(archive)
    told, editions = archive.told_ids(), archive.editions()
    return Export(
        name=tournament.name,
        game_id=tournament.game_id,
        identity=tournament.identity,
        duplicate=tournament.duplicate,
        commitment=standings.commitment,
        secret=standings.secret,
        bots=archive.bots(),
        matches=[
            MatchRow(
                **msgspec.structs.asdict(match),
                match_id=told.get(match.match),
                edition=editions.get(match.match, 0),
            )
            for match in archive.matches()
        ],
        ratings=[
            RatingRow(number=number, bot=bot, rating=rating, change=change)
            for number, bot, rating, change in archive.ratings()
        ],
        facts=standings.bots,
        processes=archive.processes(),
        voids=archive.voids(),
        total=tournament.matches,
        fitted=list(standings.fit.ratings),
        decisions=standings.decisions,
        stop=standings.stop,
        filtered=standings.filtered,
    )


def write_csv(export: Export, folder: Path, grades: Mapping[str, float] | None = None) -> list[Path]:
    """Write one file for each kind of row, with a header line even if there are no rows. Return the files.

    `tournament rate` reads `results.csv`. For `grades` see `grade_of`.
    """
    private_folder(folder)
    later = ("rated", "starved", "edition")
    match_columns = [name for name in MatchRow.__struct_fields__ if name not in ("seats", *later)] + [*later]
    tables: dict[str, tuple[Sequence[str], Iterable[Mapping[str, object]]]] = {
        "results": (RESULT_COLUMNS, (row for match in export.matches for row in _result_rows(match))),
        "matches": (match_columns, (to_rows(match)[0] for match in export.matches)),
        "ratings": (RatingRow.__struct_fields__, plain_rows(export.ratings)),
        "bots": (BotFacts.__struct_fields__, map(flat, plain_rows(export.facts))),
        "processes": (ProcessRow.__struct_fields__, plain_rows(export.processes)),
        "voids": (VoidRow.__struct_fields__, plain_rows(export.voids)),
        "decisions": (DecisionRow.__struct_fields__, plain_rows(export.decisions)),
        "standings": (STANDING_COLUMNS, _standing_rows(export, grades or {})),
    }
    return [_write(folder / f"{name}.csv", columns, rows) for name, (columns, rows) in tables.items()]


def write_json(export: Export, file: Path) -> Path:
    """Write everything as JSON."""
    private_folder(file.parent)
    write_private(file, msgspec.json.format(msgspec.json.encode(export), indent=1) + b"\n")
    return file


def write_records(archive: Archive, folder: Path) -> Path:
    """Write every record that may be shown to a file that `referee show` reads.

    Raises `DamagedError` after writing all others if a record cannot be read.
    """
    private_folder(folder)
    damaged = []
    for match in archive.shown():
        try:
            record = archive.record(match)
        except NO_RECORD:
            damaged.append(match)
        else:
            write_private(folder / f"{match}.jsonl", record.to_bytes())
    if damaged:
        raise DamagedError(f"records not exported, because they are damaged: {', '.join(damaged)}")
    return folder


def _result_rows(match: MatchRow) -> Iterable[Mapping[str, object]]:
    """Yield a row per seat, in seat order."""
    _, seats = to_rows(match)
    for row in seats:
        yield row | {"block": match.block, "match_id": match.match_id, "rated": match.rated}


def _standing_rows(export: Export, grades: Mapping[str, float]) -> Iterable[Mapping[str, object]]:
    """Yield a row per bot, best first."""
    titles = {bot.name: bot.title for bot in export.bots}
    for rating, row in zip(export.fitted, plain_rows(export.fitted), strict=True):
        later = {"grade": grade_of(rating, grades), "title": titles[rating.bot]}
        yield {name: row[name] for name in STANDING_COLUMNS if name in row} | later


def flat(row: Mapping[str, object]) -> Mapping[str, object]:
    """Return the row with its counts by name as text."""
    return {key: forfeits_text(value) if isinstance(value, dict) else value for key, value in row.items()}


def plain_rows(rows: Sequence[Struct]) -> list[Mapping[str, object]]:
    """Return the rows as dictionaries of plain values."""
    plain: list[Mapping[str, object]] = msgspec.to_builtins(rows)
    return plain


def _write(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> Path:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    write_private(path, text.getvalue().encode())
    return path


def _cell(value: object) -> object:
    """Return the value as it is written in a cell: true and false as in JSON and in a plan."""
    return str(value).lower() if isinstance(value, bool) else cell(value)
