"""The command `tournament`."""

import click

from referee.terminal.exits import Commands
from tournament.commands.check import check
from tournament.commands.demo import demo
from tournament.commands.export import export
from tournament.commands.rate import rate
from tournament.commands.repair import repair_command
from tournament.commands.report import report
from tournament.commands.run import run
from tournament.commands.show import show
from tournament.commands.token import token
from tournament.commands.verify import verify
from tournament.commands.web import web


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
def main() -> None:
    """Tournaments between bots: plan, play, rate, report.

    Exit codes: 0 done, 1 something is wrong with what was asked for, 3 interrupted, 4 a defect of ours,
    5 all is played, but a bot came to none of its matches.
    """


for command in (check, run, show, report, export, verify, repair_command, token, rate, demo, web):
    main.add_command(command)
