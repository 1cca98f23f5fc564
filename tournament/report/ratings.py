"""Rates results from a CSV file, wherever they were played: the command `tournament rate`."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from referee.terminal.printing import columns
from tournament.errors import UserError
from tournament.statistics.fit import BotRating, Fit
from tournament.statistics.goodness import Goodness
from tournament.statistics.groups import Standing
from tournament.statistics.results import MatchResult

NEEDED = ("match", "bot", "place")
PLACE = re.compile("[1-9][0-9]{0,8}")
WHY_UNRATED = {
    Standing.ABOVE: "it never lost a point to the rated bots, straight or through others",
    Standing.BELOW: "it never took a point from the rated bots, straight or through others",
    Standing.APART: "it never met the rated bots, straight or through others",
}
SMALL_P = 0.01
HELP = "More matches between them help; so does a stated prior (--prior)."


class _Row(msgspec.Struct):
    line: int
    match: str
    block: str
    bot: str
    place: int


def read_results(path: Path) -> list[MatchResult]:
    """Reads a CSV file with one row a seat and the columns `match`, `bot`, `place`; equal places are ties.

    A column `block` may group the matches that are one observation (the rotations of a duplicate deal). Other columns
    are not looked at. Matches are numbered in the order of their first rows; rows of a match are in seat order.

    Raises:
        UserError: the file can not be read or a row is wrong; the message names file, line and field.
    """
    matches: dict[str, list[_Row]] = {}
    for row in _rows(path):
        matches.setdefault(row.match, []).append(row)
    return [_result(path, number, rows) for number, rows in enumerate(matches.values(), start=1)]


def rating_table(fit: Fit) -> str:
    """The ratings for people: a table, then what has to be known to read it."""
    if not fit.ratings:
        return "No results."
    above = sum(rating.standing is Standing.ABOVE for rating in fit.ratings)
    rows = [_table_row(rank, rating) for rank, rating in enumerate(fit.ratings, start=1 - above)]
    table = columns(
        [("", "bot", "rating", "error", "95 % interval", "matches", "points"), *rows], right=(0, 2, 3, 4, 5, 6)
    )
    return "\n".join([table, "", *notes(fit)])


def rating_json(fit: Fit) -> dict[str, object]:
    """The same for machines: the fit, and the notes as text."""
    return {**msgspec.to_builtins(fit), "notes": notes(fit)}


def notes(fit: Fit) -> list[str]:
    """What the numbers refer to, how well they fit, and for each bot without a number why it has none."""
    lines = []
    if fit.anchors:
        lines.append("Fixed: " + ", ".join(f"{bot} = {_number(value)}" for bot, value in fit.anchors.items()) + ".")
    elif any(rating.rating is not None for rating in fit.ratings):
        lines.append("The ratings have mean 0.")
    if fit.prior is not None:
        lines.append(
            f"A prior is in the numbers: ratings are taken to lie around {'the anchors' if fit.anchors else '0'}"
            f" with a standard deviation of {_number(fit.prior)}."
        )
    if fit.goodness is not None:
        lines.append(_goodness_text(fit.goodness))
    others = sorted({rating.group for rating in fit.ratings if rating.rating is not None and rating.group > 1})
    for group in others:
        members = [rating for rating in fit.ratings if rating.group == group]
        names = ", ".join(rating.bot for rating in members)
        lines.append(
            f"Group {group} ({names}) is rated among itself only, around its own 0: "
            f"{WHY_UNRATED[members[0].standing].replace('it never', 'they never')}."
        )
    unrated = [rating for rating in fit.ratings if rating.rating is None]
    if len(unrated) == len(fit.ratings):
        return ["No finite rating exists: no two bots took points from each other, straight or through others.", HELP]
    lines += [f"{rating.bot} has no finite rating: {WHY_UNRATED[rating.standing]}." for rating in unrated]
    if unrated or others:
        lines.append(HELP)
    return lines


def _goodness_text(goodness: Goodness) -> str:
    p = f"p = {goodness.p:.2f}" if goodness.p >= SMALL_P else f"p < {SMALL_P}"
    text = (
        f"Goodness of fit: over {goodness.pairs} pairs the sum of ((observed - expected share) / block error)^2 is"
        f" {goodness.deviation:.1f}; by chance it would be {goodness.expected:.1f} ({p})."
    )
    if goodness.p >= SMALL_P:
        return text
    return f"{text} Some bots do better or worse against certain others than one number for each can say."


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
                yield _row(f"{path}, line {reader.line_num}", reader.line_num, header, fields)
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
    return _Row(line, row["match"], row.get("block") or row["match"], row["bot"], int(place))


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


def _table_row(rank: int, rating: BotRating) -> Sequence[object]:
    shown, error, interval = "-", "-", "-"
    if rating.rating is not None and rating.error is not None and rating.low is not None and rating.high is not None:
        shown, error = _number(rating.rating), _number(rating.error)
        interval = "fixed" if rating.anchored else f"{_number(rating.low)} to {_number(rating.high)}"
    ranked = rating.group == 1 and rating.rating is not None
    name = rating.bot if ranked or rating.rating is None else f"{rating.bot} (group {rating.group})"
    return rank if ranked else "", name, shown, error, interval, rating.matches, f"{100 * rating.share:.1f} %"


def _number(value: float) -> str:
    return f"{value:.0f}" if round(value) else "0"
