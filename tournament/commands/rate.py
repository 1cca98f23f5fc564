"""`tournament rate`: compute ratings from files of results and databases."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import print_json, say
from tournament.commands.arguments import cycles_option, davidson_option, json_option, named_ratings, prior_option
from tournament.commands.filters import filter_options
from tournament.report.filters import filter_facts
from tournament.report.findings import Wanted, finding_lines, findings_of, latent_cells, mix_text
from tournament.report.ratings import rating_json, rating_table
from tournament.statistics.fit import fit
from tournament.storage.filtering import EVERY_MATCH, MatchFilter
from tournament.storage.merging import merged, sources_of


@click.command
@click.argument(
    "results",
    nargs=-1,
    required=True,
    metavar="RESULTS...",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--anchor", "anchors", multiple=True, callback=named_ratings, metavar="NAME=RATING",
              help="Fix the rating of a bot; may be repeated. Without anchors the ratings have mean 0.")  # fmt: skip
@filter_options
@prior_option
@davidson_option
@cycles_option
@json_option
def rate(
    results: tuple[Path, ...],
    anchors: dict[str, float],
    chosen: MatchFilter,
    prior: float | None,
    davidson: bool,
    cycles: bool,
    as_json: bool,
) -> None:
    """Compute ratings from files of results or databases, wherever the matches were played.

    Each of RESULTS is the database of a tournament, or a file in CSV, TSV, JSON (a list of objects) or JSON lines, with
    one row per seat: match, bot and place. Equal places are ties. An optional column block groups the matches that
    count as one observation. The output is each bot's rating, standard error and 95 % interval. If the results cannot
    compare a bot with the others, the reason is shown instead of a number.

    Several RESULTS give one table. Matches may have the same names if their match_id differs. It is an error if a match
    is in two files, if databases are of different games or rules, or if different programs have the same name. Fixed
    ratings of a plan do not count; use --anchor.

    Of a file, matches can be chosen by bots, by seats and, if it has a column end, without forfeits.
    """
    sources = sources_of(results, chosen)
    filtered = None
    if chosen == EVERY_MATCH:
        counting = merged(sources)
    else:
        counting = merged([source for source in sources if source.results])
        filtered = filter_facts(chosen, len(counting), sum(source.played for source in sources))
    found = fit(counting, anchors=anchors, prior=prior)
    findings = findings_of(counting, found, Wanted(davidson=davidson, cycles=cycles, pairs=as_json))
    if as_json:
        print_json(rating_json(found) | ({"filtered": filtered} if filtered else {}) | {"findings": findings})
        return
    parts = [filtered.text] if filtered else []
    parts += [
        rating_table(found, latent=latent_cells(findings)),
        "\n".join(finding_lines(findings)),
        mix_text(findings),
    ]
    say("\n\n".join(part for part in parts if part))
