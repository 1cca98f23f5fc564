"""Reads results from a CSV file, wherever they were played."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tournament.errors import UserError
from tournament.statistics.results import MatchResult

NEEDED = ("match", "bot", "place")
PLACE = re.compile("[1-9][0-9]{0,8}")


class _Row(msgspec.Struct):
    line: int
    match: str
    block: str
    bot: str
    place: int
    rated: bool


def read_results(path: Path) -> list[MatchResult]:
    """Reads a CSV file with one row a seat and the columns `match`, `bot`, `place`; equal places are ties.

    A column `block` may group the matches that are one observation (the rotations of a duplicate deal), and rows with
    `false` in a column `rated` are left out. Other columns are not looked at. Matches are numbered in the order of
    their first rows; rows of a match are in seat order.

    Raises:
        UserError: the file can not be read or a row is wrong; the message names file, line and field.
    """
    matches: dict[str, list[_Row]] = {}
    for row in _rows(path):
        matches.setdefault(row.match, []).append(row)
    return [_result(path, number, rows) for number, rows in enumerate(matches.values(), start=1)]


def _rows(path: Path) -> Iterator[_Row]:
    try:
        text = path.read_text(encoding="utf-8-sig")
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
    rated = row.get("rated") != "false"
    return _Row(line, row["match"], row.get("block") or row["match"], row["bot"], int(place), rated)


def _result(path: Path, number: int, rows: Sequence[_Row]) -> MatchResult:
    first = rows[0]
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
