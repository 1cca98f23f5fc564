"""`tournament rate`: compute ratings from files of results and databases."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import print_json, say
from tournament.commands.arguments import cycles_option, davidson_option, json_option, named_ratings, prior_option
from tournament.commands.filters import filter_options
from tournament.errors import UserError
from tournament.report.filters import FilterFacts, filter_facts
from tournament.report.findings import FindingsWanted, finding_lines, findings_of, latent_cells, mix_text
from tournament.report.over_games import over_games_json, over_games_text
from tournament.report.ratings import rating_json, rating_table
from tournament.statistics.fit import fit
from tournament.statistics.over_games import rate_over_games
from tournament.storage.filtering import EVERY_MATCH, MatchFilter
from tournament.storage.merging import merged_by_game, sources_of


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
    count as one observation. The output is each bot's rating, standard error and 95 % interval. If a bot cannot be
    compared with the others by these results, the reason is shown instead of a number.

    Several RESULTS give one table. Matches may have the same names if their match_id differs. It is an error if a match
    is in two files, if databases of one game have different rules, or if different programs have the same name. Anchors
    in a tournament's plan are ignored; use --anchor.

    Databases of several games give a rating for each game, and an overall one for the bots that are rated in all games:
    the mean of their ratings, each game with the same weight.

    From a file, you can choose matches by bots, by seats and, if it has a column end, without forfeits.
    """
    sources = sources_of(results, chosen)
    filtered = None
    if chosen != EVERY_MATCH:
        played = sum(source.played for source in sources)
        sources = [source for source in sources if source.results]
        filtered = filter_facts(chosen, sum(len(source.results) for source in sources), played)
    games = merged_by_game(sources)
    if len(games) > 1:
        _refuse_for_one_game(davidson=davidson, cycles=cycles)
        over = rate_over_games(games, anchors=anchors, prior=prior)
        _print(over_games_json(over), [over_games_text(over, anchored=bool(anchors))], filtered, as_json=as_json)
        return
    ((_, counting),) = games.items()
    found = fit(counting, anchors=anchors, prior=prior)
    findings = findings_of(counting, found, FindingsWanted(davidson=davidson, cycles=cycles, pairs=as_json))
    parts = [rating_table(found, latent=latent_cells(findings)), "\n".join(finding_lines(findings)), mix_text(findings)]
    _print(rating_json(found) | {"findings": findings}, parts, filtered, as_json=as_json)


def _refuse_for_one_game(**asked: bool) -> None:
    for flag, wanted in asked.items():
        if wanted:
            raise UserError(f"--{flag} is about one game, and these databases are of several: rate them separately")


def _print(values: dict[str, object], parts: list[str], filtered: FilterFacts | None, *, as_json: bool) -> None:
    """Print the ratings as JSON or as text, and which matches count, if not all."""
    if as_json:
        print_json(values | ({"filtered": filtered} if filtered else {}))
    else:
        say("\n\n".join(part for part in [*([filtered.text] if filtered else []), *parts] if part))
