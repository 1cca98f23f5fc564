"""`tournament rate`: ratings of results that were played anywhere."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import print_json, say
from tournament.commands.arguments import json_option, prior_option
from tournament.errors import UserError
from tournament.report.ratings import rating_json, rating_table
from tournament.statistics.fit import fit
from tournament.storage.results_file import read_results


def _anchors(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, float]:
    """Reads NAME=RATING."""
    anchors: dict[str, float] = {}
    for value in values:
        name, _, rating = value.rpartition("=")
        try:
            anchors[name] = float(rating)
        except ValueError:
            raise UserError(f"--anchor {value}: write NAME=RATING, for example greedy=1500") from None
    return anchors


@click.command
@click.argument("results", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--anchor", "anchors", multiple=True, callback=_anchors, metavar="NAME=RATING",
              help="Fix the rating of a bot; may be repeated. Without, the ratings have mean 0.")  # fmt: skip
@prior_option
@json_option
def rate(results: Path, anchors: dict[str, float], prior: float | None, as_json: bool) -> None:
    """Rate results that were played anywhere.

    RESULTS is a file in CSV, TSV, JSON (a list of objects) or JSON lines: one row a seat, with match, bot and place;
    equal places are ties. A column block may name the matches that count as one observation. Prints each bot's rating,
    standard error and 95 % interval; a bot that the results can not compare with the others gets no number but the
    reason.
    """
    found = fit(read_results(results), anchors=anchors, prior=prior)
    if as_json:
        print_json(rating_json(found))
    else:
        say(rating_table(found))
