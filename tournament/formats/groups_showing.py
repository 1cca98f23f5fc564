"""Groups as tables: a line for each bot, a column for each opponent, and who plays on."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.formats.contract import Contest
from tournament.formats.showing import FormatTable, points_text
from tournament.formats.swiss_standings import SwissLine
from tournament.formats.tables import PlayedTable

SCORES = "2:1: the points of the two bots in all their matches; w.o.: the other bot was withdrawn before the end."


def group_tables(contest: Contest, groups: Sequence[Sequence[SwissLine]]) -> list[FormatTable]:
    """Return the standings of the groups, each best first."""
    advance = contest.plan.format.advance
    first, what = ("The first plays on", "the better seed plays on") if advance == 1 else (
        f"The first {advance} play on", "the better seeds play on")  # fmt: skip
    note = f"{first}; of bots that no tie-break separates, {what}."
    return [
        _table(contest, f"Group {group_name(number)}", lines, [note] if number + 1 == len(groups) else [])
        for number, lines in enumerate(groups)
    ]


def final_table(contest: Contest, lines: Sequence[SwissLine]) -> FormatTable:
    """Return the standings of the last group, in which the first of all groups meet."""
    return _table(contest, "Final group", lines, [])


def group_name(number: int) -> str:
    """Return the name of a group: A to Z, then AA, AB and so on."""
    rest, letter = divmod(number, 26)
    return (group_name(rest - 1) if rest else "") + chr(ord("A") + letter)


def _table(contest: Contest, title: str, lines: Sequence[SwissLine], notes: list[str]) -> FormatTable:
    tie_breaks = contest.plan.format.tie_breaks
    crossed = contest.plan.tournament.seats == 2
    opponents = [str(place) for place in range(1, len(lines) + 1)] if crossed else ["tables"]
    rows = [
        [
            str(line.place),
            line.bot,
            points_text(line.points),
            *map(points_text, line.tie_breaks),
            *([_cell(line, other) for other in lines] if crossed else [str(len(line.tables))]),
        ]
        for line in lines
    ]
    return FormatTable(
        title=title,
        heads=["", "bot", "points", *tie_breaks, *opponents],
        rows=rows,
        numbers=[0, *range(2, 3 + len(tie_breaks))],
        notes=[*([SCORES] if crossed and notes else []), *notes],
    )


def _cell(line: SwissLine, other: SwissLine) -> str:
    """Return what two bots took from each other."""
    met = [table for table in line.tables.values() if table is not None and other.bot in table.bots]
    if line is other:
        return "x"
    return " ".join(_score(table, line.bot, other.bot) for table in met)


def _score(table: PlayedTable, bot: str, other: str) -> str:
    if table.walkover:
        return "w.o."
    matches = len(table.results)
    return ":".join(points_text(table.shares[one] * matches) for one in (bot, other))
