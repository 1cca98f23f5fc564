"""Reads results from a CSV file, wherever they were played."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from referee.files import MIB, read_bounded
from tournament.errors import UserError
from tournament.statistics.results import MatchResult

NEEDED = ("match", "bot", "place")
PLACE = re.compile("[1-9][0-9]{0,8}")

MOST_BYTES = 256 * MIB
"""Of a file with results: some millions of rows."""


class _Row(msgspec.Struct):
    line: int
    match: str
    block: str
    bot: str
    place: int
    seat: str
    match_id: str
    rated: bool


def read_results(path: Path) -> list[MatchResult]:
    """Reads a CSV file with one row a seat and the columns `match`, `bot`, `place`; equal places are ties.

    A column `block` may group the matches that are one observation (the rotations of a duplicate deal), and rows with
    `false` in a column `rated` are left out. Columns `seat` and `match_id`, where there are any, only serve to refuse
    rows of two matches that have the same name, as results of two tournaments have when they are put together. Other
    columns are not looked at. Matches are numbered in the order of their first rows; rows of a match are in seat order.

    Raises:
        UserError: the file can not be read or a row is wrong; the message names file, line and field.
    """
    matches: dict[str, list[_Row]] = {}
    for row in _rows(path):
        matches.setdefault(row.match, []).append(row)
    return [_result(path, number, rows) for number, rows in enumerate(matches.values(), start=1)]


def _rows(path: Path) -> Iterator[_Row]:
    try:
        text = read_bounded(path, MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: can not be read as text in UTF-8: {error}") from error
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [field.strip() for field in next(reader, [])]
        missing = [field for field in NEEDED if field not in header]
        if missing:
            found = ", ".join(header) or "none"
            raise UserError(f"{path}, line 1: no column {missing[0]}; needed are match, bot, place, found {found}")
        for fields in reader:
            if fields:
                row = _row(f"{path}, line {reader.line_num}", reader.line_num, header, fields)
                if row.rated:
                    yield row
    except csv.Error as error:
        raise UserError(f"{path}, line {reader.line_num}: not a row of CSV: {error}") from error


def _row(where: str, line: int, header: Sequence[str], fields: Sequence[str]) -> _Row:
    if len(fields) != len(header):
        raise UserError(f"{where}: {len(fields)} fields, but the header has {len(header)}")
    row = dict(zip(header, (field.strip() for field in fields), strict=True))
    for name in ("match", "bot"):
        if not row[name]:
            raise UserError(f"{where}, {name}: empty, but every row names its match and its bot")
    place = row["place"]
    if not PLACE.fullmatch(place):
        raise UserError(f"{where}, place: {place!r}, but a place is a whole number from 1 up; equal places are ties")
    return _Row(
        line=line,
        match=row["match"],
        block=row.get("block") or row["match"],
        bot=row["bot"],
        place=int(place),
        seat=row.get("seat", ""),
        match_id=row.get("match_id", ""),
        rated=row.get("rated") != "false",
    )


def _result(path: Path, number: int, rows: Sequence[_Row]) -> MatchResult:
    first = rows[0]
    _refuse_two_matches(path, rows)
    seen: dict[str, int] = {}
    for row in rows:
        where = f"{path}, line {row.line}"
        if row.bot in seen:
            raise UserError(f"{where}, bot: {row.bot} is in match {row.match} already, in line {seen[row.bot]}")
        if row.block != first.block:
            raise UserError(
                f"{where}, block: {row.block}, but line {first.line} has match {row.match} in {first.block}"
            )
        seen[row.bot] = row.line
    if len(rows) < 2:
        raise UserError(
            f"{path}, line {first.line}, match: {first.match} has one row, but a match has two seats or more"
        )
    return MatchResult(
        match=first.match,
        number=number,
        block=first.block,
        bots=tuple(row.bot for row in rows),
        places=tuple(row.place for row in rows),
    )


def _refuse_two_matches(path: Path, rows: Sequence[_Row]) -> None:
    """Raises `UserError` if the rows of one name are those of two matches."""
    first = rows[0]
    seats: dict[str, int] = {}
    for row in rows:
        if row.match_id != first.match_id:
            what = f"match_id: {row.match_id or 'empty'}, but line {first.line} has {first.match_id or 'none'}"
        elif row.seat and row.seat in seats:
            what = f"seat: {row.seat}, as in line {seats[row.seat]}"
        else:
            seats[row.seat] = row.line
            continue
        raise UserError(
            f"{path}, line {row.line}, {what} for match {row.match}; these are rows of two matches, as when results of "
            "two tournaments are put together: give each match and each block a name of its own, for example by "
            "writing the name of its tournament before it"
        )
