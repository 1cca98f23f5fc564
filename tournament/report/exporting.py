"""Exports a tournament for other programs: CSV files, or one JSON document."""

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
from tournament.report.standings import BotFacts, forfeits_text, standings_of
from tournament.storage.archive import NO_RECORD, Archive
from tournament.storage.rows import BotRow, ProcessRow, VoidRow
from tournament.storage.summary import MatchSummary, to_rows


class RatingRow(Struct, frozen=True, kw_only=True):
    """A bot's Elo rating after a block; `number` is that of the block's last match."""

    number: int
    bot: str
    rating: float
    change: float


class Export(Struct, frozen=True, kw_only=True):
    """Everything about a tournament but its records; environment variables are digests.

    `secret` is what all deals follow from; it is None until all matches are played, `commitment` its hash.
    """

    name: str
    game: str
    identity: dict[str, object]
    duplicate: bool
    commitment: str
    secret: str | None
    bots: list[BotRow]
    matches: list[MatchSummary]
    ratings: list[RatingRow]
    facts: list[BotFacts]
    processes: list[ProcessRow]
    voids: list[VoidRow]


def export_of(archive: Archive) -> Export:
    """Everything that is stored."""
    tournament = archive.tournament
    standings = standings_of(archive)
    return Export(
        name=tournament.name,
        game=tournament.game,
        identity=tournament.identity,
        duplicate=tournament.duplicate,
        commitment=standings.commitment,
        secret=standings.secret,
        bots=archive.bots(),
        matches=list(archive.matches()),
        ratings=[
            RatingRow(number=number, bot=bot, rating=rating, change=change)
            for number, bot, rating, change in archive.ratings()
        ],
        facts=standings.bots,
        processes=archive.processes(),
        voids=archive.voids(),
    )


def write_csv(export: Export, folder: Path) -> list[Path]:
    """Writes one file for each kind of row; `results.csv` is what `tournament rate` reads. Returns the files."""
    private_folder(folder)
    tables: dict[str, list[Mapping[str, object]]] = {
        "results": [row for match in export.matches for row in _result_rows(match)],
        "matches": [to_rows(match)[0] for match in export.matches],
        "ratings": _plain(export.ratings),
        "bots": [_flat(row) for row in _plain(export.facts)],
        "processes": _plain(export.processes),
        "voids": _plain(export.voids),
    }
    return [_write(folder / f"{name}.csv", rows) for name, rows in tables.items() if rows]


def write_json(export: Export, file: Path) -> Path:
    """Writes the whole as JSON."""
    private_folder(file.parent)
    write_private(file, msgspec.json.format(msgspec.json.encode(export), indent=1) + b"\n")
    return file


def write_records(archive: Archive, folder: Path) -> Path:
    """Writes every record that may be shown as a file that `referee show` reads.

    Raises `DamagedError`, when all others are written, if one can not be read.
    """
    private_folder(folder)
    damaged = []
    for match_id in archive.shown():
        try:
            record = archive.record(match_id)
        except NO_RECORD:
            damaged.append(match_id)
        else:
            write_private(folder / f"{match_id}.jsonl", record.to_bytes())
    if damaged:
        raise DamagedError(f"no record of {', '.join(damaged)} can be exported, because it is damaged")
    return folder


def _result_rows(match: MatchSummary) -> Iterable[Mapping[str, object]]:
    """A row a seat, in seat order, with the columns that `tournament rate` wants first."""
    _, seats = to_rows(match)
    for row in seats:
        first = {"match": row.pop("match_id"), "block": match.block, "bot": row.pop("bot"), "place": row.pop("place")}
        yield first | row


def _flat(row: Mapping[str, object]) -> Mapping[str, object]:
    """The row with its counts by name as text."""
    return {key: forfeits_text(value) if isinstance(value, dict) else value for key, value in row.items()}


def _plain(rows: Sequence[Struct]) -> list[Mapping[str, object]]:
    plain: list[Mapping[str, object]] = msgspec.to_builtins(rows)
    return plain


def _write(path: Path, rows: Sequence[Mapping[str, object]]) -> Path:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: cell(value) for name, value in row.items()} for row in rows)
    write_private(path, text.getvalue().encode())
    return path
