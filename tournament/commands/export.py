"""`tournament export`: everything about a tournament, for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import say
from tournament.commands.arguments import database_argument, output_option, warn_of_deals
from tournament.report.exporting import export_of, write_csv, write_json, write_records
from tournament.storage.archive import open_archive


@click.command
@database_argument
@output_option
@click.option(
    "--records/--no-records", default=False, help="Whether to write the records too, as DIR/records/MATCH.jsonl."
)
def export(database: Path, folder: Path, records: bool) -> None:
    """Export the tournament in DATABASE as JSON and CSV: matches, seats, ratings, bots, processes.

    DIR/results.csv is what `tournament rate` reads; the records are what `referee show` and `referee verify` read.
    While the tournament runs, the secret is left out, and so are the records of matches whose deals are still to be
    played in other rotations, and the ids that their bots were told.
    """
    with open_archive(database) as archive:
        warn_of_deals(archive.tournament.plan)
        exported = export_of(archive)
        files = [write_json(exported, folder / "tournament.json"), *write_csv(exported, folder)]
        say("\n".join(map(str, files)))
        if records:
            say(write_records(archive, folder / "records"))
