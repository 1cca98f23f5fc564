"""`tournament export`: write everything about a tournament for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import say
from tournament.commands.arguments import (
    database_argument,
    named_ratings,
    optional_output_option,
    warn_of_deals,
)
from tournament.commands.filters import filter_options, say_filter
from tournament.errors import UserError
from tournament.report.dataset import write_dataset
from tournament.report.exporting import export_of, write_csv, write_json, write_records
from tournament.report.sqlite_export import write_sqlite
from tournament.storage.filtered_archive import open_filtered
from tournament.storage.filtering import MatchFilter

MANY_MATCHES = 1000


@click.command
@database_argument
@optional_output_option
@filter_options
@click.option("--records/--no-records", default=False, help="Also write the records, as DIR/records/MATCH.jsonl.")
@click.option(
    "--sqlite",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write an SQLite database and, beside it, its metadata for Datasette.",
)
@click.option(
    "--grade",
    "grades",
    multiple=True,
    callback=named_ratings,
    metavar="GRADE=RATING",
    help="Grade for bots whose rating is at least RATING, unless they reach a higher grade; shown in standings.csv. "
    "May be repeated.",
)
@click.option(
    "--dataset",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write all decisions as arrays for numpy, as FILE.npz. Needs a finished tournament.",
)
@click.option("--all-seats", is_flag=True, help="With --dataset, add what every seat saw at each decision.")
def export(
    database: Path,
    folder: Path | None,
    chosen: MatchFilter,
    records: bool,
    file: Path | None,
    grades: dict[str, float],
    dataset: Path | None,
    all_seats: bool,
) -> None:
    """Export the tournament in DATABASE as JSON, CSV or SQLite: matches, seats, ratings, bots, processes.

    `tournament rate` reads DIR/results.csv; `referee show` and `referee verify` read the records. DIR/standings.csv is
    the table that `tournament show` prints, with a grade for each bot if you use --grade.

    While the tournament is running, the secret is left out. The same applies to the record and the match id of each
    match whose deal is still to be played in other rotations.

    FILE has a table for each kind of row, with foreign keys, the views results, standings and pairs, and a table that
    describes all columns. `datasette FILE --metadata NAME.metadata.json` shows it in a browser. If FILE is an earlier
    export, it is replaced; any other existing file is an error.

    A dataset has a row for each decision: what the seat saw, what it could choose, what it chose, and its reward at the
    end of the match. A row shows only what that seat could see, unless you add --all-seats. `referee manual learning`
    explains the arrays.

    With options that choose matches, all files contain only these, and ratings are computed from them alone.
    """
    if grades and folder is None:
        raise UserError("--grade: grades are written to DIR/standings.csv; add -o DIR")
    if folder is None and ((file is None and dataset is None) or records):
        raise UserError(f"no output given: use -o DIR{'' if records else ', --sqlite FILE or --dataset FILE'}")
    if all_seats and dataset is None:
        raise UserError("--all-seats needs --dataset FILE")
    with open_filtered(database, chosen) as archive:
        warn_of_deals(archive.tournament.plan)
        exported = export_of(archive)
        say_filter(exported.filtered)
        if file is not None:
            say("\n".join(map(str, write_sqlite(exported, file))))
        if folder is not None:
            files = [write_json(exported, folder / "tournament.json"), *write_csv(exported, folder, grades)]
            say("\n".join(map(str, files)))
            if records:
                say(write_records(archive, folder / "records"))
        if dataset is not None:
            say(write_dataset(archive, dataset, all_seats=all_seats, tell=_show_progress))


def _show_progress(done: int, total: int) -> None:
    """Print a line for each tenth of a large tournament."""
    if total >= MANY_MATCHES and done * 10 // total > (done - 1) * 10 // total:
        say(f"{done} of {total} matches read", err=True)
