"""`tournament token`: let a bot dial in."""

from __future__ import annotations

from pathlib import Path

import click

from referee.server.storage.tokens import Tokens
from referee.terminal.printing import say
from tournament.commands.plan_argument import plan_argument
from tournament.errors import UserError
from tournament.plan.plan import Plan
from tournament.plan.reading import read_plan
from tournament.plan.versions import name_in_plan
from tournament.run.running import tokens_of


@click.command
@plan_argument
@click.argument("name")
def token(plan_file: Path, name: str) -> None:
    """Print a new token for NAME, a bot in PLAN that dials in, and revoke its previous token.

    A new version of a bot needs its own token: NAME is then its name in the standings, for example far#2.

    Give the bot the token as REFEREE_TOKEN, and the address in [listen] as REFEREE_ADDRESS. Only a hash of the token
    is stored, in a file named like PLAN with the suffix .tokens.
    """
    plan = read_plan(plan_file)
    _check_dials_in(plan, name)
    say(Tokens(tokens_of(plan_file)).issue(name))
    say(f"the bot connects with REFEREE_TOKEN=(this token) REFEREE_ADDRESS={plan.listen.address}", err=True)


def _check_dials_in(plan: Plan, name: str) -> None:
    dialling = [bot.name for bot in plan.bots if bot.dial_in]
    if name_in_plan(name) not in dialling:
        right = f"these bots do: {', '.join(dialling)}" if dialling else "no bot does: give it dial_in = true"
        raise UserError(f"{name!r} is not a bot of the plan that dials in; {right}")
