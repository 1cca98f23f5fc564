"""Arguments and options that several commands have, but for the plan: `plan_argument` takes longer to load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from referee.terminal.printing import say
from tournament.plan.plan import Plan

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

database_argument: Decorator = click.argument("database", type=click.Path(path_type=Path))
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
prior_option: Decorator = click.option(
    "--prior",
    type=float,
    metavar="ELO",
    help="Take the ratings to be spread by this standard deviation, so that every bot gets one.",
)


def _output_option(*, required: bool) -> Decorator:
    return click.option(
        "-o",
        "--out",
        "folder",
        required=required,
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Where to write; made if it is not there.",
    )


output_option: Decorator = _output_option(required=True)
optional_output_option: Decorator = _output_option(required=False)


def warn_of_deals(plan: Plan) -> None:
    """Says so on stderr if the deals of this plan can be guessed."""
    if plan.tournament.deals_from_seed:
        seed = plan.tournament.seed
        say(f"The deals follow from the number {seed} alone: a bot that guesses it knows all cards.", err=True)
