"""Read results from a file (CSV, TSV, JSON or JSON lines), wherever the matches were played."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO, cast

import msgspec
from sqlite_utils.utils import Format, RowsFromFileError, rows_from_file

from referee.counts import counted
from referee.files import MIB, open_bounded
from referee.kernel.record import SeatEnd
from tournament.errors import UserError
from tournament.statistics.results import Forfeit, MatchResult

NEEDED = ("match", "bot", "place")
COLUMNS = {*NEEDED, "block", "seat", "match_id", "rated"}
PLACE = re.compile("[1-9][0-9]{0,8}")

MOST_BYTES = 256 * MIB
"""The maximum size of a file of results: a few million rows."""
_MOST_SHOWN = 100  # characters of a wrong value
_TOO_MANY = "\0"
"""The key under which the reader puts surplus fields of a row; no column has this name."""


_ENDS = {str(end) for end in SeatEnd}
_FORFEITS = _ENDS - {str(SeatEnd.PLAYED)}


class _Csv(csv.excel):
    strict = True


class _Tsv(csv.excel_tab):
    strict = True


DIALECTS = {Format.CSV: _Csv, Format.TSV: _Tsv}


class _Row(msgspec.Struct):
    at: str
    match: str
    block: str
    bot: str
    place: int
    seat: str
    match_id: str
    rated: bool
    end: str


_Known = dict[Any, Any]
"""Names and tuples that were seen before; under None, the last block: the rotations of a deal follow each other."""


class _Lines(io.BufferedIOBase):
    """Text as bytes that are read line by line, with a count of the lines read so far."""

    def __init__(self, text: TextIO) -> None:
        self.line = 0
        self._text = text

    def readable(self) -> bool:
        """Whether it can be read, which text readers ask."""
        return True

    def __next__(self) -> bytes:
        line = self._text.readline()
        if not line:
            raise StopIteration
        self.line += 1
        return line.encode()

    def read1(self, _size: int | None = -1, /) -> bytes:
        """Return one line; a text reader uses all that one call returns before it makes the next call."""
        return next(self, b"")

    def read(self, _size: int | None = -1, /) -> bytes:
        """Return the rest."""
        return self._text.read().encode()


def read_results(path: Path) -> list[MatchResult]:
    """Read a file with one row per seat, each with `match`, `bot` and `place`; equal places are ties.

    The file may be CSV, TSV, a JSON list of objects, or JSON lines; its first characters show which it is. `block` may
    group matches that are one observation (the rotations of a duplicate deal). Rows whose `rated` is `false` are left
    out. `end` may say how a seat ended: see `SeatEnd`. `seat` and `match_id` are optional. These columns are used only
    to refuse rows of two matches with the same name, as in a file that combines the results of two tournaments. Other
    columns are ignored. Matches are numbered in the order of their first rows; the rows of a match are in seat order.

    Raises:
        UserError: the file cannot be read or a row is wrong; the message names file, line or entry, and field.
    """
    return read_results_with_ids(path).results


class ResultsOfFile(NamedTuple):
    """The results, the `match_id` of each match that has one, and whether the file says how the seats ended."""

    results: list[MatchResult]
    ids: dict[str, str]
    has_ends: bool


def read_results_with_ids(path: Path) -> ResultsOfFile:
    """Read a file as `read_results` does.

    The rows of a match usually follow each other. They are combined at once, because there may be millions of them.
    Only if the rows of a match are scattered, the file is read again.
    """
    found: dict[str, MatchResult | None] = {}
    ids: dict[str, str] = {}
    known: _Known = {}
    has_ends = False
    for match, group in groupby(_rated(path), key=lambda row: row.match):
        rows = [*group]
        has_ends |= rows[0].end in _ENDS
        if match in found or len(rows) < 2:
            found[match] = None
            continue
        found[match] = _result(path, len(found) + 1, rows, known)
        if rows[0].match_id:
            ids[match] = rows[0].match_id
    scattered: dict[str, list[_Row]] = {match: [] for match, result in found.items() if result is None}
    for row in _rated(path) if scattered else ():
        if row.match in scattered:
            scattered[row.match].append(row)
    numbers = {match: number for number, match in enumerate(found, start=1) if match in scattered}
    for match, rows in scattered.items():
        found[match] = _result(path, numbers[match], rows, known)
        if rows[0].match_id:
            ids[match] = rows[0].match_id
    return ResultsOfFile([result for result in found.values() if result is not None], ids, has_ends)


def _rated(path: Path) -> Iterator[_Row]:
    return (row for row in _rows(path) if row.rated)


def _rows(path: Path) -> Iterator[_Row]:
    try:
        with open_bounded(path, MOST_BYTES) as data, io.TextIOWrapper(data, "utf-8-sig") as text:
            form = _format_of(text)
            text.seek(0)
            yield from _table_rows(path, text, form) if form in DIALECTS else _json_rows(path, text, form)
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read as UTF-8 text: {error}") from error


def _format_of(text: TextIO) -> Format:
    header = next((line for line in text if line.strip()), "")
    first = header.lstrip()[:1]
    if first in {"[", "{"}:
        return Format.JSON if first == "[" else Format.NL
    return Format.TSV if "\t" in header and "," not in header else Format.CSV


def _table_rows(path: Path, text: TextIO, form: Format) -> Iterator[_Row]:
    """Yield the rows of CSV or TSV."""
    lines = _Lines(text)
    try:
        header = next(csv.reader(text, DIALECTS[form]), [])
        text.seek(0)
        _check_columns(f"{path}, line 1", "column", [name.strip() for name in header])
        rows, _ = rows_from_file(cast("BinaryIO", lines), Format.CSV, dialect=DIALECTS[form], extras_key=_TOO_MANY)
        for fields in rows:
            where = f"{path}, line {lines.line}"
            more = fields.pop(_TOO_MANY, [])
            missing = sum(value is None for value in fields.values())
            if more or missing:
                there = len(header) - missing + (len(more) if isinstance(more, list) else 0)
                raise UserError(f"{where}: {counted(there, 'field')}, but the header has {len(header)}")
            row = {name.strip(): str(value).strip() for name, value in fields.items()}
            yield _row(path, f"line {lines.line}", row)
    except csv.Error as error:
        raise UserError(f"{path}, line {max(lines.line, 1)}: not a valid row of {form.name}: {error}") from error


def _json_rows(path: Path, text: TextIO, form: Format) -> Iterator[_Row]:
    """Yield the objects of a JSON list, or of JSON lines."""
    lines = _Lines(text)
    try:
        rows, _ = rows_from_file(cast("BinaryIO", lines), form)
        for number, entry in enumerate(rows, start=1):
            at = f"entry {number}" if form is Format.JSON else f"line {lines.line}"
            where = f"{path}, {at}"
            if not isinstance(entry, dict):
                raise UserError(f"{where}: not an object with match, bot and place")
            _check_columns(where, "field", [*entry])
            row = {name: _text_of(f"{where}, {name}", entry[name]) for name in COLUMNS & {*entry}}
            yield _row(path, at, row | {"end": str(entry.get("end", ""))})
    except json.JSONDecodeError as error:
        line = error.lineno if form is Format.JSON else lines.line
        raise UserError(f"{path}, line {line}: not valid JSON: {error.msg} (column {error.colno})") from error
    except UnicodeDecodeError:
        raise
    except (RowsFromFileError, RecursionError, ValueError) as error:
        raise UserError(f"{path}: cannot be read as JSON: {error}") from error


def _check_columns(where: str, what: str, found: Sequence[str]) -> None:
    missing = [name for name in NEEDED if name not in found]
    if missing:
        listed = ", ".join(found)[:_MOST_SHOWN] or "none"
        raise UserError(f"{where}: {what} {missing[0]} is missing; required are match, bot, place, found {listed}")


def _text_of(where: str, value: object) -> str:
    """Return a JSON value as it would be written in CSV."""
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    if isinstance(value, str | int | float) and _is_text(str(value)):
        return str(value).strip()
    raise UserError(f"{where}: invalid value {ascii(value)[:_MOST_SHOWN]}: use a string, a number, true or false")


def _is_text(text: str) -> bool:
    """Whether the text has no lone surrogate (half a character), which JSON can express."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def _row(path: Path, at: str, row: Mapping[str, str]) -> _Row:
    for name in ("match", "bot"):
        if not row[name]:
            raise UserError(f"{path}, {at}, {name}: empty, but every row must name its match and its bot")
    place = row["place"]
    if not PLACE.fullmatch(place):
        shown = place[:_MOST_SHOWN]
        raise UserError(
            f"{path}, {at}, place: invalid value {shown!r}: use a whole number from 1 up; equal places are ties"
        )
    return _Row(
        at=at,
        match=row["match"],
        block=row.get("block") or row["match"],
        bot=row["bot"],
        place=int(place),
        seat=row.get("seat", ""),
        match_id=row.get("match_id", ""),
        rated=row.get("rated") != "false",
        end=row.get("end", ""),
    )


