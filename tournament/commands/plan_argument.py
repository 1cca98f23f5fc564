"""The argument PLAN."""

from __future__ import annotations

import os
from pathlib import Path

import click

from tournament.commands.arguments import Decorator, warn_of_deals
from tournament.errors import UserError
from tournament.plan.plan import Plan
from tournament.plan.reading import read_plan

plan_argument: Decorator = click.argument("plan_file", metavar="PLAN", type=click.Path(path_type=Path))


def plan_to_play(plan_file: Path) -> Plan:
    """Read a plan that is about to be played; print a warning if its deals can be guessed.

    Raises `UserError` if the plan is wrong, if it reads an environment variable that is not set, or if it tunes a bot.
    """
    plan = read_plan(plan_file, os.environ)
    if plan.tune is not None:
        raise UserError(f"{plan_file}: this plan tunes bot {plan.tune.bot}: use `tournament tune`")
    warn_of_deals(plan)
    return plan
