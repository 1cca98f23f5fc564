"""Arguments and options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

plan_argument: Decorator = click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path))
database_argument: Decorator = click.argument("database", type=click.Path(path_type=Path))
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
prior_option: Decorator = click.option(
    "--prior",
    type=float,
    metavar="ELO",
    help="Take the ratings to be spread by this standard deviation, so that every bot gets one.",
)
output_option: Decorator = click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to write; made if it is not there.",
)
