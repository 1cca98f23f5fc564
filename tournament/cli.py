"""The command `tournament`."""

from pathlib import Path

import click

from referee.terminal.exits import Commands
from referee.terminal.printing import print_json, say
from tournament.commands.check import check
from tournament.commands.demo import demo
from tournament.commands.export import export
from tournament.commands.repair import repair_command
from tournament.commands.report import report
from tournament.commands.run import run
from tournament.commands.show import show
from tournament.commands.token import token
from tournament.commands.verify import verify
from tournament.errors import UserError
from tournament.report.ratings import rating_json, rating_table, read_results
from tournament.statistics.fit import fit


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
def main() -> None:
    """Tournaments between bots: plan, play, rate, report.

    Exit codes: 0 done, 1 something is wrong with what was asked for, 3 interrupted, 4 a defect of ours,
    5 all is played, but a bot came to none of its matches.
    """


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


@main.command
@click.argument("results", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--anchor", "anchors", multiple=True, callback=_anchors, metavar="NAME=RATING",
              help="Fix the rating of a bot; may be repeated. Without, the ratings have mean 0.")  # fmt: skip
@click.option("--prior", type=float, metavar="ELO",
              help="Take the ratings to be spread by this standard deviation, so that every bot gets one.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rate(results: Path, anchors: dict[str, float], prior: float | None, as_json: bool) -> None:
    """Rate results that were played anywhere.

    RESULTS is a CSV file, one row a seat, with the columns match, bot, place; equal places are ties. A column block may
    name the matches that count as one observation. Prints each bot's rating, standard error and 95 % interval; a bot
    that the results can not compare with the others gets no number but the reason.
    """
    found = fit(read_results(results), anchors=anchors, prior=prior)
    if as_json:
        print_json(rating_json(found))
    else:
        say(rating_table(found))


for command in (check, run, show, report, export, verify, repair_command, token, demo):
    main.add_command(command)
