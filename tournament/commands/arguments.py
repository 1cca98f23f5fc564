"""Arguments and options that several commands share; PLAN is in `plan_argument`, which takes longer to load."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Any

import click

from referee.terminal.printing import say
from tournament.errors import UserError
from tournament.plan.plan import Plan

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

database_argument: Decorator = click.argument("database", type=click.Path(path_type=Path))
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
prior_option: Decorator = click.option(
    "--prior",
    type=float,
    metavar="ELO",
    help="Assume that ratings have this standard deviation, so that every bot gets a rating.",
)

davidson_option: Decorator = click.option(
    "--davidson", is_flag=True, help="Add each bot's latent strength in Davidson's model of ties."
)
cycles_option: Decorator = click.option(
    "--cycles",
    is_flag=True,
    help="Print the mix of bots that no bot beats. Default: if one number for each bot does not explain the results.",
)


def named_ratings(_context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, float]:
    """Read NAME=RATING for an option that may be repeated. Raises `UserError` for anything else."""
    named: dict[str, float] = {}
    for value in values:
        name, _, rating = value.rpartition("=")
        try:
            named[name] = float(rating)
        except ValueError:
            name = ""
        if not name or isnan(named[name]):
            raise UserError(f"invalid {parameter.opts[0]} '{value}': use NAME=RATING, e.g. greedy=1500")
    return named


MOST_OF_A_REASON = 2000
"""How many characters the reason of a decision may have."""


def read_reason(_context: click.Context, _parameter: click.Parameter, text: str) -> str:
    """Return the reason of a decision in one line."""
    if len(text) > MOST_OF_A_REASON:
        raise UserError(f"invalid --why: {len(text)} characters are too many; use at most {MOST_OF_A_REASON}")
    return " ".join(text.split())


def _read_given_reason(context: click.Context, parameter: click.Parameter, text: str) -> str:
    reason = read_reason(context, parameter, text)
    if not reason:
        raise UserError("invalid --why '': give the reason, which everyone will read in the log of decisions")
    return reason


match_argument: Decorator = click.argument("match", metavar="MATCH")
why_option: Decorator = click.option(
    "--why", required=True, callback=_read_given_reason, help="The reason, which the log of decisions shows."
)


def print_decision(title: str, lines: list[str]) -> None:
    """Print a decision of the organiser and its consequences."""
    say("\n".join([title, *(f"  {line}" for line in lines)]))


def _output_option(*, required: bool) -> Decorator:
    return click.option(
        "-o",
        "--out",
        "folder",
        required=required,
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Folder to write to; it is created if it does not exist.",
    )


output_option: Decorator = _output_option(required=True)
optional_output_option: Decorator = _output_option(required=False)


def play_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say where the matches of a plan are played and stored."""
    for option in reversed(_PLAY_OPTIONS):
        command = option(command)
    return command


_PLAY_OPTIONS: tuple[Decorator, ...] = (
    click.option("--db", "database", required=True, type=click.Path(path_type=Path), help="The tournament's database."),
    click.option("--workers", type=click.IntRange(1, 64), help="Number of worker processes. Default: as PLAN says."),
    click.option(
        "--cluster",
        metavar="ADDRESS",
        default="",
        help="Play on the workers of a dask scheduler, e.g. tls://10.0.0.1:8786, or on N workers on this machine: "
        "local:N. Needs referee[cluster].",
    ),
    click.option(
        "--check/--no-check", default=True, show_default=True, help="Start every bot once before the matches."
    ),
)


def warn_of_deals(plan: Plan) -> None:
    """Print a warning on stderr if the deals of this plan can be guessed."""
    if plan.tournament.deals_from_seed:
        seed = plan.tournament.seed
        say(f"All deals are derived from the number {seed}: a bot that guesses it knows all cards.", err=True)
