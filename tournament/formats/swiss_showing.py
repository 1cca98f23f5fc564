"""The cross-table of a Swiss tournament: a line for each bot, a column for each round."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.formats.contract import Contest
from tournament.formats.showing import FormatTable, points_text
from tournament.formats.swiss_standings import SwissLine, swiss_standings
from tournament.formats.tables import PlayedTable

LEGEND_OF_TWO = (
    "+3: won against the bot at place 3; =3: tied with it; -3: lost to it; bye: no opponent, which counts as a win."
)
LEGEND_OF_MORE = (
    "0.67 t5: the points of that round, and the number of the table; bye: no table, which gives 0.5 points."
)
LEGEND = "w.o.: another bot of the table was withdrawn; ...: still to be played."


def swiss_tables(contest: Contest) -> list[FormatTable]:
    """Return the cross-table, best first."""
    if not contest.drawn:
        return []
    lines = swiss_standings(contest)
    drawn = {(one.stage, bot) for one in contest.drawn for bot in one.bots}
    there = {bot.name for bot in contest.plan.playing} | {bot for _, bot in drawn}
    places = {line.bot: line.place for line in lines}
    tie_breaks = contest.plan.format.tie_breaks
    return [
        FormatTable(
            title=f"Swiss: {contest.stage} of {max(contest.stage, contest.plan.rounds)} rounds drawn",
            heads=["", "bot", "points", *tie_breaks, *(f"round {stage + 1}" for stage in range(contest.stage))],
            rows=[_row(line, places, drawn, contest) for line in lines if line.bot in there],
            numbers=[0, *range(2, 3 + len(tie_breaks))],
            notes=[LEGEND_OF_TWO if contest.plan.tournament.seats == 2 else LEGEND_OF_MORE, LEGEND],
        )
    ]


def _row(line: SwissLine, places: Mapping[str, int], drawn: set[tuple[int, str]], contest: Contest) -> list[str]:
    cells = [_cell(line, stage, places, drawn, contest) for stage in range(contest.stage)]
    return [str(line.place), line.bot, points_text(line.points), *map(points_text, line.tie_breaks), *cells]


def _cell(line: SwissLine, stage: int, places: Mapping[str, int], drawn: set[tuple[int, str]], contest: Contest) -> str:
    if stage not in line.tables:
        return "..." if (stage, line.bot) in drawn else ""
    table = line.tables[stage]
    if table is None:
        return "bye"
    if line.bot in table.walkover:
        return "w.o."
    if contest.plan.tournament.seats > 2:
        return f"{table.scores[line.bot]:.2f} t{table.table}"
    return _against(table, line.bot, places)


def _against(table: PlayedTable, bot: str, places: Mapping[str, int]) -> str:
    (other,) = (other for other in table.bots if other != bot)
    return f"{'-=+'[round(2 * table.scores[bot])]}{places[other]}"
