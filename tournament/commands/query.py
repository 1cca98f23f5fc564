"""`tournament query`: run SQL queries on a tournament."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

import click

from referee.columns import columns
from referee.counts import counted
from referee.durations import milliseconds
from referee.neutral import cell
from referee.terminal.printing import print_json_list, say
from tournament.commands.arguments import database_argument, json_option, warn_of_deals
from tournament.commands.filters import filter_options, say_filter
from tournament.errors import UserError
from tournament.report.exporting import export_of
from tournament.report.querying import QueryResult, Value, answer
from tournament.storage.filtered_archive import open_filtered
from tournament.storage.filtering import MatchFilter

MOST_ROWS = 1_000
WIDEST = 100
"""Characters of a value shown in a table; `--csv` and `--json` print values in full."""

ResultRow = Sequence[Value]


def _read_span(_context: click.Context, _parameter: click.Parameter, text: str) -> float:
    return milliseconds(text) / 1000


@click.command
@database_argument
@click.argument("sql")
@filter_options
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@json_option
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help=f"Print at most N rows. Default: {MOST_ROWS} in a table, no limit for CSV and JSON.")  # fmt: skip
@click.option("--timeout", "seconds", callback=_read_span, default="60s", show_default=True, metavar="SPAN",
              help="Stop the query after this time, e.g. 500ms or 10s.")  # fmt: skip
def query(
    database: Path, sql: str, chosen: MatchFilter, as_csv: bool, as_json: bool, limit: int | None, seconds: float
) -> None:
    """Run an SQL query on the tournament in DATABASE and print the result as a table, CSV or JSON.

    SQL is one SELECT statement for SQLite. It reads the tables and views that `tournament export --sqlite` writes:
    tournament, bots, matches, seats, ratings, fitted, facts, processes, voids, results, standings and pairs. `SELECT *
    FROM descriptions` explains every column. Statements that would change something are refused.

    The tournament may be running. A query sees no more than an export shows: until all matches are played, the secret
    is empty, and so is the match_id of each match whose deal is still to be played in other rotations. Cards and
    records are not in these tables. With options that choose matches, the tables have no others.
    """
    if as_csv and as_json:
        raise UserError("--csv and --json cannot be combined: use one of them")
    with open_filtered(database, chosen) as archive:
        warn_of_deals(archive.tournament.plan)
        exported = export_of(archive)
    say_filter(exported.filtered)
    limit = limit or (None if as_csv or as_json else MOST_ROWS)
    with answer(exported, sql, seconds) as found:
        rows = _limited(found.rows, limit)
        if as_csv:
            _print_csv(found.columns, rows)
        elif as_json:
            print_json_list(dict(zip(found.columns, map(_plain, row), strict=True)) for row in rows)
        else:
            _print_table(found, rows)


def _limited(rows: Iterator[ResultRow], limit: int | None) -> Iterator[ResultRow]:
    """Yield the first rows. Print a note on stderr if there are more."""
    yield from islice(rows, limit)
    if limit is not None and next(rows, None) is not None:
        say(f"Only {counted(limit, 'row')} printed; use --limit to print more.", err=True)


def _print_table(found: QueryResult, rows: Iterable[ResultRow]) -> None:
    listed = [*rows]
    numbers = [
        place
        for place in range(len(found.columns))
        if all(isinstance(row[place], int | float | None) for row in listed)
    ]
    say(columns([found.columns, *([_shown(value) for value in row] for row in listed)], right=numbers))


def _shown(value: Value) -> str:
    text = "-" if value is None else str(_plain(value))
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."


def _print_csv(heads: Sequence[str], rows: Iterable[ResultRow]) -> None:
    for row in chain([heads], rows):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow([cell(_plain(value)) for value in row])
        say(text.getvalue(), nl=False)


def _plain(value: Value) -> Value:
    """Return the value, with bytes as hexadecimal digits, as in all exports."""
    return value.hex() if isinstance(value, bytes) else value