def _result(path: Path, number: int, rows: Sequence[_Row], known: _Known) -> MatchResult:
    """Return a match from its rows. Values that occur in several matches are kept only once, in `known`."""
    first = rows[0]
    _refuse_two_matches(path, rows)
    seen: dict[str, str] = {}
    for row in rows:
        where = f"{path}, {row.at}"
        if row.bot in seen:
            raise UserError(f"{where}, bot: {row.bot} is already in match {row.match}, in {seen[row.bot]}")
        if row.block != first.block:
            raise UserError(f"{where}, block: {row.block}, but {first.at} has match {row.match} in {first.block}")
        seen[row.bot] = row.at
    if len(rows) < 2:
        raise UserError(f"{path}, {first.at}, match: {first.match} has one row, but a match has at least two seats")
    bots = tuple([known.setdefault(row.bot, row.bot) for row in rows])
    places = tuple([row.place for row in rows])
    block = known.get(None, "")
    if block != first.block:
        block = known[None] = first.match if first.block == first.match else first.block
    return MatchResult(
        match=first.match,
        number=number,
        block=block,
        bots=known.setdefault(bots, bots),
        places=known.setdefault(places, places),
        forfeits=tuple([Forfeit(seat, row.end) for seat, row in enumerate(rows) if row.end in _FORFEITS]),
    )


def _refuse_two_matches(path: Path, rows: Sequence[_Row]) -> None:
    """Raise `UserError` if the rows of one name come from two matches."""
    first = rows[0]
    seats: dict[str, str] = {}
    for row in rows:
        if row.match_id != first.match_id:
            what = f"match_id: {row.match_id or 'empty'}, but {first.at} has {first.match_id or 'none'}"
        elif row.seat and row.seat in seats:
            what = f"seat: {row.seat}, as in {seats[row.seat]}"
        else:
            seats[row.seat] = row.at
            continue
        raise UserError(
            f"{path}, {row.at}, {what} for match {row.match}; these rows come from two matches, perhaps because the "
            "file combines two tournaments: give each match and each block a unique name, for example by "
            "putting the name of its tournament in front"
        )
