"""`tournament rate`: compute ratings from files of results and databases."""

from __future__ import annotations

from pathlib import Path

import click

from referee.terminal.printing import print_json, say
from tournament.commands.arguments import cycles_option, davidson_option, json_option, named_ratings, prior_option
from tournament.commands.filters import filter_options
from tournament.errors import UserError
from tournament.plan.plan import Plan
from tournament.report.exploited import LEGEND, exploited_cells, exploited_json
from tournament.report.filters import FilterFacts, filter_facts
from tournament.report.findings import FindingsWanted, finding_lines, findings_of, latent_cells, mix_text
from tournament.report.over_games import over_games_json, over_games_text
from tournament.report.ratings import rating_json, rating_table
from tournament.statistics.exploited import FEWEST_DEALS, Exploited
from tournament.statistics.fit import fit
from tournament.statistics.over_games import rate_over_games
from tournament.storage.archive import open_archive
from tournament.storage.filtering import EVERY_MATCH, MatchFilter
from tournament.storage.merging import is_database, merged_by_game, sources_of


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
@click.option("--exploitability", "deals", type=click.IntRange(FEWEST_DEALS), metavar="DEALS",
              help="Also play this many deals with a search against each bot that is first, random or greedy, and show "
              "what it wins: a lower bound of how much the bot can be exploited. Needs a single database.")  # fmt: skip
@json_option
def rate(
    results: tuple[Path, ...],
    anchors: dict[str, float],
    chosen: MatchFilter,
    prior: float | None,
    davidson: bool,
    cycles: bool,
    deals: int | None,
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

    With --exploitability, a tree search that knows how the bot would choose in any position plays against the bot, with
    the game, seats, options and cards of the tournament. It sees no hidden cards. It takes seconds to minutes for each
    deal.
    """
    plan = None if deals is None else _plan_of(results)
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
    values, cells, legend = rating_json(found) | {"findings": findings}, dict[str, str](), ""
    if plan is not None and deals is not None:
        exploited = _exploited(plan, deals)
        cells, legend = exploited_cells(exploited, [rating.bot for rating in found.ratings]), LEGEND
        values |= exploited_json(exploited)
    shown = rating_table(found, latent=latent_cells(findings), exploited=cells)
    _print(values, [shown, legend, "\n".join(finding_lines(findings)), mix_text(findings)], filtered, as_json=as_json)


def _plan_of(results: tuple[Path, ...]) -> Plan:
    if len(results) != 1 or not is_database(results[0]):
        raise UserError("--exploitability needs the database of one tournament, which says what was played")
    with open_archive(results[0]) as archive:
        return archive.tournament.plan


def _exploited(plan: Plan, deals: int) -> dict[str, Exploited]:
    from tournament.engines.exploiting import exploited_bots  # noqa: PLC0415 - loads the rules; ratings need none

    found = exploited_bots(plan, deals, _show_progress)
    if not found:
        raise UserError("--exploitability: no bot of this tournament is first, random or greedy")
    return found


def _show_progress(bot: str, done: int, deals: int) -> None:
    say(f"{bot}: {done} of {deals} deals searched", err=True)


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
