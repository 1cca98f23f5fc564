"""`tournament rate`: compute ratings from files of results and databases."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import print_json, say
from tournament.commands.arguments import json_option, named_ratings, prior_option
from tournament.errors import UserError
from tournament.report.ratings import rating_json, rating_table
from tournament.statistics.exploited import FEWEST_DEALS, Exploited
from tournament.statistics.fit import fit
from tournament.storage.archive import open_archive
from tournament.storage.merging import is_database, results_of_all


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
@click.option("--exploitability", "deals", type=click.IntRange(FEWEST_DEALS), metavar="DEALS",
              help="Also play this many deals with a search against each bot that is first, random or greedy, and show "
              "what it wins: a lower bound of how much the bot can be exploited. Needs a single database.")  # fmt: skip
@prior_option
@json_option
def rate(
    results: tuple[Path, ...], anchors: dict[str, float], deals: int | None, prior: float | None, as_json: bool
) -> None:
    """Compute ratings from files of results or databases, wherever the matches were played.

    Each of RESULTS is the database of a tournament, or a file in CSV, TSV, JSON (a list of objects) or JSON lines, with
    one row per seat: match, bot and place. Equal places are ties. An optional column block groups the matches that
    count as one observation. The output is each bot's rating, standard error and 95 % interval. If the results cannot
    compare a bot with the others, the reason is shown instead of a number.

    Several RESULTS give one table. Matches may have the same names if their match_id differs. It is an error if a match
    is in two files, if databases are of different games or rules, or if different programs have the same name. Fixed
    ratings of a plan do not count; use --anchor.

    With --exploitability, a tree search that knows how the bot would choose in any position plays against the bot, with
    the game, seats, options and cards of the tournament. It sees no hidden cards. It takes seconds to minutes for each
    deal.
    """
    found = fit(results_of_all(results), anchors=anchors, prior=prior)
    exploited = {} if deals is None else _exploited(results, deals)
    if as_json:
        print_json(rating_json(found, exploited))
    else:
        say(rating_table(found, exploited=exploited))


def _exploited(results: tuple[Path, ...], deals: int) -> dict[str, Exploited]:
    if len(results) != 1 or not is_database(results[0]):
        raise UserError("--exploitability needs the database of one tournament, which says what was played")
    with open_archive(results[0]) as archive:
        plan = archive.tournament.plan
    from tournament.engines.exploiting import exploited_bots  # noqa: PLC0415 - loads the rules, which ratings do not need

    found = exploited_bots(plan, deals, _show_progress)
    if not found:
        raise UserError("--exploitability: no bot of this tournament is first, random or greedy")
    return found


def _show_progress(bot: str, done: int, deals: int) -> None:
    say(f"{bot}: {done} of {deals} deals searched", err=True)
